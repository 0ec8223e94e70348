import type { Job, Work } from '../../platform/jobs/queue.js';
import { dayAfter, newestDueDay } from './days.rules.js';
import type { ReadTrueFigures } from './figures.types.js';
import { makeSnapshot } from './snapshot.make.js';
import { readNewestDay } from './snapshot.query.js';

/** How many days that no worker saw are made up for; older ones are an operator's (`dai adoption snapshot --day`). */
const MISSED_DAYS_MAX = 14;

/** Makes the snapshot of each closed day once its late events had time to arrive, a day a round. */
export const snapshotJob = (readFigures: ReadTrueFigures): Job => ({
  name: 'adoption_snapshot',
  cron: '*/5 * * * *',
  run: (work) => makeNextSnapshot(work, readFigures),
});

/** Makes the next missing day's snapshot, and answers whether another day waits. */
async function makeNextSnapshot({ em, clock, log }: Work, readFigures: ReadTrueFigures): Promise<boolean> {
  const at = clock.now();
  const due = newestDueDay(at);
  const newest = (await readNewestDay(em()))?.day;
  if (newest !== undefined && newest >= due) return false;
  const oldest = dayAfter(due, 1 - MISSED_DAYS_MAX);
  const next = newest === undefined ? due : dayAfter(newest, 1);
  const day = next < oldest ? oldest : next;
  if (await makeSnapshot(em(), { day, at, readFigures })) log.info({ day }, 'an adoption snapshot was made');
  return day < due;
}
