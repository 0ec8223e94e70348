import { Migration } from '@mikro-orm/migrations';

/**
 * Submissions with their drafts, history, letters, comments and decisions, and what hackathon passports become. Automation writes under a
 * role of its own: decisions are in a table that it may not write, so that an approval is always a person's.
 */
export class M0020Intake extends Migration {
  override up(): void {
    this.addSql(`create table intake_submission (
      id uuid primary key, kind text not null check (kind in ('partner_workspace', 'tracked_links', 'hackathon_passport', 'usage_tracking')),
      state text not null check (state in ('received', 'needs_evidence', 'triaged', 'draft_prepared', 'in_review', 'changes_requested', 'approved',
        'provisioned', 'published', 'rejected', 'withdrawn', 'expired')),
      revision integer not null default 1, secret_hash bytea not null, contact_name text not null, contact_email text not null,
      contact_verified_at timestamptz, contact_token_hash bytea unique, contact_token_expires_at timestamptz, submitted_by uuid,
      organization_name text not null, organization_domain text not null, note text, fields jsonb not null, fingerprint text not null,
      related_id uuid references intake_submission (id), domain_challenge text not null,
      priority text check (priority in ('high', 'normal', 'low')), score integer, route text, missing jsonb not null default '[]',
      risks jsonb not null default '[]', checks_failed integer not null default 0, checks_unknown integer not null default 0,
      assignee uuid, assigned_at timestamptz, message text, outcome jsonb, submitted_at timestamptz not null, drafted_at timestamptz,
      decided_at timestamptz, created_at timestamptz not null, updated_at timestamptz not null, expires_at timestamptz not null)`);
    this.addSql('create index intake_submission_queue on intake_submission (state, score desc, id)');
    this.addSql('create index intake_submission_fingerprint on intake_submission (fingerprint)');
    this.addSql('create index intake_submission_domain on intake_submission (organization_domain)');
    this.addSql(
      'create index intake_submission_related on intake_submission (related_id) where related_id is not null',
    );
    this.addSql(`create index intake_submission_expiring on intake_submission (expires_at)
      where state in ('received', 'needs_evidence', 'triaged', 'draft_prepared', 'in_review', 'changes_requested', 'approved')`);
    this.addSql(`create table intake_draft (
      id uuid primary key, submission_id uuid not null references intake_submission (id) on delete cascade, revision integer not null,
      rule_set text not null, inputs jsonb not null, inputs_digest text not null, checks jsonb not null, triage jsonb not null,
      records jsonb not null, created_at timestamptz not null, unique (submission_id, revision))`);
    this.addSql(`create table intake_history (
      id uuid primary key, submission_id uuid not null references intake_submission (id) on delete cascade, at timestamptz not null,
      actor text not null, action text not null, from_state text, to_state text not null, revision integer not null, detail text)`);
    this.addSql('create index intake_history_submission on intake_history (submission_id, id)');
    this.addSql(`create table intake_letter (
      id uuid primary key, submission_id uuid not null references intake_submission (id) on delete cascade,
      audience text not null check (audience in ('contact', 'reviewers', 'assignee')), subject_of text not null, except_user uuid,
      created_at timestamptz not null, forwarded_at timestamptz)`);
    this.addSql('create index intake_letter_waiting on intake_letter (id) where forwarded_at is null');
    this.addSql(`create table intake_comment (
      id uuid primary key, submission_id uuid not null references intake_submission (id) on delete cascade, author uuid not null,
      at timestamptz not null, text text not null)`);
    this.addSql('create index intake_comment_submission on intake_comment (submission_id, id)');
    this.addSql(`create table intake_decision (
      id uuid primary key, submission_id uuid not null references intake_submission (id), revision integer not null,
      step text not null check (step in ('approve', 'provision', 'reject', 'request_changes')), decided_by uuid not null,
      decided_at timestamptz not null, reason text, inputs_digest text)`);
    this.addSql('create index intake_decision_submission on intake_decision (submission_id, id)');
    this.addSql('create index intake_decision_recent on intake_decision (decided_at)');
    this.addSql(`create table hackathon_event (
      id uuid primary key, slug text not null unique, name text not null, website text not null, starts_at timestamptz not null,
      ends_at timestamptz not null, timezone text not null, location text, rules_url text not null, submissions_due_at timestamptz not null,
      organizer_name text not null, organizer_domain text not null, submission_id uuid references intake_submission (id),
      published_at timestamptz not null)`);
    this.addSql(`create table hackathon_sponsor (
      event_id uuid not null references hackathon_event (id) on delete cascade, position integer not null, name text not null, domain text not null,
      primary key (event_id, position))`);
    this.addSql(`create table hackathon_sponsor_tool (
      event_id uuid not null references hackathon_event (id) on delete cascade, position integer not null, tool_id uuid not null references tool (id),
      primary key (event_id, position, tool_id))`);
    this.addSql(`create table hackathon_entry (
      event_id uuid not null references hackathon_event (id) on delete cascade, project_id uuid not null references project (id) on delete cascade,
      entered_by uuid not null, entered_at timestamptz not null, primary key (event_id, project_id))`);
    this.addSql('create index hackathon_entry_project on hackathon_entry (project_id)');
  }
}
