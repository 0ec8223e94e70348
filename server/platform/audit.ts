import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import canonicalize from 'canonicalize';
import { newUuid } from './ids.js';

/** The chain that belongs to no organization: operator acts, roles, platform settings. */
export const PLATFORM_CHAIN = '00000000-0000-0000-0000-000000000000';

const GENESIS = '0'.repeat(64);

/** One act of a person or an operator, as it is told to the log. */
export interface AuditRecord {
  readonly organizationId: string;
  readonly actor: string;
  readonly action: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly revision?: number;
  /** Field by field, what was and what is. */
  readonly changes: Record<string, [unknown, unknown]>;
  readonly reason?: string;
  readonly requestId?: string;
}

interface Chained {
  id: string;
  sequence: number;
  at: string;
  actor: string;
  action: string;
  resource: string;
  resourceId: string;
  revision: number | null;
  valuesDigest: string;
  requestId: string | null;
  prevHash: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The hash of one entry covers its facts and the salted digest of its values, so that values can be erased and the chain still holds. */
export const hashOfEntry = (entry: Chained): string => sha256(canonicalize(entry) ?? '');

/** The digest that stands in the chain for an entry's values; without the salt nobody can guess them from it. */
export const digestOfValues = (salt: string, changes: unknown, reason: string | null): string =>
  sha256(`${salt}${canonicalize({ changes, reason }) ?? ''}`);

/**
 * Appends an entry to the organization's chain inside the caller's transaction, with the chain's head locked (decisions §10, Audit).
 * Must be called in the transaction of the change it tells about.
 */
export async function recordAudit(em: EntityManager, at: Date, record: AuditRecord): Promise<void> {
  const { organizationId } = record;
  await em.execute(
    'insert into audit_head (organization_id, sequence, hash) values (?, 0, ?) on conflict (organization_id) do nothing',
    [organizationId, GENESIS],
  );
  const heads = await em.execute<{ sequence: string; hash: string }[]>(
    'select sequence, hash from audit_head where organization_id = ? for update',
    [organizationId],
  );
  const head = heads[0];
  if (!head) throw new Error(`the audit chain of ${organizationId} has no head`);
  const salt = randomBytes(16).toString('hex');
  const reason = record.reason ?? null;
  const entry: Chained = {
    id: newUuid(),
    sequence: Number(head.sequence) + 1,
    at: at.toISOString(),
    actor: record.actor,
    action: record.action,
    resource: record.resource,
    resourceId: record.resourceId,
    revision: record.revision ?? null,
    valuesDigest: digestOfValues(salt, record.changes, reason),
    requestId: record.requestId ?? null,
    prevHash: head.hash,
  };
  const hash = hashOfEntry(entry);
  await em.execute(
    `insert into audit_entry (organization_id, id, sequence, at, actor, action, resource, resource_id, revision, values_digest, request_id, prev_hash, hash)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      organizationId,
      entry.id,
      entry.sequence,
      at,
      entry.actor,
      entry.action,
      entry.resource,
      entry.resourceId,
      entry.revision,
      entry.valuesDigest,
      entry.requestId,
      entry.prevHash,
      hash,
    ],
  );
  await em.execute(
    'insert into audit_value (organization_id, entry_id, salt, changes, reason) values (?, ?, ?, ?::jsonb, ?)',
    [organizationId, entry.id, salt, JSON.stringify(record.changes), reason],
  );
  await em.execute('update audit_head set sequence = ?, hash = ? where organization_id = ?', [
    entry.sequence,
    hash,
    organizationId,
  ]);
}

interface StoredEntry {
  organization_id: string;
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
  readonly organizationId: string;
  readonly entries: number;
  readonly erased: number;
  /** What breaks the chain, in the chain's order; empty when it holds. */
  readonly broken: readonly { sequence: number; what: 'missing' | 'hash' | 'previous' | 'values' | 'head' }[];
}

/** Recomputes every chain from its first entry; entries whose values were erased count as such and do not break it. */
export async function verifyAudit(em: EntityManager): Promise<ChainVerdict[]> {
  const heads = await em.execute<{ organization_id: string; sequence: string; hash: string }[]>(
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
  head: { organization_id: string; sequence: string; hash: string },
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
  return { organizationId: head.organization_id, entries: rows.length, erased, broken };
}

const chainedOf = (row: StoredEntry): Chained => ({
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
