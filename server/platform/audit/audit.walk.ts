import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { BareStatement, membersOf, type RowOf } from '../database/bare-statement.js';
import { AuditEntry, AuditHead, AuditValue } from './audit.entity.js';
import type { Chained } from './audit.js';

const COLUMNS = {
  organization_id: [AuditEntry, 'organizationId'],
  head_chain: [AuditHead, 'chain'],
  head_sequence: [AuditHead, 'sequence'],
  head_hash: [AuditHead, 'hash'],
  values_digest: [AuditEntry, 'valuesDigest'],
  request_id: [AuditEntry, 'requestId'],
  resource_id: [AuditEntry, 'resourceId'],
  prev_hash: [AuditEntry, 'prevHash'],
  ...membersOf(AuditEntry, 'chain', 'id', 'sequence', 'at', 'actor', 'action', 'resource', 'revision', 'hash'),
  ...membersOf(AuditValue, 'salt', 'changes', 'reason'),
} as const;

/** Heads and entries that belong together, with their values, of every chain or of one. */
const entriesOf = (heads: string, entries: string, values: string): string =>
  `select coalesce(h.organization_id, e.organization_id) as organization_id, h.chain as head_chain, h.sequence as head_sequence,
     h.hash as head_hash, e.chain, e.id, e.sequence, e.at, e.actor, e.action, e.resource, e.resource_id, e.revision, e.values_digest,
     e.request_id, e.prev_hash, e.hash, v.salt, v.changes, v.reason
   from ${heads} h full join ${entries} e on e.organization_id = h.organization_id
   left join ${values} v on v.organization_id = e.organization_id and v.entry_id = e.id
   order by 1, e.sequence`;

export const ENTRIES = new BareStatement(COLUMNS, entriesOf('audit_head', 'audit_entry', 'audit_value'));
export const CHAIN_ENTRIES = new BareStatement(
  COLUMNS,
  entriesOf(
    '(select * from audit_head where organization_id = ?)',
    '(select * from audit_entry where organization_id = ?)',
    '(select * from audit_value where organization_id = ?)',
  ),
);
/** The head of every chain that has an entry. */
export const HEADS = new BareStatement(
  membersOf(AuditHead, 'organizationId', 'chain', 'sequence', 'hash'),
  'select organization_id as "organizationId", chain, sequence, hash from audit_head where sequence > 0 order by 1',
);
type Entry = RowOf<typeof ENTRIES>;
type OfHead = 'head_chain' | 'head_sequence' | 'head_hash';
type OfValue = 'salt' | 'changes' | 'reason';

/**
 * An entry with its values, if they stand, beside its chain's head, if that stands. The id is null in the one row of a chain that has a
 * head and no entry; the entry's other members are then null too.
 */
export type WalkedRow = Omit<Entry, OfHead | OfValue> & { readonly [Name in OfHead | OfValue]: Entry[Name] | null };

const ROWS_AT_ONCE = 500;

/**
 * Visits every entry of every chain, chain by chain in their order, and each chain that is nothing but a head; with an id, of that chain
 * alone. All is read in one moment, so that a log that is being written to is never seen half, and no more than a few hundred rows are
 * held at once.
 */
export async function walkAudit(em: EntityManager, visit: (row: WalkedRow) => void, chainId?: string): Promise<void> {
  const [{ text }, values]: [{ text: string }, string[]] =
    chainId === undefined ? [ENTRIES, []] : [CHAIN_ENTRIES, [chainId, chainId, chainId]];
  await em.fork().transactional((tx) => walkRows(tx, text, values, visit), {
    isolationLevel: IsolationLevel.REPEATABLE_READ,
    readOnly: true,
  });
}

/** Visits every entry of every chain inside the transaction of `tx`, as `walkAudit` does. */
export const walkAuditWithin = (tx: EntityManager, visit: (row: WalkedRow) => void): Promise<void> =>
  walkRows(tx, ENTRIES.text, [], visit);

async function walkRows(
  tx: EntityManager,
  text: string,
  values: readonly string[],
  visit: (row: WalkedRow) => void,
): Promise<void> {
  await tx.execute(`declare audit_walk no scroll cursor for ${text}`, [...values]);
  for (;;) {
    const rows = await tx.execute<RowOf<typeof ENTRIES>[]>(`fetch ${ROWS_AT_ONCE} from audit_walk`);
    for (const row of rows) visit(row);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await tx.execute('close audit_walk');
}

/** The facts of a stored entry as its hash covers them. */
export const chainedOf = (row: Omit<WalkedRow, 'organization_id' | OfHead>): Chained => ({
  ...(row.chain === null ? {} : { chain: row.chain }),
  id: row.id,
  sequence: Number(row.sequence),
  at: row.at.toISOString(),
  actor: row.actor,
  action: row.action,
  resource: row.resource,
  resourceId: row.resource_id,
  revision: row.revision,
  valuesDigest: row.values_digest,
  requestId: row.request_id,
  prevHash: row.prev_hash,
});
