import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../database/bare-statement.js';
import type { Job } from '../jobs/queue.js';
import { RetentionRun } from './retention.entity.js';
import { daysOf, type RetentionDays, type RetentionKind } from './retention.rules.js';

/** Rows that one statement takes away: so few that a caller who waits for one of them does not notice. */
const BATCH_ROWS = 500;
const DAY_MS = 86_400_000;

/** How a domain takes away the records of a kind. */
export interface RetentionStep {
  readonly kind: RetentionKind;
  /** Takes away at most `limit` records that are older than `before`, in a transaction of its own; answers how many there were. */
  erase(em: EntityManager, before: Date, limit: number): Promise<number>;
}

/** Takes away what is older than its time, each hour: one small transaction after another, so that no lock is held for long. */
export const retentionJob = (steps: readonly RetentionStep[], days: RetentionDays): Job => ({
  name: 'apply_retention',
  cron: '53 * * * *',
  async run({ em, clock, log }) {
    const now = clock.now();
    const full = new Set<RetentionKind>();
    for (const { kind, erase } of steps) {
      const life = daysOf(kind, days);
      if (life === null) continue;
      const erased = await erase(em(), new Date(now.getTime() - life * DAY_MS), BATCH_ROWS);
      if (erased > 0) log.info({ kind, erased }, 'records that were older than their time were erased');
      if (erased >= BATCH_ROWS) full.add(kind);
    }
    const done = [...new Set(steps.map(({ kind }) => kind))].filter((kind) => !full.has(kind));
    await em().upsertMany(
      RetentionRun,
      done.map((kind) => ({ kind, finishedAt: now })),
    );
    return full.size > 0;
  },
});

export const RETENTION_AGES = new BareStatement(
  { kind: [RetentionRun, 'kind'], seconds: 'double precision' },
  'select kind, extract(epoch from now() - finished_at)::float8 as seconds from retention_run order by kind',
);

/** How long ago each kind last had nothing left that was older than its time (seconds); empty before the first round. */
export async function readRetentionAges(em: EntityManager): Promise<Record<string, number>> {
  const rows = await em.execute<RowOf<typeof RETENTION_AGES>[]>(RETENTION_AGES.text);
  return Object.fromEntries(rows.map(({ kind, seconds }) => [kind, Math.max(0, seconds)]));
}
