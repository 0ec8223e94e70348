import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, membersOf, type RowOf } from '../database/bare-statement.js';
import { isNodeAway } from '../fault.js';
import { type AuditChain, chainNamed } from './audit.chain.js';
import { AuditWaiting } from './audit.entity.js';
import { appendEntry } from './audit.js';

export const WAITING_CHAINS = new BareStatement(
  { chain_id: [AuditWaiting, 'chainId'], ...membersOf(AuditWaiting, 'chain') },
  'select distinct chain_id, chain from audit_waiting order by chain_id',
);
export const WAITING = new BareStatement(
  membersOf(AuditWaiting, 'position', 'act', 'salt', 'changes', 'reason'),
  'select position, act, salt, changes, reason from audit_waiting where chain_id = ? order by position limit 200 for update',
);

/** Whether an entry waits for its place in a chain. */
export const isAnyWaiting = async (em: EntityManager): Promise<boolean> =>
  (await em.execute<RowOf<typeof WAITING_CHAINS>[]>(WAITING_CHAINS.text)).length > 0;

/**
 * Appends the entries that waited for a node, each chain in its order, in one transaction with their removal: each is appended once, whatever
 * fails. Chains whose node is still away wait on. Needs the owner of the tables, since no other role may take an entry away. Answers how
 * many were appended.
 */
export async function appendWaiting(em: EntityManager): Promise<number> {
  let appended = 0;
  for (const { chain_id, chain: name } of await em.execute<RowOf<typeof WAITING_CHAINS>[]>(WAITING_CHAINS.text)) {
    const chain = chainNamed(name, chain_id);
    if (!chain) throw new Error(`an entry waits for the audit chain ${name}, which is not that of ${chain_id}`);
    for (let more = true; more; ) {
      const count = await appendChain(em, chain);
      appended += count;
      more = count > 0;
    }
  }
  return appended;
}

const appendChain = (em: EntityManager, chain: AuditChain): Promise<number> =>
  em
    .fork()
    .transactional(async (tx) => {
      const rows = await tx.execute<RowOf<typeof WAITING>[]>(WAITING.text, [chain.id]);
      for (const { act, ...values } of rows) await appendEntry(tx, chain, act, values);
      await tx.execute('delete from audit_waiting where chain_id = ? and position = any(?::bigint[])', [
        chain.id,
        `{${rows.map(({ position }) => position).join(',')}}`,
      ]);
      return rows.length;
    })
    .catch((error: unknown) => {
      if (isNodeAway(error)) return 0;
      throw error;
    });
