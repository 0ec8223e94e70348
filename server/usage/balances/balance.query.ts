import type { EntityManager } from '@mikro-orm/postgresql';
import type { AttemptOutcome } from './budget.rules.js';
import type { BalanceProvider } from './provider-key.rules.js';

/** The latest run as the client reported it; `occurredAt` is ISO 8601. */
export interface StoredRun {
  readonly occurredAt: string;
  readonly requestId: string | null;
  readonly credits: number | null;
  readonly durationMs: number | null;
  readonly applicationName: string | null;
}

/** A saved snapshot: what the provider said, when it was asked, and the latest run that its owner told of. */
export interface SavedBalance<S> {
  readonly snapshot: S;
  readonly checkedAt: Date;
  readonly lastRun: StoredRun | null;
}

interface Row<S> {
  snapshot: S;
  checked_at: string;
  last_run: StoredRun | null;
}

const COLUMNS = 'snapshot, checked_at, last_run';
const savedOf = <S>(row: Row<S>): SavedBalance<S> => ({
  snapshot: row.snapshot,
  checkedAt: new Date(row.checked_at),
  lastRun: row.last_run,
});

/** The saved snapshot of a person, or null; bare UUID. */
export async function findBalance<S>(
  em: EntityManager,
  owner: string,
  provider: BalanceProvider,
): Promise<SavedBalance<S> | null> {
  const [row] = await em.execute<Row<S>[]>(
    `select ${COLUMNS} from provider_snapshot where user_id = ? and provider = ?`,
    [owner, provider],
  );
  return row ? savedOf(row) : null;
}

/**
 * Saves what a provider said, unless a newer answer is saved, and the run, unless a newer one is: compared inside the statement, so that
 * of two that race the newer stays, in whatever order they come. Answers what is saved now.
 */
export async function saveBalance<S>(
  em: EntityManager,
  owner: string,
  provider: BalanceProvider,
  { snapshot, checkedAt, lastRun }: SavedBalance<S>,
  now: Date,
): Promise<SavedBalance<S>> {
  const [row] = await em.execute<Row<S>[]>(
    `insert into provider_snapshot as saved (user_id, provider, snapshot, checked_at, last_run, last_run_at, updated_at)
     values (?, ?, ?::jsonb, ?, ?::jsonb, ?, ?)
     on conflict (user_id, provider) do update set
       snapshot = case when excluded.checked_at >= saved.checked_at then excluded.snapshot else saved.snapshot end,
       checked_at = greatest(excluded.checked_at, saved.checked_at),
       last_run = case when saved.last_run_at is null or excluded.last_run_at > saved.last_run_at then excluded.last_run else saved.last_run end,
       last_run_at = greatest(excluded.last_run_at, saved.last_run_at),
       updated_at = excluded.updated_at
     returning ${COLUMNS}`,
    [
      owner,
      provider,
      JSON.stringify(snapshot),
      checkedAt,
      lastRun && JSON.stringify(lastRun),
      lastRun && new Date(lastRun.occurredAt),
      now,
    ],
  );
  if (!row) throw new Error('a saved snapshot was not answered');
  return savedOf(row);
}

/** Saves a run beside the saved snapshot, unless a newer one is; false when nothing changed. */
export async function saveRun(
  em: EntityManager,
  owner: string,
  provider: BalanceProvider,
  run: StoredRun,
  now: Date,
): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    `update provider_snapshot set last_run = ?::jsonb, last_run_at = ?, updated_at = ?
     where user_id = ? and provider = ? and (last_run_at is null or last_run_at < ?) returning user_id`,
    [JSON.stringify(run), run.occurredAt, now, owner, provider, run.occurredAt],
  );
  return rows.length > 0;
}

/** Notes how an attempt ended. */
export async function endAttempt(
  em: EntityManager,
  owner: string,
  attemptId: string,
  outcome: AttemptOutcome,
): Promise<void> {
  await em.execute('update provider_attempt set outcome = ? where user_id = ? and id = ?', [outcome, owner, attemptId]);
}
