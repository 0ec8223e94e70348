import type { EntityManager } from '@mikro-orm/postgresql';
import { LIVE_LINK } from '../../directory/index.js';
import { enqueueJob, type Work } from '../../platform/jobs/queue.js';
import { type RelayedReceipt, relayJob } from './relay.job.js';
import { LOST_AFTER_MS, RelayFailure, SWEEP_PAUSE_MS } from './retry.rules.js';

/** Receipts of one round. */
const ROUND_MAX = 100;

/**
 * Offers to the queue again what it did not take, as long as the consent and the vendor's link stand, and what is long overdue because
 * its job was lost. Answers whether more may wait; ends the round when the queue still takes nothing. Several processes may run it.
 */
export async function sweepReceipts(parts: Work): Promise<boolean> {
  const now = parts.clock.now();
  const due = await parts
    .em()
    .execute<RelayedReceipt[]>(
      `select user_id as "userId", id as "receiptId" from usage_receipt where ${DUE} order by next_attempt_at, id limit ${ROUND_MAX}`,
      dueBefore(now),
    );
  for (const receipt of due) if (!(await offerAgain(parts, receipt, now))) return false;
  return due.length === ROUND_MAX;
}

const DUE = `((state = 'waiting' and next_attempt_at <= ?) or (state = 'queued' and next_attempt_at <= ?))`;
const dueBefore = (now: Date): Date[] => [now, new Date(now.getTime() - LOST_AFTER_MS)];

/** False when the queue did not take it. A receipt that another process has, or that is not due any more, is passed over. */
function offerAgain({ em, log }: Work, receipt: RelayedReceipt, now: Date): Promise<boolean> {
  const key = [receipt.userId, receipt.receiptId];
  return em().transactional(async (tx) => {
    const locked = await tx.execute<{ waiting: boolean }[]>(
      `select state = 'waiting' as waiting from usage_receipt where user_id = ? and id = ? and ${DUE} for update skip locked`,
      [...key, ...dueBefore(now)],
    );
    if (!locked[0]) return true;
    const ended = locked[0].waiting ? await endedMeanwhile(tx, receipt, now) : null;
    if (ended) {
      await tx.execute(
        `update usage_receipt set state = 'stopped', failure = ?, next_attempt_at = null, updated_at = ? where user_id = ? and id = ?`,
        [ended, now, ...key],
      );
      return true;
    }
    const taken = await enqueueJob(tx, log, relayJob(receipt));
    await tx.execute(
      `update usage_receipt set state = ?, next_attempt_at = ?, updated_at = ? where user_id = ? and id = ?`,
      [
        taken || !locked[0].waiting ? 'queued' : 'waiting',
        taken ? now : new Date(now.getTime() + SWEEP_PAUSE_MS),
        now,
        ...key,
      ],
    );
    return taken;
  });
}

/** What keeps a receipt that never was in the queue from going there now: it needs the consent as admission does. */
async function endedMeanwhile(
  em: EntityManager,
  { userId, receiptId }: RelayedReceipt,
  now: Date,
): Promise<RelayFailure | null> {
  const [found] = await em.execute<{ consented: boolean; linked: boolean }[]>(
    `select exists (select 1 from tool_connection c where c.user_id = r.user_id and c.id = r.connection_id and c.revoked_at is null
         and c.expires_at > ?) as consented,
       exists (select 1 from ${LIVE_LINK} where x.tool_id = r.tool_id and x.organization_id = r.organization_id
         and x.product_uuid = r.product_uuid and x.unlinked_at is null) as linked
     from usage_receipt r where r.user_id = ? and r.id = ?`,
    [now, userId, receiptId],
  );
  if (!found?.consented) return RelayFailure.connection_expired;
  return found.linked ? null : RelayFailure.vendor_unlinked;
}
