import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { loadBinding } from '../../accounts/index.js';
import type { TrackingBinding } from '../../platform/context.js';
import { uuidOf } from '../../platform/ids.js';
import { enqueueJob, type Work } from '../../platform/jobs/queue.js';
import { retryAt } from '../../platform/retry.rules.js';
import type { RelayWriter } from '../../tracking/index.js';
import { Receipt } from './receipt.entity.js';
import { UsageReceiptState } from './receipt.types.js';
import { type Claimed, claimReceipt, endRelay, pseudonymOf } from './relay.claim.js';
import { type RelayedReceipt, receiptOf, relayJob } from './relay.job.js';
import { buildRelayedEvent } from './relayed-event.build.js';
import { RelayFailure } from './retry.rules.js';

/** Hears what became of each attempt. */
export type ObserveRelay = (outcome: RelayOutcome) => void;

interface RelayParts extends Work {
  readonly writer: RelayWriter;
  readonly observe?: ObserveRelay | undefined;
}

/** `ended` was given up for a consent or a link that is gone; `nothing` was left to deliver. */
export type RelayOutcome = 'delivered' | 'ended' | 'failed' | 'nothing';

/**
 * Delivers one queued receipt. Event and state are one transaction under the receipt's lock, so that it is delivered once however often
 * the job runs, and a revocation comes either before it or after it. A failure is noted and tried again by our own schedule; what cannot
 * even be noted is thrown, and the queue runs the job again.
 */
export async function deliverReceipt(parts: RelayParts, payload: unknown): Promise<void> {
  const receipt = receiptOf(payload);
  const { em, log } = parts;
  let outcome: RelayOutcome = 'failed';
  try {
    const binding = await readBinding(em(), receipt);
    outcome = binding ? await writeReceipt(parts, receipt, binding) : 'nothing';
  } catch (error) {
    log.warn({ err: error, receiptId: receipt.receiptId }, 'a receipt could not be delivered');
    await noteFailure(parts, receipt);
  } finally {
    parts.observe?.(outcome);
  }
}

function writeReceipt(
  { clock, writer }: RelayParts,
  receipt: RelayedReceipt,
  binding: TrackingBinding,
): Promise<RelayOutcome> {
  return writer.write(async (client, record) => {
    const claimed = await claimReceipt(client, receipt);
    if (!claimed) return 'nothing';
    const now = clock.now();
    const ended = endedBy(claimed);
    if (ended) {
      await endRelay(client, receipt, ended, now);
      return 'ended';
    }
    const developerId = await pseudonymOf(client, receipt.userId, binding.organizationId);
    const eventUuid = await record(binding, buildRelayedEvent(claimed.shared, binding, developerId), now);
    if (eventUuid === null) {
      await endRelay(client, receipt, RelayFailure.vendor_unlinked, now);
      return 'ended';
    }
    await client.query(
      `update usage_receipt set state = 'delivered', delivered_at = $3, event_id = $4, next_attempt_at = null, updated_at = $3
         where user_id = $1 and id = $2`,
      [receipt.userId, receipt.receiptId, now, eventUuid],
    );
    return 'delivered';
  });
}

/** The vendor's product, or null when nothing is to be delivered any more. */
async function readBinding(em: EntityManager, { userId, receiptId }: RelayedReceipt): Promise<TrackingBinding | null> {
  const queued = await em.findOne(
    Receipt,
    { userId, id: receiptId, state: UsageReceiptState.queued },
    { fields: ['organizationId', 'productUuid'], refresh: true },
  );
  if (!queued) return null;
  const { organizationId, productUuid } = queued;
  const binding = await loadBinding(
    em,
    uuidOf('org', organizationId ?? '') ?? '',
    uuidOf('prd', productUuid ?? '') ?? '',
  );
  if (!binding) throw new Error(`the product of receipt ${receiptId} is gone`);
  return binding;
}

function endedBy({ consented, linked }: Claimed): RelayFailure | null {
  if (!consented) return RelayFailure.connection_revoked;
  return linked ? null : RelayFailure.vendor_unlinked;
}

/** Counts a failed attempt and has the next one come when it is due; after the last the receipt is a dead letter that its owner sees. */
async function noteFailure({ em, clock, log }: RelayParts, receipt: RelayedReceipt): Promise<void> {
  await em().transactional(async (tx) => {
    const row = await tx.findOne(
      Receipt,
      { userId: receipt.userId, id: receipt.receiptId, state: UsageReceiptState.queued },
      {
        fields: ['attempts', 'state', 'failure', 'nextAttemptAt', 'updatedAt'],
        lockMode: LockMode.PESSIMISTIC_WRITE,
        refresh: true,
      },
    );
    if (!row) return;
    const now = clock.now();
    row.attempts += 1;
    const next = retryAt(row.attempts, now);
    row.state = next ? UsageReceiptState.queued : UsageReceiptState.failed;
    row.failure = next ? null : RelayFailure.delivery_failed;
    row.nextAttemptAt = next;
    row.updatedAt = now;
    await tx.flush();
    if (next) await enqueueJob(tx, log, relayJob(receipt, next)); // where the queue fails, the sweeper finds it overdue
  });
}
