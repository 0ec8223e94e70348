import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../app/database.js';
import { openHostPace, type VerifyRound, verifyRound } from '../directory/index.js';
import { systemClock } from '../platform/clock.js';
import type { Config } from '../platform/config.js';

export type Verified = Omit<VerifyRound, 'end'>;

/** Checks what was not checked today, and tells on standard error how far it is. */
export async function verifyNow({ orm }: Database, config: Config): Promise<{ counts: Verified; lines: string[] }> {
  const today = new Date(`${systemClock.now().toISOString().slice(0, 10)}T00:00:00.000Z`);
  const wait = (ms: number): Promise<unknown> => pause(ms);
  const hosts = openHostPace(() => systemClock.now().getTime(), wait);
  const parts = { em: () => orm.em.fork(), clock: systemClock, config, hosts, pause: wait };
  const sum = { requested: 0, confirmed: 0, failed: 0, unknown: 0, news: 0, waiting: 0 };
  for (;;) {
    const { end, ...round } = await verifyRound(parts, today);
    for (const name of ['requested', 'confirmed', 'failed', 'unknown', 'news'] as const) sum[name] += round[name];
    sum.waiting = round.waiting;
    if (end === 'done') break;
    process.stderr.write(`${sum.requested} asked, ${round.waiting} to go\n`);
  }
  const { requested, confirmed, failed, unknown, news, waiting } = sum;
  const left = waiting ? `, ${waiting} left for the next run` : '';
  return {
    counts: sum,
    lines: [`${requested} asked, ${confirmed} confirmed, ${failed} not, ${unknown} not shown, ${news} changes${left}`],
  };
}
