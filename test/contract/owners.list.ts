/** Tables that a source names beside those of its own feature, and why. */
export interface ForeignTables {
  readonly tables: readonly string[];
  readonly reason: string;
}

const NAMES = 'a page shows names of the owner: one join, where a question each would be one statement a row';
const OPERATOR = 'a command of the operator, in one transaction with its audit entry; no transport offers it';
const DEMO = 'makes and replaces sample records that no operation may touch';

const ROLES =
  'grants, and whether they hold: who serves may add to the audit log and to snapshots, and change nothing of them';

/** Whatever statement crosses the line between two features, or class of an entity that between two domains. Another line needs a reason that a function of the owner cannot answer. */
export const FOREIGN_TABLES: Readonly<Record<string, ForeignTables>> = {
  'server/accounts/sessions/email-spelling.normalize': {
    tables: ['audit_entry'],
    reason:
      'once, when a release begins to have one form of an address: which account was verified earlier stands in the log alone',
  },
  'server/accounts/organizations/audit.operations': {
    tables: ['audit_entry', 'audit_value'],
    reason: 'the platform keeps the log and has no operations; this is the one list of it, sorted and paged as others',
  },
  'server/adoption/folding/fold.query': {
    tables: ['campaign', 'customer_account', 'tracking_event'],
    reason: 'folding reads the events of a window once, and counts and writes in that statement',
  },
  'server/adoption/adoption.resolver': {
    tables: ['tracking_plan'],
    reason: 'adds to an approved plan what arrives of it: only the class of the answer is named, and no row is read',
  },
  'server/adoption/evidence/project-evidence.query': {
    tables: ['tracking_event'],
    reason: 'a walk along one index for each tool and family: the few deciding events of millions',
  },
  'server/adoption/evidence/project-links.open': {
    tables: ['project'],
    reason: 'one statement for all events of a flush that name a project: on the hot path',
  },
  'server/adoption/company/export.operations': {
    tables: ['tracking_event'],
    reason: 'an export streams the events of a window from the snapshot of its other numbers',
  },
  'server/adoption/company/product-view.operations': {
    tables: ['tracking_event'],
    reason: 'sums of thirty days, made where the events lie',
  },
  'server/adoption/publishing/adoption.types': {
    tables: ['tool_measure'],
    reason: 'the GraphQL type of a public figure, which stands beside a tool’s row',
  },
  'server/app/database': {
    tables: [
      'audit_entry',
      'audit_head',
      'audit_value',
      'audit_waiting',
      'backup_run',
      'idempotent_request',
      'mail',
      'retention_run',
    ],
    reason: 'the composition root knows every entity; a domain lists its own, and the platform is none',
  },
  'server/commands/audit.erase': {
    tables: ['audit_entry', 'audit_value', 'auth.user'],
    reason: `${OPERATOR}; it finds a person in every chain by all names that they had`,
  },
  'server/commands/keys': { tables: ['credential', 'organization', 'product'], reason: OPERATOR },
  'server/commands/plan.set': { tables: ['organization'], reason: OPERATOR },
  'server/commands/person.rename': { tables: ['auth.user'], reason: OPERATOR },
  'server/commands/organization.close': { tables: ['audit_entry', 'audit_value', 'organization'], reason: OPERATOR },
  'server/commands/person.erase': { tables: ['intake_submission'], reason: OPERATOR },
  'server/commands/people': { tables: ['auth.user', 'member', 'organization'], reason: OPERATOR },
  'server/demo/adoption.prepare': {
    tables: ['member', 'organization', 'product', 'product_name', 'product_tool'],
    reason: DEMO,
  },
  'server/demo/demo': {
    tables: ['auth.user', 'credential', 'mail', 'member', 'organization', 'product', 'product_name'],
    reason: DEMO,
  },
  'server/directory/links/link-opens.operations': { tables: ['offer', 'organization'], reason: NAMES },
  'server/directory/links/link.query': {
    tables: ['organization', 'product'],
    reason:
      'a link stands only with a verified domain and a product that is not ignored: one condition of other statements',
  },
  'server/offers/offer.query': { tables: ['tool'], reason: NAMES },
  'server/offers/review.query': { tables: ['tool'], reason: NAMES },
  'server/platform/database/roles.check': {
    tables: ['adoption_snapshot', 'audit_entry'],
    reason: ROLES,
  },
  'server/platform/database/roles.sql': {
    tables: ['audit_head'],
    reason: ROLES,
  },
  'server/tracking/csv/csv-import.query': { tables: ['product'], reason: NAMES },
  'server/tracking/ingest/event.query': {
    tables: ['credential', 'product'],
    reason: 'inside the statement of a flush: whether each key and its product still live (hot path, 1)',
  },
  'server/tracking/verdicts/verdict.query': { tables: ['credential', 'product'], reason: NAMES },
  'server/usage/receipts/board.query': { tables: ['tool'], reason: NAMES },
  'server/usage/receipts/connection.query': { tables: ['tool'], reason: NAMES },
  'server/usage/receipts/receipt.operations': { tables: ['tool'], reason: NAMES },
};
