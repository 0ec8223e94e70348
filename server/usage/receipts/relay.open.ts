import type { Tasks } from '../../platform/jobs/queue.js';
import { openRelayWriter } from '../../tracking/index.js';
import { deliverReceipt, type RelayParts } from './relay.deliver.js';
import { RELAY_TASK } from './relay.job.js';
import { sweepReceipts } from './relay.sweep.js';

export interface Relay {
  /** What the queue runs. */
  readonly tasks: Tasks;
  /** Offers to the queue again what it did not take or has lost; true when more may wait. */
  sweep(): Promise<boolean>;
  close(): Promise<void>;
}

/** The work behind a queued receipt (decisions §7). Any number of processes may run it. */
export async function openRelay(parts: RelayParts & { databaseUrl: string }): Promise<Relay> {
  const writer = await openRelayWriter(parts);
  return {
    tasks: { [RELAY_TASK]: (payload) => deliverReceipt(parts, writer, payload) },
    sweep: () => sweepReceipts(parts),
    close: () => writer.close(),
  };
}
