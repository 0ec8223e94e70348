import type { EntityManager } from '@mikro-orm/postgresql';
import { claimEventWindow, closeEventWindow } from '../../tracking/index.js';
import { FOLD } from './window.query.js';

export interface Fold {
  /** Events that this step counted. */
  readonly events: number;
  /** True when more waits behind the watermark's next step. */
  readonly more: boolean;
}

/**
 * Folds the events recorded since the watermark into the rollups, and notes the accounts and campaigns that they name first. The watermark
 * moves in the same transaction, and its row is locked from the first statement on: a crash folds again, never twice, and two processes
 * take turns.
 */
export async function foldEvents(em: EntityManager): Promise<Fold> {
  return em.transactional(async (tx) => {
    const window = await claimEventWindow(tx);
    if (!window) return { events: 0, more: false };
    const events = await foldWindow(tx, window);
    await closeEventWindow(tx, window);
    return { events, more: !window.last };
  });
}

/** Counts the events recorded after `since` and up to `until` in the caller's transaction; answers how many there were. */
export async function foldWindow(
  tx: EntityManager,
  { since, until }: { readonly since: string; readonly until: string },
): Promise<number> {
  const [counted] = await tx.execute<{ events: string }[]>(FOLD, [since, until]);
  return Number(counted?.events ?? 0);
}
