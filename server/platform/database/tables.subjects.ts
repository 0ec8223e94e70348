/**
 * The places of data of a person, of a company's developer and of an organization, table by table, and what becomes of it when they are erased: one
 * list for exports and erasures; a test compares it with the catalog, so that a new column that could hold a person has its answer.
 */

/** The columns of a table that lead to a person, and what an erasure does with its rows. */
export interface PersonTrace {
  readonly table: string;
  /** A word for what the rows are, for the answer of a command. */
  readonly kind: string;
  /** A column that holds the id of the account: bare, or `usr_…` where it is text. */
  readonly id?: string;
  /** A column that holds the address, in its normal form. */
  readonly address?: string;
  /**
   * `deleted`: rows go. `cascade`: they go with the account. `cleared`: the columns of `to` get these values. `stays`: the id alone stays, which leads to
   * no one once the account is gone.
   */
  readonly on: 'deleted' | 'cascade' | 'cleared' | 'stays';
  readonly to?: Readonly<Record<string, string | null>>;
}

/** An id that stays says who decided or did what belongs to others. */
const deciders = (kind: string, table: string, ...columns: readonly string[]): PersonTrace[] =>
  columns.map((id) => ({ table, kind, id, on: 'stays' }));

const own = (kind: string, table: string, id = 'user_id'): PersonTrace => ({ table, kind, id, on: 'cascade' });

export const ERASED = 'erased';
/** Stands for an address where a column needs one; the domain is reserved and reaches no one. */
export const ERASED_ADDRESS = 'erased@erased.invalid';

export const personTraces: readonly PersonTrace[] = [
  { table: 'auth.user', kind: 'account', id: 'id', address: 'email', on: 'cascade' },
  own('sessions', 'auth.session', 'userId'),
  own('ways of signing in', 'auth.account', 'userId'),
  own('skills', 'agent_skill'),
  own('factor resets', 'factor_reset'),
  own('earlier mailboxes', 'former_mailbox'),
  own('memberships', 'member'),
  own('monthly charges', 'monthly_spend'),
  own('monthly budgets', 'spend_budget'),
  own('claims', 'offer_claim'),
  own('identities at providers', 'person_identity'),
  own('projects', 'project'),
  own('calls to providers', 'provider_attempt'),
  own('provider balances', 'provider_snapshot'),
  own('recovery codes', 'recovery_code'),
  own('passkeys', 'passkey'),
  own('ids at vendors', 'relay_identity'),
  own('saved plans', 'saved_plan'),
  own('saved views', 'saved_view'),
  own('second factor', 'second_factor'),
  own('sign-ins under way', 'sign_in_challenge'),
  own('devices', 'sign_in_device'),
  own('tool connections', 'tool_connection'),
  own('usage receipts', 'usage_receipt'),
  { table: 'credential', kind: 'tokens', id: 'user_id', on: 'cleared', to: { name: ERASED } },
  { table: 'mail', kind: 'letters', address: 'recipient', on: 'deleted' },
  { table: 'invitation', kind: 'invitations', address: 'email', on: 'deleted' },
  {
    table: 'intake_submission',
    kind: 'submissions as contact',
    address: 'contact_email',
    on: 'cleared',
    to: { contact_name: ERASED, contact_email: ERASED_ADDRESS, note: null, message: null },
  },
  {
    table: 'intake_submission',
    kind: 'submissions as sender',
    id: 'submitted_by',
    on: 'cleared',
    to: { submitted_by: null },
  },
  { table: 'intake_submission', kind: 'submissions assigned', id: 'assignee', on: 'cleared', to: { assignee: null } },
  { table: 'intake_comment', kind: 'comments of reviews', id: 'author', on: 'cleared', to: { text: ERASED } },
  { table: 'intake_party', kind: 'parts in submissions', id: 'person', on: 'cleared', to: { mailbox: null } },
  { table: 'intake_decision', kind: 'decisions of reviews', id: 'decided_by', on: 'cleared', to: { mailbox: null } },
  { table: 'intake_letter', kind: 'letters of reviews', id: 'except_user', on: 'cleared', to: { except_user: null } },
  ...deciders('decisions about skills', 'agent_skill', 'verified_by', 'published_by', 'suspended_by'),
  ...deciders('keys made for organizations', 'credential', 'created_by'),
  ...deciders('imports of events', 'csv_import', 'created_by', 'confirmed_by'),
  ...deciders('audit receipts', 'enterprise_audit_receipt', 'user_id'),
  ...deciders('factor resets of others', 'factor_reset', 'requested_by', 'confirmed_by'),
  ...deciders('entries of events', 'hackathon_entry', 'entered_by'),
  ...deciders('single sign-on', 'identity_provider', 'password_owner_id'),
  ...deciders('history of reviews', 'intake_history', 'actor'),
  ...deciders('invitations sent', 'invitation', 'invited_by'),
  ...deciders('links of products', 'product_tool', 'linked_by'),
  ...deciders('approvals of projects', 'project_approval', 'approved_by'),
  ...deciders('proofs of projects', 'project_proof', 'made_by'),
  ...deciders('views shared with a team', 'saved_view', 'created_by'),
  ...deciders('event names switched off', 'ignored_event', 'ignored_by'),
  ...deciders('tracking plans', 'tracking_plan', 'approved_by'),
  ...deciders('webhooks', 'webhook_endpoint', 'created_by'),
  ...deciders('imports of the catalog', 'catalog_import', 'actor'),
  ...deciders('decisions about figures', 'measure_day', 'decided_by'),
  ...deciders('plans granted', 'organization', 'plan_granted_by'),
  ...deciders('audit log', 'audit_entry', 'actor'),
];

