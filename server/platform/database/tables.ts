/** How a table behaves when the database is distributed (scale S1). */
export type TableKind = 'distributed' | 'reference' | 'local' | 'account';

/** Every table of the schema and its kind; a test compares this list and rules S2 to S6 with the catalog. */
export const tableKinds: Readonly<Record<string, TableKind>> = {
  'auth.user': 'local',
  'auth.session': 'local',
  'auth.account': 'local',
  'auth.verification': 'local',
  audit_head: 'distributed',
  audit_entry: 'distributed',
  audit_value: 'distributed',
  idempotent_request: 'account',
  mail: 'local',
  fold_watermark: 'local',
  schema_migration: 'local',
  organization: 'reference',
  member: 'local',
  invitation: 'local',
  product: 'distributed',
  product_name: 'distributed',
  credential: 'local',
  credential_use: 'local',
  tracking_event: 'distributed',
  tracking_verdict: 'distributed',
  customer_account: 'distributed',
  campaign: 'distributed',
  csv_import: 'distributed',
  csv_import_piece: 'distributed',
  csv_import_refusal: 'distributed',
  adoption_daily: 'distributed',
  adoption_daily_developer: 'distributed',
};
