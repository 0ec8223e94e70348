import { type FilterQuery, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isLinked } from '../../directory/index.js';
import { uuidOf } from '../../platform/ids.js';
import { enqueueJob, type Work } from '../../platform/jobs/queue.js';
import { Connection, Receipt } from './receipt.entity.js';
import { UsageReceiptState } from './receipt.types.js';
import { type RelayedReceipt, relayJob } from './relay.job.js';
import { stopped } from './relay.stop.js';
import { LOST_AFTER_MS, RelayFailure, SWEEP_PAUSE_MS } from './retry.rules.js';

/** Receipts of one round. */
const ROUND_MAX = 100;

/**
 * Offers to the queue again what it did not take, as long as the consent and the vendor's link stand, and what is long overdue because
 * its job was lost. Answers whether more may wait; ends the round when the queue still takes nothing. Several processes may run it.
 */
export async function sweepReceipts(parts: Work): Promise<boolean> {
  const now = parts.clock.now();
  const due = await parts.em().find(Receipt, dueBefore(now), {
    fields: ['userId', 'id'],
    orderBy: { nextAttemptAt: 'asc', id: 'asc' },
    limit: ROUND_MAX,
  });
  for (const { userId, id } of due)
    if (!(await offerAgain(parts, { userId: uuidOf('usr', userId) ?? '', receiptId: uuidOf('urc', id) ?? '' }, now)))
      return false;
  return due.length === ROUND_MAX;
}

const dueBefore = (now: Date): FilterQuery<Receipt> => ({
  $or: [
    { state: UsageReceiptState.waiting, nextAttemptAt: { $lte: now } },
    { state: UsageReceiptState.queued, nextAttemptAt: { $lte: new Date(now.getTime() - LOST_AFTER_MS) } },
  ],
});

/** What a round changes of a receipt. */
const WRITTEN = ['state', 'failure', 'nextAttemptAt', 'updatedAt'] as const;

/** False when the queue did not take it. A receipt that another process has, or that is not due any more, is passed over. */
function offerAgain({ em, log }: Work, receipt: RelayedReceipt, now: Date): Promise<boolean> {
  const key = { userId: receipt.userId, id: receipt.receiptId };
  return em().transactional(async (tx) => {
    const locked = await tx.findOne(
      Receipt,
      { $and: [key, dueBefore(now)] },
      {
        fields: [...WRITTEN, 'userId', 'tool', 'connectionId', 'organizationId', 'productUuid'],
        lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
        refresh: true,
      },
    );
    if (!locked) return true;
    const waiting = locked.state === UsageReceiptState.waiting;
    const ended = waiting ? await endedMeanwhile(tx, locked, now) : null;
    if (ended) {
      Object.assign(locked, stopped(ended, now));
      return true;
    }
    const taken = await enqueueJob(tx, log, relayJob(receipt));
    if (taken) locked.state = UsageReceiptState.queued;
    locked.nextAttemptAt = taken ? now : new Date(now.getTime() + SWEEP_PAUSE_MS);
    locked.updatedAt = now;
    return taken;
  });
}

type Shared = Pick<Receipt, 'userId' | 'connectionId' | 'organizationId' | 'productUuid'> & {
  readonly tool: { readonly id: string };
};

/** What keeps a receipt that never was in the queue from going there now: it needs the consent as admission does. */
async function endedMeanwhile(
  em: EntityManager,
  { userId, tool, connectionId, organizationId, productUuid }: Shared,
  now: Date,
): Promise<RelayFailure | null> {
  const consent = { userId, id: connectionId ?? '', revokedAt: null, expiresAt: { $gt: now } };
  if ((await em.count(Connection, consent)) === 0) return RelayFailure.connection_expired;
  const product = {
    organizationId: uuidOf('org', organizationId ?? '') ?? '',
    productUuid: uuidOf('prd', productUuid ?? '') ?? '',
  };
  return (await isLinked(em, tool.id, product)) ? null : RelayFailure.vendor_unlinked;
}
