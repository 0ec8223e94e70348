import { type EntityClass, type EntityDictionary, raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId } from '../../platform/ids.js';
import { ProviderSnapshot, type StoredRun } from '../provider-snapshot.entity.js';
import type { AttemptOutcome } from './budget.rules.js';
import { ProviderAttempt } from './provider-attempt.entity.js';
import type { BalanceProvider } from './provider-key.rules.js';
import { SearchSnapshot } from './search-snapshot.entity.js';

/** What is to be saved: what the provider said, when it was asked, and the latest run that its owner told of. */
export interface FoundBalance<K extends ProviderSnapshot> {
  readonly provider: BalanceProvider;
  readonly snapshot: K['snapshot'];
  readonly checkedAt: Date;
  readonly lastRun: StoredRun | null;
}

/**
 * Saves what a provider said of a person (a bare UUID), unless a newer answer is saved, and the run, unless a newer one is: compared inside
 * the statement, so that of two that race the newer stays, in whatever order they come. Answers what is saved now.
 */
export async function saveBalance<K extends ProviderSnapshot>(
  em: EntityManager,
  kind: EntityClass<K>,
  owner: string,
  { provider, snapshot, checkedAt, lastRun }: FoundBalance<K>,
  now: Date,
): Promise<K> {
  const [row] = await em
    .qb(ProviderSnapshot)
    .insert({
      userId: publicId('usr', owner),
      provider,
      snapshot,
      checkedAt,
      lastRun,
      lastRunAt: lastRun && new Date(lastRun.occurredAt),
      updatedAt: now,
    })
    .onConflict(['userId', 'provider'])
    .merge({
      snapshot: raw(`case when ${IS_NEWER} then excluded.snapshot else ${SAVED}.snapshot end`),
      checkedAt: raw(`greatest(excluded.checked_at, ${SAVED}.checked_at)`),
      lastRun: raw(`case when ${HAS_NEWER_RUN} then excluded.last_run else ${SAVED}.last_run end`),
      lastRunAt: raw(`greatest(excluded.last_run_at, ${SAVED}.last_run_at)`),
      updatedAt: now,
    })
    .returning('*')
    .execute<EntityDictionary<K>[]>('all', { mapResults: false });
  if (!row) throw new Error('a saved snapshot was not answered');
  return em.map(kind, row);
}

/** The row that stands in the way of an insert. */
const SAVED = 'provider_snapshot';
const IS_NEWER = `excluded.checked_at >= ${SAVED}.checked_at`;
const HAS_NEWER_RUN = `${SAVED}.last_run_at is null or excluded.last_run_at > ${SAVED}.last_run_at`;

/** Saves a run beside the saved credits of a person (a bare UUID), unless a newer one is; false when nothing changed. */
export async function saveRun(em: EntityManager, owner: string, run: StoredRun, now: Date): Promise<boolean> {
  const lastRunAt = new Date(run.occurredAt);
  const saved = await em.nativeUpdate(
    SearchSnapshot,
    { userId: owner, $or: [{ lastRunAt: null }, { lastRunAt: { $lt: lastRunAt } }] },
    { lastRun: run, lastRunAt, updatedAt: now },
  );
  return saved > 0;
}

/** Notes how an attempt of a person (a bare UUID) ended. */
export async function endAttempt(
  em: EntityManager,
  owner: string,
  attemptId: string,
  outcome: AttemptOutcome,
): Promise<void> {
  await em.nativeUpdate(ProviderAttempt, { userId: owner, id: attemptId }, { outcome });
}
