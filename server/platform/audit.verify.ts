import type { EntityManager } from '@mikro-orm/postgresql';
import { type Chained, digestOfValues, GENESIS, hashOfEntry } from './audit.js';

interface StoredEntry {
  organization_id: string;
  chain: string | null;
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

export interface ChainVerdict {
  /** The chain's name: `org_…`, `usr_…` or `platform`. */
  readonly chain: string;
  readonly entries: number;
  readonly erased: number;
  /** What breaks the chain, in the chain's order; empty when it holds. */
  readonly broken: readonly { sequence: number; what: 'missing' | 'hash' | 'previous' | 'values' | 'head' }[];
}

/** Recomputes every chain from its first entry; entries whose values were erased count as such and do not break it. */
export async function verifyAudit(em: EntityManager): Promise<ChainVerdict[]> {
  const heads = await em.execute<{ organization_id: string; chain: string; sequence: string; hash: string }[]>(
    'select * from audit_head order by organization_id',
  );
  const verdicts: ChainVerdict[] = [];
  for (const head of heads) {
    const rows = await em.execute<StoredEntry[]>(
      `select e.*, v.salt, v.changes, v.reason from audit_entry e
       left join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id
       where e.organization_id = ? order by e.sequence`,
      [head.organization_id],
    );
    verdicts.push(verifyChain(head, rows));
  }
  return verdicts;
}

function verifyChain(
  head: { organization_id: string; chain: string; sequence: string; hash: string },
  rows: StoredEntry[],
): ChainVerdict {
  const broken: { sequence: number; what: ChainVerdict['broken'][number]['what'] }[] = [];
  let previous = GENESIS;
  let expected = 1;
  let erased = 0;
  for (const row of rows) {
    const sequence = Number(row.sequence);
    if (sequence !== expected) broken.push({ sequence: expected, what: 'missing' });
    if (row.prev_hash !== previous) broken.push({ sequence, what: 'previous' });
    if (hashOfEntry(chainedOf(row)) !== row.hash) broken.push({ sequence, what: 'hash' });
    if (row.salt === null) erased += 1;
    else if (digestOfValues(row.salt, row.changes, row.reason) !== row.values_digest)
      broken.push({ sequence, what: 'values' });
    previous = row.hash;
    expected = sequence + 1;
  }
  if (Number(head.sequence) !== expected - 1 || head.hash !== previous)
    broken.push({ sequence: Number(head.sequence), what: 'head' });
  return { chain: head.chain, entries: rows.length, erased, broken };
}

const chainedOf = (row: StoredEntry): Chained => ({
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
