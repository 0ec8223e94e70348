import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../database/table.types.js';
import type { AuditEntry, AuditHead, AuditValue } from './audit.entity.js';
import type { ExportedEntry, ExportedHead } from './audit.export.js';
import type { AuditChain } from './audit.js';

interface AuditTables {
  readonly audit_entry: TableOf<AuditEntry>;
  readonly audit_value: TableOf<AuditValue>;
  readonly audit_head: TableOf<AuditHead>;
}

/** The entries of a chain after one, in their order, with the values that are still there. */
export const readChainEntries = (
  em: EntityManager,
  { id }: AuditChain,
  after: number,
  limit: number,
): Promise<ExportedEntry[]> =>
  em
    .getKysely<AuditTables>()
    .selectFrom('audit_entry as t')
    .leftJoin('audit_value as v', (on) =>
      on
        .onRef('v.organization_id', '=', 't.organization_id')
        .onRef('v.entry_id', '=', 't.id')
        .on('v.organization_id', '=', id),
    )
    .where('t.organization_id', '=', id)
    .where('t.sequence', '>', String(after))
    .orderBy('t.sequence')
    .limit(limit)
    .select([
      't.chain',
      't.id',
      't.sequence',
      't.at',
      't.actor',
      't.action',
      't.resource',
      't.resource_id',
      't.revision',
    ])
    .select(['t.values_digest', 't.request_id', 't.prev_hash', 't.hash', 'v.salt', 'v.changes', 'v.reason'])
    .$castTo<ExportedEntry>()
    .execute();

/** The head of a chain; null while it has no entry. */
export async function readChainHead(em: EntityManager, { id }: AuditChain): Promise<ExportedHead | null> {
  const head = await em
    .getKysely<AuditTables>()
    .selectFrom('audit_head')
    .select(['sequence', 'hash'])
    .where('organization_id', '=', id)
    .executeTakeFirst();
  const sequence = Number(head?.sequence ?? 0);
  return head && sequence > 0 ? { sequence, hash: head.hash } : null;
}
