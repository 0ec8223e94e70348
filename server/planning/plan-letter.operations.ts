import { createHash } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { ownerOf, requireVerified } from '../accounts/index.js';
import type { CatalogSnapshot } from '../directory/index.js';
import { personChain, recordAudit } from '../platform/audit/audit.js';
import { Fault } from '../platform/fault.js';
import { publicId } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { PlanLetterLink, SavedPlan } from './plan.entity.js';
import { auditPlan } from './plan.operations.js';
import { noSuchPlan, planAnswer } from './plan.query.js';
import type { SavedPlanAnswer } from './plan.types.js';
import { changesSince, keyOfChange, type PresentCatalog } from './plan-change.rules.js';
import type { PlanChange, SetPlanLettersInput, StopPlanLettersArgs } from './plan-change.types.js';
import type { PlanningContext } from './planning.open.js';

/** The catalog in memory as saved plans are compared with it. */
const presentIn = ({ bySlug, offers }: CatalogSnapshot, at: Date): PresentCatalog => ({
  tools: new Map(
    [...bySlug].map(([slug, { pricing, maturity }]) => [
      slug,
      { pricingModel: pricing.model, freeTier: pricing.freeTier, maturity },
    ]),
  ),
  offers,
  at,
});

/** The changes of the catalog since a plan was saved. It is asked for beside a plan, which was counted. */
export async function readPlanChanges(
  { parts, platform }: PlanningContext,
  { brief }: Pick<SavedPlanAnswer, 'brief'>,
): Promise<PlanChange[]> {
  return changesSince(brief, presentIn(await parts.catalog.read(), platform.clock.now()));
}

/**
 * A person's consent to letters about a plan, or its end; nothing is sent without it. The changes of before the consent are known to the
 * person, who sees them beside it.
 */
export const setPlanLetters = operation(
  { name: 'setPlanLetters', who: ['session'], writes: true, limit: 'workflow' },
  async function setPlanLetters(
    ctx: PlanningContext,
    { planId, wanted }: SetPlanLettersInput,
  ): Promise<SavedPlanAnswer> {
    const now = ctx.platform.clock.now();
    const present = presentIn(await ctx.parts.catalog.read(), now);
    return ctx.em.transactional(async (em) => {
      const mine = { id: planId, userId: ownerOf(ctx) };
      const plan = await em.findOne(SavedPlan, mine, { refresh: true, lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!plan) throw noSuchPlan();
      const before = plan.lettersSince !== null;
      if (before === wanted) return planAnswer(plan);
      if (wanted) requireVerified(ctx);
      plan.lettersSince = wanted ? now : null;
      plan.reportedChanges = wanted ? changesSince(plan.brief, present).map(keyOfChange) : [];
      await em.flush();
      await auditPlan(ctx, em, wanted ? 'plan.letters' : 'plan.no_letters', plan, { letters: [before, wanted] });
      return planAnswer(plan);
    });
  },
);

/** Stands for the secret of a letter's link: the secret itself is in the letter alone. */
export const hashOfLetterSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Ends the letters about a plan by the link of one of them, without a sign-in: who has the letter may end them. The link stays valid as long
 * as the plan: a mail program may send the same request again (RFC 8058). Answers true, also where the letters had ended before.
 */
export const stopPlanLetters = operation(
  { name: 'stopPlanLetters', who: ['anonymous', 'session'], writes: true, limit: 'public-read', share: 'submissions' },
  async function stopPlanLetters({ em, platform, requestId }: PlanningContext, { secret }: StopPlanLettersArgs) {
    return em.transactional(async (tx) => {
      const link = await tx.findOne(PlanLetterLink, { secretHash: hashOfLetterSecret(secret) }, { refresh: true });
      const plan =
        link &&
        (await tx.findOne(SavedPlan, { id: link.plan.id }, { refresh: true, lockMode: LockMode.PESSIMISTIC_WRITE }));
      if (!plan)
        throw new Fault('NOT_FOUND', { say: 'This link is not valid: no letters about a saved plan are sent by it.' });
      if (plan.lettersSince === null) return true;
      plan.lettersSince = null;
      plan.reportedChanges = [];
      await tx.flush();
      await recordAudit(tx, platform.clock.now(), {
        chain: personChain(plan.userId),
        actor: 'letter',
        action: 'plan.no_letters',
        resource: 'plan',
        resourceId: publicId('pln', plan.id),
        revision: plan.revision,
        changes: { letters: [true, false] },
        requestId,
      });
      return true;
    });
  },
);
