/** A statement that has to ask for more than one organization, or is sent by an operator alone. */
export interface CrossOrganization {
  /** Every other fault of it is refused. */
  readonly tables: readonly string[];
  readonly reason: string;
}

const WINDOW = {
  tables: ['adoption_developer', 'adoption_early_use', 'adoption_subject', 'tracking_event'],
  reason: 'folding counts a window of the events of all organizations in one statement, joined on the organization',
};

/** Statements that ask distributed tables without the organization as a value, by file and name. */
export const CROSS_ORGANIZATION: Readonly<Record<string, CrossOrganization>> = {
  'server/adoption/folding/events.fold FOLDED': WINDOW,
  'server/adoption/folding/events.fold FOLDED_WITH_NEW_ACCOUNTS': WINDOW,
  'server/adoption/folding/period.job STALE': {
    tables: ['adoption_count', 'adoption_period'],
    reason: 'the job looks for the newest stale periods of all organizations; it compacts each by its organization',
  },
  'server/tracking/ingest/event-window.claim FIRST_RECORDED': {
    tables: ['tracking_event'],
    reason: 'the first fold begins at the oldest event of all; asked alone, and only before there is a watermark',
  },
  'server/tracking/ingest/event-window.claim FOLDED_WINDOWS': {
    tables: ['tracking_event'],
    reason: 'a rebuild, which an operator starts, counts the events of all organizations again',
  },
  'server/tracking/ingest/event.query STORED': {
    tables: ['tracking_event'],
    reason: 'a flush has events of several organizations, and finds the stored ones by whole keys, organization first',
  },
  'server/commands/audit.erase CHAINS': {
    tables: ['audit_entry'],
    reason: 'an operator erases a person from every chain that names them',
  },
  'server/accounts/sessions/email-spelling.normalize VERIFIED': {
    tables: ['audit_entry'],
    reason:
      'runs where an upgrade finds an old spelling of an address: when the few accounts were verified, by any log',
  },
  'server/platform/audit/audit.walk ENTRIES': {
    tables: ['audit_entry', 'audit_head', 'audit_value'],
    reason: 'an operator verifies every chain in one snapshot; a chain by itself is asked by its organization',
  },
  'server/platform/audit/audit.walk HEADS': {
    tables: ['audit_head'],
    reason: 'an operator exports the heads of every chain in one snapshot',
  },
};

/** Statements without a name that jobs send for all organizations, by the job. */
export const OF_ALL_ORGANIZATIONS: Readonly<Record<string, CrossOrganization>> = {
  fold: { tables: ['webhook_endpoint'], reason: 'which organizations want to hear of new accounts' },
  delete_old_verdicts: { tables: ['tracking_verdict'], reason: 'forgets what is old, of all at once' },
  delete_old_imports: { tables: ['csv_import', 'csv_import_refusal'], reason: 'forgets what is old, of all at once' },
};

/** Operations and jobs that ask every shard, why, and what that costs; every other operation of one organization asks one. */
export const ALL_SHARDS: Readonly<Record<string, { readonly reason: string; readonly cost: string }>> = {
  fold: {
    reason: 'a window has the events of all organizations, and is counted once',
    cost: 'one task a shard and statement every three seconds, none while a node is away',
  },
  snapshot: {
    reason: 'a tool’s customers are several organizations, which are asked one after another',
    cost: 'one task an organization, once a day',
  },
  'audit verify': {
    reason: 'an operator verifies every chain in one snapshot',
    cost: 'all rows of the log pass the coordinator, by a cursor',
  },
};