/** Texts of others that may repeat the name or address of a submission's contact. */
export const contactTexts: readonly { table: string; submission: string; columns: readonly string[] }[] = [
  { table: 'intake_submission', submission: 'id', columns: ['fields', 'outcome', 'risks', 'missing'] },
  { table: 'intake_draft', submission: 'submission_id', columns: ['inputs', 'checks', 'records'] },
  { table: 'intake_history', submission: 'submission_id', columns: ['detail'] },
];

/** Columns by name that hold a person though their name does not say so are in the lists above; this finds those whose name does. */
export const PERSON_COLUMN =
  /^(user_?id|.*_by|email|contact_email|recipient|author|actor|assignee|person|except_user|password_owner_id|mailbox)$/i;

/** Columns whose name looks like a person's and that hold none, with the reason. */
export const notPersons: Readonly<Record<string, string>> = {
  'former_mailbox.mailbox': 'a digest; its row goes with the account',
  'intake_party.mailbox': 'a digest that is cleared with the row’s person',
  'intake_decision.mailbox': 'a digest that is cleared with the row’s person',
  'invitation.granted_by': 'a word: member or review',
  'project.changed_by': 'the project goes with the account',
  'person_identity.email': 'its row goes with the account',
};

/** The tables that hold a developer of a company, by the column that has the id that the company gave them. */
export const developerTables: readonly { table: string; column: string; where?: string }[] = [
  { table: 'adoption_activity', column: 'developer_id' },
  { table: 'adoption_developer', column: 'developer_id' },
  { table: 'adoption_early_use', column: 'developer_id' },
  { table: 'adoption_first_seen', column: 'developer_id' },
  { table: 'adoption_named_activity', column: 'developer_id' },
  { table: 'adoption_period_activity', column: 'developer_id' },
  { table: 'adoption_subject', column: 'name', where: "kind = 'developer'" },
];

/** The tables whose rows go when their organization is closed, in an order that foreign keys allow. */
export const closedTables: readonly string[] = [
  'webhook_message',
  'webhook_endpoint',
  'csv_import_refusal',
  'csv_import_piece',
  'csv_import',
  'tracking_event',
  'tracking_verdict',
  'tracking_refusal',
  'tracking_refusal_code',
  'event_content_mark',
  'customer_account',
  'campaign',
  'adoption_count',
  'adoption_received',
  'adoption_activity',
  'adoption_named_activity',
  'adoption_tool_call',
  'adoption_receipt',
  'adoption_developer',
  'adoption_first_seen',
  'adoption_early_use',
  'adoption_account',
  'adoption_subject',
  'adoption_presence',
  'adoption_period',
  'adoption_period_activity',
  'enterprise_audit_receipt',
  'ignored_event_count',
  'ignored_event',
  'tracking_plan',
  'product_tool',
  'product_name',
  'credential',
  'product',
  'saved_view',
  'invitation',
  'factor_reset',
  'person_identity',
  'sign_in_flow',
  'identity_provider',
  'second_factor_policy',
  'relay_identity',
  'member',
];

/** The tables with an organization’s id whose rows stay when it is closed, with the reason. */
export const stayingTables: Readonly<Record<string, string>> = {
  audit_entry: 'the chain stays and holds; the values in it are erased',
  audit_head: 'the chain stays and holds',
  audit_value: 'the values are erased, but for the entries that name what was erased',
  usage_receipt: 'receipts belong to the people who stored them',
  offer: 'an offer of the directory is the vendor’s public statement; it no longer names the organization',
};
