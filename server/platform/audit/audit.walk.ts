import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import type { Chained } from './audit.js';

/** An entry with its values, if they stand, beside its chain's head, if that stands. */
export interface WalkedRow {
  organization_id: string;
  head_chain: string | null;
  head_sequence: string | null;
  head_hash: string | null;
  chain: string | null;
  /** Null in the one row of a chain that has a head and no entry; the entry's other members are then null too. */
  id: string;
  sequence: string;
  at: Date;
  actor: string;
  action: string;
  resource: string;
  resource_id: string;
  revision: number | null;
  values_digest: string;
  request_id: string | null;
  prev_hash: string;
  hash: string;
  salt: string | null;
  changes: unknown;
  reason: string | null;
}

const ROWS_AT_ONCE = 500;

/**
 * Visits every entry of every chain, chain by chain in their order, and each chain that is nothing but a head. All is read in one moment, so
 * that a log that is being written to is never seen half, and no more than a few hundred rows are held at once.
 */
export async function walkAudit(em: EntityManager, visit: (row: WalkedRow) => void): Promise<void> {
  await em.fork().transactional(
    async (tx) => {
      await tx.execute(
        `declare audit_walk no scroll cursor for
         select coalesce(h.organization_id, e.organization_id) as organization_id, h.chain as head_chain, h.sequence as head_sequence,
           h.hash as head_hash, e.chain, e.id, e.sequence, e.at, e.actor, e.action, e.resource, e.resource_id, e.revision, e.values_digest,
           e.request_id, e.prev_hash, e.hash, v.salt, v.changes, v.reason
         from audit_head h full join audit_entry e on e.organization_id = h.organization_id
         left join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id
         order by 1, e.sequence`,
      );
      for (;;) {
        const rows = await tx.execute<WalkedRow[]>(`fetch ${ROWS_AT_ONCE} from audit_walk`);
        for (const row of rows) visit(row);
        if (rows.length < ROWS_AT_ONCE) return;
      }
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  );
}

/** The facts of a stored entry as its hash covers them. */
export const chainedOf = (row: WalkedRow): Chained => ({
  ...(row.chain === null ? {} : { chain: row.chain }),
  id: row.id,
  sequence: Number(row.sequence),
  at: new Date(row.at).toISOString(),
  actor: row.actor,
  action: row.action,
  resource: row.resource,
  resourceId: row.resource_id,
  revision: row.revision,
  valuesDigest: row.values_digest,
  requestId: row.request_id,
  prevHash: row.prev_hash,
});
