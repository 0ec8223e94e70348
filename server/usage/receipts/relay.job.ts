import type { NewJob } from '../../platform/jobs/queue.js';
import { isRecord } from '../../platform/json.rules.js';
import { RELAY_KEY_PREFIX } from '../../tracking/index.js';

/** The task of the queue that delivers a receipt. */
export const RELAY_TASK = 'relay_receipt';

/** Which receipt a job is about; bare UUIDs, and nothing of what it says. */
export interface RelayedReceipt {
  readonly userId: string;
  readonly receiptId: string;
}

/** The key of the event in the vendor's tenant, and of the job: of one receipt there is one of each. */
export const relayKey = (receiptId: string): string => `${RELAY_KEY_PREFIX}${receiptId}`;

/** The job that delivers a receipt, at once unless a time is given. */
export const relayJob = (receipt: RelayedReceipt, runAt?: Date): NewJob => ({
  task: RELAY_TASK,
  payload: { ...receipt },
  key: relayKey(receipt.receiptId),
  ...(runAt ? { runAt } : {}),
});

/** What a job carries; anything else was not put there by this service, and is an error. */
export function receiptOf(payload: unknown): RelayedReceipt {
  if (isRecord(payload) && typeof payload.userId === 'string' && typeof payload.receiptId === 'string')
    return { userId: payload.userId, receiptId: payload.receiptId };
  throw new Error('a job of the relay names no receipt');
}
