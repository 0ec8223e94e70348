import type { Job } from '../../platform/jobs/queue.js';
import type { Log } from '../../platform/log.js';
import { openRelayWriter } from '../../tracking/index.js';
import { deliverReceipt, type ObserveRelay } from './relay.deliver.js';
import { RELAY_TASK } from './relay.job.js';
import { sweepReceipts } from './relay.sweep.js';

export interface Relay {
  /** What delivers receipts, and what offers them to the queue again that it did not take or has lost. */
  readonly jobs: readonly Job[];
  close(): Promise<void>;
}

/** The work behind a queued receipt (decisions §7). Any number of processes may run it. */
export async function openRelay(parts: {
  readonly databaseUrl: string;
  readonly log: Log;
  readonly observe?: ObserveRelay;
}): Promise<Relay> {
  const writer = await openRelayWriter(parts);
  return {
    jobs: [
      {
        name: RELAY_TASK,
        async run(work, payload) {
          await deliverReceipt({ ...work, writer, observe: parts.observe }, payload);
          return false;
        },
      },
      { name: 'sweep_receipts', cron: '* * * * *', run: sweepReceipts },
    ],
    close: () => writer.close(),
  };
}
