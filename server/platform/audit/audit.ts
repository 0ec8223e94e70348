import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import canonicalize from 'canonicalize';
import { BareStatement, membersOf, type RowOf } from '../database/bare-statement.js';
import { isDistributed } from '../database/cluster.js';
import { isNodeAway } from '../fault.js';
import { newUuid } from '../ids.js';
import { type AuditChain, mayWait } from './audit.chain.js';
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

/** An act as its entry tells it, before it has its place in the chain. */
export type Act = Omit<Chained, 'chain' | 'sequence' | 'prevHash'>;

/** The values of an act, which its digest covers. */
export interface ActValues {
  readonly salt: string;
  readonly changes: unknown;
  readonly reason: string | null;
}

/**
 * Appends an entry to a chain inside the caller's transaction, with the chain's head locked until it ends (decisions §10, Audit).
 * Must be called in the transaction of the change it tells about. An entry without an organization waits on the coordinator of a
 * distributed database while the node that holds its chain is away (decision 0114).
 */
export async function recordAudit(em: EntityManager, at: Date, record: AuditRecord): Promise<void> {
  const { act, values } = actOf(at, record);
  if (mayWait(record.chain) && (await isDistributed(em))) await appendOrWait(em, record.chain, act, values);
  else await appendEntry(em, record.chain, act, values);
}

/** The act that a record tells, and its values under a new salt. */
export function actOf(at: Date, record: AuditRecord): { act: Act; values: ActValues } {
  const values = { salt: randomBytes(16).toString('hex'), changes: record.changes, reason: record.reason ?? null };
  const act: Act = {
    id: newUuid(),
    at: at.toISOString(),
    actor: record.actor,
    action: record.action,
    resource: record.resource,
    resourceId: record.resourceId,
    revision: record.revision ?? null,
    valuesDigest: digestOfValues(values.salt, record.changes, values.reason),
    requestId: record.requestId ?? null,
  };
  return { act, values };
}

/** Gives an act the next place of its chain; the chain's head is locked until the transaction ends. */
export async function appendEntry(em: EntityManager, chain: AuditChain, act: Act, values: ActValues): Promise<void> {
  const head = (await lockHead(em, chain)) ?? (await beginChain(em, chain));
  const entry: Chained = { ...act, chain: chain.name, sequence: Number(head.sequence) + 1, prevHash: head.hash };
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
      new Date(entry.at),
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
    [chain.id, entry.id, values.salt, JSON.stringify(values.changes), values.reason],
  );
  await em.execute('update audit_head set sequence = ?, hash = ? where organization_id = ?', [
    entry.sequence,
    hash,
    chain.id,
  ]);
}

export const WAITS = new BareStatement(
  { waits: 'boolean' },
  'select exists (select from audit_waiting where chain_id = ?) as waits',
);

/**
 * Appends an entry to a chain of a distributed database, or lets it wait on the coordinator while the node of the chain is away, in the caller's
 * transaction either way. Behind one that waits every later one waits too, so that the chain has the order of the acts.
 */
export async function appendOrWait(em: EntityManager, chain: AuditChain, act: Act, values: ActValues): Promise<void> {
  const [found] = await em.execute<RowOf<typeof WAITS>[]>(WAITS.text, [chain.id]);
  if (found?.waits) {
    await wait(em, chain, act, values);
    return;
  }
  await em.execute('savepoint audit_entry');
  try {
    await appendEntry(em, chain, act, values);
    await em.execute('release savepoint audit_entry');
  } catch (error) {
    if (!isNodeAway(error)) throw error;
    await em.execute('rollback to savepoint audit_entry');
    await wait(em, chain, act, values);
  }
}

/** Adds an act to those of its chain that wait; of two at once the second comes behind the first. */
async function wait(
  em: EntityManager,
  chain: AuditChain,
  act: Act,
  { salt, changes, reason }: ActValues,
): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [chain.name]);
  await em.execute(
    `insert into audit_waiting (chain_id, position, chain, act, salt, changes, reason)
     select ?::uuid, coalesce(max(position), 0) + 1, ?, ?::jsonb, ?, ?::jsonb, ? from audit_waiting where chain_id = ?`,
    [chain.id, chain.name, JSON.stringify(act), salt, JSON.stringify(changes), reason, chain.id],
  );
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
