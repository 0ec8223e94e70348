import type { EntityManager } from '@mikro-orm/postgresql';
import { unnamedChain } from './audit.chain.js';
import { chainedOf, walkAudit } from './audit.walk.js';

/**
 * Writes every chain, or one by its id, as lines of JSON in one moment of the database: each entry with the facts that its hash covers and the
 * values that are still there, and after the entries of a chain its head. `scripts/verify-audit.mjs` verifies them without a server.
 */
export async function exportAudit(em: EntityManager, write: (line: string) => void, chainId?: string): Promise<number> {
  let head: object | null = null;
  let current: string | null = null;
  let entries = 0;
  const endChain = (): void => {
    if (head) write(JSON.stringify(head));
    head = null;
  };
  await walkAudit(
    em,
    (row) => {
      if (row.organization_id !== current) endChain();
      current = row.organization_id;
      const of = row.head_chain ?? row.chain ?? unnamedChain(row.organization_id).name;
      if (row.head_hash !== null)
        head = { type: 'head', chain: of, sequence: Number(row.head_sequence), hash: row.head_hash };
      if (row.id === null) return;
      const { salt, changes, reason, hash } = row;
      write(JSON.stringify({ type: 'entry', of, ...chainedOf(row), hash, salt, changes, reason }));
      entries += 1;
    },
    chainId,
  );
  endChain();
  return entries;
}
