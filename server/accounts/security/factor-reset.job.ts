import type { EntityManager } from '@mikro-orm/postgresql';
import type { Job, Work } from '../../platform/jobs/queue.js';
import { type FactorReset, ResetOutcome } from '../factor-reset.entity.js';
import { findMember } from '../members/index.js';
import { resetFactor } from '../profile/index.js';
import {
  endReset,
  hasLapsed,
  isForeignFactor,
  isStillAdmin,
  lockReset,
  readResets,
  resetDueAt,
} from './factor-reset.query.js';

/** Takes second factors off whose day to object has passed, and ends requests that no one confirmed. */
export const resetDueFactors: Job = {
  name: 'reset_due_factors',
  cron: '*/5 * * * *',
  async run(work) {
    const now = work.clock.now();
    const waiting = await readResets(work.em(), (of) => of);
    for (const { id } of waiting) await settleReset(work, id, now);
    return false;
  },
};

/** Settles one reset in one transaction; both admins must still be admins, and the person still in the organization. */
async function settleReset({ em, log }: Work, id: string, at: Date): Promise<void> {
  await em().transactional(async (tx) => {
    const reset = await lockReset(tx, { id });
    if (!reset) return;
    const due = resetDueAt(reset);
    const act = { action: 'factor.void_reset', actor: 'system', at } as const;
    if (due === null ? hasLapsed(reset, at) : due <= at && !(await isStillMeant(tx, reset)))
      return endReset(tx, reset, ResetOutcome.void, act);
    if (due === null || due > at) return;
    const { userId, reason } = reset;
    await endReset(tx, reset, ResetOutcome.done, { ...act, action: 'factor.end_reset' });
    await resetFactor(tx, log, { userId, at, reason: reason ?? undefined, actor: 'system' });
  });
}

async function isStillMeant(
  tx: EntityManager,
  { organization: { id }, userId, requestedBy, confirmedBy }: FactorReset,
): Promise<boolean> {
  if (!(await findMember(tx, id, userId))) return false;
  if (!(await isStillAdmin(tx, id, requestedBy)) || !(await isStillAdmin(tx, id, confirmedBy))) return false;
  return !(await isForeignFactor(tx, id, userId));
}
