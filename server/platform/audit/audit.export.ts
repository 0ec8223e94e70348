import type { EntityManager } from '@mikro-orm/postgresql';
import { unnamedChain } from './audit.chain.js';
import { chainedOf, type WalkedRow, walkAudit } from './audit.walk.js';

/** An entry with the members that an export has. */
export type ExportedEntry = Omit<WalkedRow, 'organization_id' | 'head_chain' | 'head_sequence' | 'head_hash'>;

/** The last entry of a chain. */
export interface ExportedHead {
  readonly sequence: number;
  readonly hash: string;
}

/** A line of an export: the facts that the entry's hash covers, and its values where they still stand. */
export function entryLine(of: string, row: ExportedEntry): string {
  const { salt, changes, reason, hash } = row;
  return JSON.stringify({ type: 'entry', of, ...chainedOf(row), hash, salt, changes, reason });
}

/** The line behind the last entry of a chain. */
export const headLine = (chain: string, { sequence, hash }: ExportedHead): string =>
  JSON.stringify({ type: 'head', chain, sequence, hash });

/**
 * Writes every chain, or one by its id, as lines of JSON in one moment of the database: each entry with the facts that its hash covers and the
 * values that are still there, and after the entries of a chain its head. `scripts/verify-audit.mjs` verifies them without a server.
 */
export async function exportAudit(em: EntityManager, write: (line: string) => void, chainId?: string): Promise<number> {
  let head: string | null = null;
  let current: string | null = null;
  let entries = 0;
  const endChain = (): void => {
    if (head) write(head);
    head = null;
  };
  await walkAudit(
    em,
    (row) => {
      if (row.organization_id !== current) endChain();
      current = row.organization_id;
      const of = row.head_chain ?? row.chain ?? unnamedChain(row.organization_id).name;
      if (row.head_hash !== null) head = headLine(of, { sequence: Number(row.head_sequence), hash: row.head_hash });
      if (row.id === null) return;
      write(entryLine(of, row));
      entries += 1;
    },
    chainId,
  );
  endChain();
  return entries;
}
