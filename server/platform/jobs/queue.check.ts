import type { EntityManager } from '@mikro-orm/postgresql';
import type { Warning } from '../http/health.js';
import { countJobs } from './queue.count.js';

/** A job that was due for so long was found by no worker; the alert on late jobs uses the same bound. */
const LATE_S = 300;

/** Checks the job queue; empty when nothing is wrong. Requests are served without it: letters and receipts wait. */
export async function checkQueue(em: EntityManager): Promise<Warning[]> {
  const waitedS = await countJobs(em).then(
    ({ oldestReadyJobSeconds }) => oldestReadyJobSeconds,
    () => null,
  );
  if (waitedS === null)
    return [
      {
        code: 'queue_away',
        detail: 'The job queue does not answer: mail, receipts and imports wait.',
        remedy: 'Run "dai migrate" with the owner of the tables in DATABASE_DIRECT_URL.',
      },
    ];
  if (waitedS <= LATE_S) return [];
  return [
    {
      code: 'jobs_late',
      detail: 'A job that is due has waited for more than five minutes.',
      remedy:
        'Run a worker (ROLE=worker or all) with the owner of the tables in DATABASE_DIRECT_URL, past any pooler, and look at its log.',
    },
  ];
}
