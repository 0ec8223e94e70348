import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import canonicalize from 'canonicalize';
import { BareStatement, membersOf, type RowOf } from '../database/bare-statement.js';
import { newUuid } from '../ids.js';
import type { AuditChain } from './audit.chain.js';
import { AuditHead } from './audit.entity.js';

export { type AuditChain, organizationChain, PLATFORM_CHAIN, personChain } from './audit.chain.js';

/** Stands for the hash before the first entry of a chain. */
export const GENESIS = '0'.repeat(64);

/** The action of the entries that name what was erased; their own values are never erased. */
export const ERASE_ACTION = 'audit.erase';

/** One act of a person or an operator, as it is told to the log. */
export interface AuditRecord {
  readonly chain: AuditChain;
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

/** The facts of an entry that its hash covers. */
export interface Chained {
  /** The chain's name; entries from before chains were named have none. */
  chain?: string;
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

/** The digest that stands in the chain for an entry's values; without the salt no one can guess them from it. */
export const digestOfValues = (salt: string, changes: unknown, reason: string | null): string =>
  sha256(`${salt}${canonicalize({ changes, reason }) ?? ''}`);

export const HEAD = new BareStatement(
  membersOf(AuditHead, 'sequence', 'hash'),
  'select sequence, hash from audit_head where organization_id = ? for update',
);

/**
 * Appends an entry to a chain inside the caller's transaction, with the chain's head locked until it ends (decisions §10, Audit).
 * Must be called in the transaction of the change it tells about.
 */
export async function recordAudit(em: EntityManager, at: Date, record: AuditRecord): Promise<void> {
  const { chain } = record;
  const head = (await lockHead(em, chain)) ?? (await beginChain(em, chain));
  const salt = randomBytes(16).toString('hex');
  const reason = record.reason ?? null;
  const entry: Chained = {
    chain: chain.name,
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
    `insert into audit_entry (organization_id, chain, id, sequence, at, actor, action, resource, resource_id, revision, values_digest, request_id,
       prev_hash, hash)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      chain.id,
      chain.name,
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
    [chain.id, entry.id, salt, JSON.stringify(record.changes), reason],
  );
  await em.execute('update audit_head set sequence = ?, hash = ? where organization_id = ?', [
    entry.sequence,
    hash,
    chain.id,
  ]);
}

/** The newest entry of a chain, locked until the transaction ends; undefined while the chain has none. */
async function lockHead(em: EntityManager, chain: AuditChain): Promise<RowOf<typeof HEAD> | undefined> {
  const [head] = await em.execute<RowOf<typeof HEAD>[]>(HEAD.text, [chain.id]);
  return head;
}

/** Begins a chain, or finds that another transaction has begun it meanwhile; its head is locked either way. */
async function beginChain(em: EntityManager, chain: AuditChain): Promise<RowOf<typeof HEAD>> {
  await em.execute(
    'insert into audit_head (organization_id, chain, sequence, hash) values (?, ?, 0, ?) on conflict (organization_id) do nothing',
    [chain.id, chain.name, GENESIS],
  );
  const head = await lockHead(em, chain);
  if (!head) throw new Error(`the audit chain of ${chain.name} has no head`);
  return head;
}
