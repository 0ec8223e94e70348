/** How a table behaves when the database is distributed (scale S1). */
export type TableKind = 'distributed' | 'reference' | 'local' | 'account';

/** The domain that reads and writes a table; every other asks it (architecture, Entities). */
export type TableOwner =
  | 'platform'
  | 'accounts'
  | 'directory'
  | 'offers'
  | 'planning'
  | 'tracking'
  | 'skills'
  | 'projects'
  | 'adoption'
  | 'usage'
  | 'intake'
  | 'enterprise'
  | 'webhooks';

export interface TableRule {
  readonly kind: TableKind;
  readonly owner: TableOwner;
  /** True where rows are never changed once they are written: the role that serves may add and read them. */
  readonly appendOnly?: true;
  /** True where only the owner of the tables may read it: the role that serves has no right to it. */
  readonly ownersAlone?: true;
  /** The rights of automation on the table under its own role, as a grant names them; none where it is absent. */
  readonly automation?: string;
}

/** Every table of the schema; tests compare this list and rules S2 to S6 with the catalog, and look for its names outside their owners. */
export const tableRules: Readonly<Record<string, TableRule>> = {
  'auth.user': { kind: 'local', owner: 'accounts' },
  'auth.session': { kind: 'local', owner: 'accounts' },
  'auth.account': { kind: 'local', owner: 'accounts' },
  'auth.verification': { kind: 'local', owner: 'accounts' },
  audit_head: { kind: 'distributed', owner: 'platform' },
  audit_entry: { kind: 'distributed', owner: 'platform', appendOnly: true },
  audit_value: { kind: 'distributed', owner: 'platform', appendOnly: true },
  audit_waiting: { kind: 'local', owner: 'platform', appendOnly: true },
  idempotent_request: { kind: 'account', owner: 'platform' },
  mail: { kind: 'local', owner: 'platform' },
  fold_watermark: { kind: 'local', owner: 'tracking' },
  schema_migration: { kind: 'local', owner: 'platform' },
  schema_build: { kind: 'local', owner: 'platform' },
  retention_run: { kind: 'local', owner: 'platform' },
  backup_run: { kind: 'local', owner: 'platform', appendOnly: true },
  organization: { kind: 'reference', owner: 'accounts' },
  member: { kind: 'local', owner: 'accounts' },
  former_mailbox: { kind: 'local', owner: 'accounts' },
  invitation: { kind: 'local', owner: 'accounts' },
  second_factor: { kind: 'local', owner: 'accounts' },
  recovery_code: { kind: 'local', owner: 'accounts' },
  sign_in_challenge: { kind: 'local', owner: 'accounts' },
  passkey: { kind: 'local', owner: 'accounts' },
  answered_challenge: { kind: 'local', owner: 'accounts' },
  factor_reset: { kind: 'local', owner: 'accounts' },
  sign_in_device: { kind: 'local', owner: 'accounts' },
  second_factor_policy: { kind: 'local', owner: 'accounts' },
  identity_provider: { kind: 'local', owner: 'accounts' },
  person_identity: { kind: 'local', owner: 'accounts' },
  sign_in_flow: { kind: 'local', owner: 'accounts' },
  product: { kind: 'reference', owner: 'accounts' },
  product_name: { kind: 'reference', owner: 'accounts' },
  credential: { kind: 'local', owner: 'accounts' },
  enterprise_key_notice: { kind: 'local', owner: 'accounts' },
  credential_use: { kind: 'local', owner: 'accounts' },
  tracking_event: { kind: 'distributed', owner: 'tracking' },
  tracking_refusal: { kind: 'distributed', owner: 'tracking' },
  tracking_refusal_code: { kind: 'distributed', owner: 'tracking' },
  tracking_verdict: { kind: 'distributed', owner: 'tracking' },
  event_content_mark: { kind: 'local', owner: 'tracking' },
  ignored_event: { kind: 'reference', owner: 'tracking' },
  ignored_event_count: { kind: 'distributed', owner: 'tracking' },
  customer_account: { kind: 'distributed', owner: 'tracking' },
  campaign: { kind: 'distributed', owner: 'tracking' },
  csv_import: { kind: 'distributed', owner: 'tracking' },
  csv_import_piece: { kind: 'distributed', owner: 'tracking' },
  csv_import_refusal: { kind: 'distributed', owner: 'tracking' },
  adoption_count: { kind: 'distributed', owner: 'adoption' },
  adoption_received: { kind: 'distributed', owner: 'adoption' },
  adoption_activity: { kind: 'distributed', owner: 'adoption' },
  adoption_named_activity: { kind: 'distributed', owner: 'adoption' },
  adoption_tool_call: { kind: 'distributed', owner: 'adoption' },
  adoption_receipt: { kind: 'distributed', owner: 'adoption' },
  adoption_developer: { kind: 'distributed', owner: 'adoption' },
  adoption_first_seen: { kind: 'distributed', owner: 'adoption' },
  adoption_early_use: { kind: 'distributed', owner: 'adoption' },
  adoption_account: { kind: 'distributed', owner: 'adoption' },
  adoption_subject: { kind: 'distributed', owner: 'adoption' },
  adoption_presence: { kind: 'distributed', owner: 'adoption' },
  adoption_period: { kind: 'distributed', owner: 'adoption' },
  adoption_period_activity: { kind: 'distributed', owner: 'adoption' },
  adoption_snapshot: { kind: 'local', owner: 'adoption', appendOnly: true },
  adoption_snapshot_tool: { kind: 'local', owner: 'adoption', appendOnly: true },
  publication_secret: { kind: 'local', owner: 'adoption', ownersAlone: true },
  catalog_head: { kind: 'reference', owner: 'directory' },
  tool: { kind: 'reference', owner: 'directory' },
  tool_package: { kind: 'reference', owner: 'directory' },
  tool_measure: { kind: 'reference', owner: 'directory' },
  tool_subject: { kind: 'reference', owner: 'directory' },
  measure_day: { kind: 'reference', owner: 'directory' },
  measure_reading: { kind: 'local', owner: 'directory' },
  fact_check: { kind: 'local', owner: 'directory' },
  gap_count: { kind: 'local', owner: 'directory' },
  catalog_change: { kind: 'local', owner: 'directory' },
  catalog_import: { kind: 'local', owner: 'directory' },
  catalog_import_row: { kind: 'local', owner: 'directory' },
  offer: { kind: 'reference', owner: 'offers' },
  offer_tool: { kind: 'reference', owner: 'offers' },
  offer_claim: { kind: 'local', owner: 'offers' },
  tracked_link: { kind: 'reference', owner: 'directory' },
  intent_event: { kind: 'local', owner: 'directory' },
  saved_plan: { kind: 'local', owner: 'planning' },
  plan_letter_link: { kind: 'local', owner: 'planning' },
  agent_skill: { kind: 'local', owner: 'skills' },
  project: { kind: 'local', owner: 'projects' },
  project_approval: { kind: 'local', owner: 'projects' },
  project_proof: { kind: 'local', owner: 'projects' },
  tool_connection: { kind: 'local', owner: 'usage' },
  relay_identity: { kind: 'local', owner: 'usage' },
  usage_receipt: { kind: 'account', owner: 'usage' },
  provider_snapshot: { kind: 'account', owner: 'usage' },
  provider_attempt: { kind: 'account', owner: 'usage' },
  monthly_spend: { kind: 'account', owner: 'usage' },
  spend_budget: { kind: 'account', owner: 'usage' },
  product_tool: { kind: 'reference', owner: 'directory' },
  tracking_plan: { kind: 'reference', owner: 'tracking' },
  intake_submission: {
    kind: 'local',
    owner: 'intake',
    automation:
      'select, update (state, revision, priority, score, route, missing, risks, checks_failed, checks_unknown, drafted_at, updated_at)',
  },
  intake_draft: { kind: 'local', owner: 'intake', automation: 'select, insert' },
  intake_history: { kind: 'local', owner: 'intake', automation: 'select, insert' },
  intake_letter: { kind: 'local', owner: 'intake', automation: 'select, insert' },
  intake_comment: { kind: 'local', owner: 'intake' },
  intake_decision: { kind: 'local', owner: 'intake' },
  intake_party: { kind: 'local', owner: 'intake' },
  intake_link: { kind: 'local', owner: 'intake' },
  hackathon_event: { kind: 'local', owner: 'intake' },
  hackathon_sponsor: { kind: 'local', owner: 'intake' },
  hackathon_sponsor_tool: { kind: 'local', owner: 'intake' },
  hackathon_entry: { kind: 'local', owner: 'intake' },
  saved_view: { kind: 'local', owner: 'adoption' },
  enterprise_audit_receipt: { kind: 'distributed', owner: 'enterprise', appendOnly: true },
  webhook_endpoint: { kind: 'distributed', owner: 'webhooks' },
  webhook_message: { kind: 'distributed', owner: 'webhooks' },
};
