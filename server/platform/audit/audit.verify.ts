import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId } from '../ids.js';
import { type AuditChain, chainNamed, unnamedChain } from './audit.chain.js';
import { digestOfValues, ERASE_ACTION, GENESIS, hashOfEntry } from './audit.js';
import { chainedOf, type WalkedRow, walkAudit, walkAuditWithin } from './audit.walk.js';

/** The present or an earlier head of a chain: its last entry's number and hash. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

/** A head that was printed earlier and kept elsewhere; the chain's name is `org_…`, `usr_…` or `platform`. */
export interface KnownHead extends ChainHead {
  readonly chain: string;
}

/**
 * The ways in which a chain is broken: an entry is missing; its hash isn't that of its facts, or doesn't follow the entry before; it names
 * another chain; its values aren't those that were digested, or are gone and no erasure names them; the head is gone, or isn't the last entry;
 * an earlier head is not in the chain any more.
 */
export type Break =
  | 'missing'
  | 'hash'
  | 'previous'
  | 'chain'
  | 'values'
  | 'unnamed_erasure'
  | 'no_head'
  | 'head'
  | 'known_head';

export interface ChainVerdict {
  readonly chain: string;
  readonly entries: number;
  /** Entries whose values an erasure names. */
  readonly erased: number;
  /** Null when the chain has none. */
  readonly head: ChainHead | null;
  /** The entries that break the chain, in its order and the first hundred at most; empty when it holds. */
  readonly broken: readonly { sequence: number; what: Break }[];
}

const BROKEN_MAX = 100;

/**
 * Recomputes every chain that has a head or an entry, from its first entry, in one moment of the database and row by row; `known` are earlier
 * heads, which have to be found again. Answers a verdict for each chain, also for one of which only an earlier head tells.
 */
export const verifyAudit = (em: EntityManager, known: readonly KnownHead[] = []): Promise<ChainVerdict[]> =>
  verifyWalk((visit) => walkAudit(em, visit), known);

/** Recomputes every chain as `verifyAudit` does, inside the transaction of `tx`. */
export const verifyAuditWithin = (tx: EntityManager, known: readonly KnownHead[]): Promise<ChainVerdict[]> =>
  verifyWalk((visit) => walkAuditWithin(tx, visit), known);

async function verifyWalk(
  walk: (visit: (row: WalkedRow) => void) => Promise<void>,
  known: readonly KnownHead[],
): Promise<ChainVerdict[]> {
  const verdicts: ChainVerdict[] = [];
  let check: ChainCheck | null = null;
  await walk((row) => {
    if (check?.id !== row.organization_id) {
      if (check) verdicts.push(check.end());
      check = new ChainCheck(row, known);
    }
    if (row.id !== null) check.take(row);
  });
  const last = check as ChainCheck | null;
  if (last) verdicts.push(last.end());
  const seen = new Set(verdicts.map(({ chain }) => chain));
  for (const chain of new Set(known.map((head) => head.chain)))
    if (!seen.has(chain)) {
      const broken = known
        .filter((head) => head.chain === chain)
        .map(({ sequence }) => ({ sequence, what: 'known_head' as const }));
      verdicts.push({ chain, entries: 0, erased: 0, head: null, broken });
    }
  return verdicts;
}

/** The verdict about one chain, recomputed from its first entry; null where nothing was ever written to it. */
export async function verifyChain(em: EntityManager, { id }: AuditChain): Promise<ChainVerdict | null> {
  let check: ChainCheck | null = null;
  const take = (row: WalkedRow) => {
    check ??= new ChainCheck(row, []);
    if (row.id !== null) check.take(row);
  };
  await walkAudit(em, take, id);
  return (check as ChainCheck | null)?.end() ?? null;
}

/** The walk over one chain. */
class ChainCheck {
  readonly id: string;
  readonly #chain: string;
  readonly #head: ChainHead | null;
  readonly #known: Map<number, string>;
  readonly #broken: { sequence: number; what: Break }[] = [];
  /** Entries whose values are gone, as long as no erasure has named them. */
  readonly #unnamed = new Map<string, number>();
  #previous = GENESIS;
  #sequence = 0;
  #entries = 0;
  #erased = 0;
  #named = false;

  constructor(first: WalkedRow, known: readonly KnownHead[]) {
    this.id = first.organization_id;
    const name = first.head_chain ?? first.chain;
    this.#chain = name ?? unnamedChain(this.id).name;
    if (chainNamed(this.#chain, this.id) === null) this.#note(0, 'chain');
    this.#head = first.head_hash === null ? null : { sequence: Number(first.head_sequence), hash: first.head_hash };
    this.#known = new Map(
      known.filter(({ chain }) => chain === this.#chain).map(({ sequence, hash }) => [sequence, hash] as const),
    );
  }

  take(row: WalkedRow): void {
    const entry = chainedOf(row);
    const { sequence } = entry;
    if (sequence !== this.#sequence + 1) this.#note(this.#sequence + 1, 'missing');
    if (entry.prevHash !== this.#previous) this.#note(sequence, 'previous');
    if (hashOfEntry(entry) !== row.hash) this.#note(sequence, 'hash');
    // Names came once and for all: an entry without one among those with it is not as it was written.
    if (row.chain === null ? this.#named : row.chain !== this.#chain) this.#note(sequence, 'chain');
    this.#named ||= row.chain !== null;
    this.#takeValues(row, sequence);
    if (this.#known.get(sequence) === row.hash) this.#known.delete(sequence);
    this.#previous = row.hash;
    this.#sequence = sequence;
    this.#entries += 1;
  }

  #takeValues(row: WalkedRow, sequence: number): void {
    const erasure = row.action === ERASE_ACTION;
    if (row.salt === null) {
      if (erasure) this.#note(sequence, 'values');
      else this.#unnamed.set(publicId('aud', row.id), sequence);
    } else if (digestOfValues(row.salt, row.changes, row.reason) !== row.values_digest) this.#note(sequence, 'values');
    else if (erasure) for (const id of namesIn(row.changes)) if (this.#unnamed.delete(id)) this.#erased += 1;
  }

  end(): ChainVerdict {
    for (const sequence of this.#unnamed.values()) this.#note(sequence, 'unnamed_erasure');
    if (this.#head === null) this.#note(this.#sequence, 'no_head');
    else if (this.#head.sequence !== this.#sequence || this.#head.hash !== this.#previous)
      this.#note(this.#head.sequence, 'head');
    for (const sequence of this.#known.keys()) this.#note(sequence, 'known_head');
    const broken = this.#broken.sort((one, other) => one.sequence - other.sequence).slice(0, BROKEN_MAX);
    return { chain: this.#chain, entries: this.#entries, erased: this.#erased, head: this.#head, broken };
  }

  #note(sequence: number, what: Break): void {
    if (this.#broken.length < 2 * BROKEN_MAX) this.#broken.push({ sequence, what });
  }
}

/** The public ids that an erasure names; those from before the rule told a number. */
function namesIn(changes: unknown): string[] {
  const entries = (changes as { entries?: [unknown] } | null)?.entries?.[0];
  return Array.isArray(entries) ? entries.filter((id) => typeof id === 'string') : [];
}
