import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../app/database.js';
import { measureKinds, type RefreshCounts, refreshRound } from '../directory/index.js';
import { systemClock } from '../platform/clock.js';
import type { Config } from '../platform/config.js';

interface Refreshed extends RefreshCounts {
  readonly kind: string;
  /** Subjects that are still to be requested: their registry asked us to wait, or another run has them in hand. */
  readonly waiting: number;
}

/** Reads the statistics of these kinds, whatever was not asked today, and tells on standard error how far it is. */
export async function refreshNow(
  { orm }: Database,
  config: Config,
  kinds: readonly string[],
): Promise<{ kinds: readonly Refreshed[]; lines: readonly string[] }> {
  const today = new Date(`${systemClock.now().toISOString().slice(0, 10)}T00:00:00.000Z`);
  const parts = { em: () => orm.em.fork(), clock: systemClock, config, pause: (ms: number) => pause(ms) };
  const refreshed: Refreshed[] = [];
  for (const { kind } of measureKinds.filter((one) => kinds.includes(one.kind))) {
    const sum = { requested: 0, taken: 0, held: 0, unchanged: 0, missing: 0 };
    for (;;) {
      const round = await refreshRound(parts, kind, today);
      for (const name of ['requested', 'taken', 'held', 'unchanged', 'missing'] as const) sum[name] += round[name];
      if (round.end !== 'more') {
        refreshed.push({ kind, ...sum, waiting: round.waiting });
        break;
      }
      process.stderr.write(`${kind}: ${sum.requested} asked, ${round.waiting} to go\n`);
    }
  }
  const lines = refreshed.map(
    ({ kind, requested, taken, held, unchanged, missing, waiting }) =>
      `${kind}: ${requested} asked, ${taken} taken, ${held} held, ${unchanged} unchanged, ${missing} without a figure${waiting ? `, ${waiting} left for the next run` : ''}`,
  );
  return { kinds: refreshed, lines };
}
