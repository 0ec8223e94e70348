import type { EntityManager } from '@mikro-orm/postgresql';
import { Receipt } from './receipt.entity.js';
import { UsageReceiptState } from './receipt.types.js';
import { RelayFailure } from './retry.rules.js';

/** What changes in a receipt that is given up for a reason that no further attempt would change. */
export const stopped = (failure: RelayFailure, now: Date) =>
  ({ state: UsageReceiptState.stopped, failure, nextAttemptAt: null, updatedAt: now }) as const;

/** Stops what connections have under way, in the caller's transaction; one that is being delivered right now is waited for. Ids are public or bare. */
export async function stopRelay(
  em: EntityManager,
  userId: string,
  connectionIds: readonly string[],
  now: Date,
): Promise<void> {
  await em.nativeUpdate(
    Receipt,
    {
      userId,
      connectionId: { $in: [...connectionIds] },
      state: { $in: [UsageReceiptState.waiting, UsageReceiptState.queued] },
    },
    stopped(RelayFailure.connection_revoked, now),
  );
}
