import { Migration } from '@mikro-orm/migrations';

/** Offers and their claims; tracked links of tools and offers, and the openings that they count. */
export class M0008Offers extends Migration {
  override up(): void {
    this.addSql(`create table offer (
      id uuid primary key, slug text not null unique, title text not null, summary text not null,
      vendor_name text, vendor_domain text, kind text not null check (kind in ('credits', 'discount', 'free_plan', 'perk')),
      value_text text, value_cents bigint check (value_cents >= 0), value_currency text, value_percent numeric(5, 2), value_months integer,
      value_up_to boolean not null default false, claim text not null check (claim in ('native', 'provider_link')),
      url text, terms_url text, eligibility jsonb not null, last_read_at timestamptz, last_confirmed_at timestamptz, ends_at timestamptz,
      organization_id uuid references organization (id), listed boolean not null default true,
      label text not null default 'public-source' check (label in ('first-party', 'public-source', 'sample')),
      sources jsonb not null default '[]', origin text not null, origin_key text, edited_at timestamptz,
      version bigint not null, created_at timestamptz not null, updated_at timestamptz not null,
      check ((value_cents is null) = (value_currency is null)),
      check (claim <> 'native' or organization_id is not null), check (claim <> 'provider_link' or url is not null))`);
    this.addSql('create unique index offer_origin on offer (origin, origin_key) where origin_key is not null');
    this.addSql('create index offer_organization on offer (organization_id) where organization_id is not null');
    this.addSql(`create table offer_tool (
      offer_id uuid not null references offer (id) on delete cascade, tool_id uuid not null references tool (id) on delete cascade,
      primary key (offer_id, tool_id))`);
    this.addSql('create index offer_tool_tool on offer_tool (tool_id)');
    this.addSql(`create table offer_claim (
      id uuid primary key, offer_id uuid not null references offer (id), user_id uuid not null references auth."user" (id) on delete cascade,
      state text not null check (state in ('requested', 'vendor_review', 'approved', 'code_issued', 'redeemed', 'rejected', 'expired', 'withdrawn')),
      facts jsonb not null, note text, vendor_note text, code text, proof text check (proof in ('vendor_confirmed', 'event_confirmed')),
      proof_event_id uuid, self_reported_at timestamptz, revision integer not null default 1,
      created_at timestamptz not null, updated_at timestamptz not null,
      check ((state = 'redeemed') = (proof is not null)), check ((proof = 'event_confirmed') = (proof_event_id is not null)))`);
    this.addSql(`create unique index offer_claim_open on offer_claim (offer_id, user_id)
      where state not in ('rejected', 'expired', 'withdrawn')`);
    this.addSql('create index offer_claim_user on offer_claim (user_id, id desc)');
    this.addSql('create index offer_claim_offer on offer_claim (offer_id, id desc)');
    this.addSql(
      'create unique index offer_claim_proof on offer_claim (proof_event_id) where proof_event_id is not null',
    );
    this.addSql(`create table tracked_link (
      id uuid primary key, tool_id uuid references tool (id) on delete cascade, offer_id uuid references offer (id) on delete cascade,
      kind text not null check (kind in ('website', 'docs', 'signup', 'pricing', 'claim')), url text not null,
      active boolean not null default true, created_at timestamptz not null,
      check ((tool_id is null) <> (offer_id is null)))`);
    this.addSql('create unique index tracked_link_tool on tracked_link (tool_id, kind) where tool_id is not null');
    this.addSql('create unique index tracked_link_offer on tracked_link (offer_id, kind) where offer_id is not null');
    this.addSql(`create table intent_event (
      id uuid primary key, link_id uuid not null references tracked_link (id) on delete cascade,
      event_name text not null, event_family text not null check (event_family = 'intent'), received_at timestamptz not null)`);
    this.addSql('create index intent_event_link on intent_event (link_id, received_at)');
  }
}
