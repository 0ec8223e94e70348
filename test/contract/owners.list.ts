/** Tables that a source names beside those of its own feature, and why. */
export interface ForeignTables {
  readonly tables: readonly string[];
  readonly reason: string;
}

const NAMES = 'a page shows names of the owner: one join, where a question each would be one statement a row';
const OPERATOR = 'a command of the operator, in one transaction with its audit entry; no transport offers it';
const DEMO = 'makes and replaces sample records that no operation may touch';

/** Whatever SQL crosses the line between two features. Another line needs a reason that a function of the owner cannot answer. */
export const FOREIGN_TABLES: Readonly<Record<string, ForeignTables>> = {
  'server/adoption/folding/window.query': {
    tables: ['campaign', 'customer_account', 'tracking_event'],
    reason: 'folding reads the events of a window once, and counts and writes in that statement',
  },
  'server/adoption/projects/project-evidence.read': {
    tables: ['tracking_event'],
    reason: 'a walk along one index for each tool and family: the few deciding events of millions',
  },
  'server/adoption/projects/project-links.open': {
    tables: ['project'],
    reason: 'one statement for all events of a flush that name a project: on the hot path',
  },
  'server/adoption/company/export-rows.read': {
    tables: ['tracking_event'],
    reason: 'an export streams the events of a window from the snapshot of its other numbers',
  },
  'server/adoption/company/reconciliation.read': {
    tables: ['tracking_event'],
    reason: 'sums of thirty days, made where the events lie',
  },
  'server/commands/audit.erase': {
    tables: ['audit_entry', 'audit_value', 'auth.user'],
    reason: `${OPERATOR}; it finds a person in every chain by all names that they had`,
  },
  'server/commands/people': { tables: ['auth.user'], reason: OPERATOR },
  'server/demo/demo': { tables: ['auth.user', 'member'], reason: DEMO },
  'server/directory/links/link-opens.read': { tables: ['offer', 'organization'], reason: NAMES },
  'server/directory/links/vendor-link.query': {
    tables: ['organization', 'product'],
    reason:
      'a link stands only with a verified domain and a product that is not ignored: one condition of other statements',
  },
  'server/offers/review/reviewed-offer.read': { tables: ['offer_tool'], reason: NAMES },
  'server/platform/database/roles.sql': {
    tables: ['audit_head'],
    reason: 'grants: who serves moves the heads of the audit log and deletes none',
  },
  'server/tracking/ingest/event.query': {
    tables: ['credential', 'product'],
    reason: 'inside the statement of a flush: whether each key and its product still live (hot path, 1)',
  },
};
