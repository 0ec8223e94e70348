import { LockMode } from '@mikro-orm/core';
import { ownerOf } from '../accounts/index.js';
import type { RequestContext } from '../platform/context.js';
import { invalid } from '../platform/fault.js';
import { operation } from '../platform/operation.js';
import { SavedPlan, type StoredStep } from './plan.entity.js';
import { auditPlan } from './plan.operations.js';
import { noSuchPlan, planSummary } from './plan.query.js';
import type { PlanSummary, SetPlanStepInput } from './plan.types.js';

/**
 * Marks a step of a plan as done, or opens it again; an agent that carries the plan out does so with its token. It is a report and no proof,
 * and the plan itself keeps its revision and its digest.
 */
export const setPlanStep = operation(
  {
    name: 'setPlanStep',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'workflow',
  },
  async function setPlanStep(ctx, { planId, order, done }: SetPlanStepInput): Promise<PlanSummary> {
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const mine = { id: planId, userId: ownerOf(ctx) };
      const plan = await em.findOne(SavedPlan, mine, { refresh: true, lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!plan) throw noSuchPlan();
      if (!plan.brief.steps.some((step) => step.order === order))
        throw invalid([
          { pointer: '/order', code: 'unknown_step', detail: `the plan has steps 1 to ${plan.brief.steps.length}` },
        ]);
      const before = plan.stepsDone.some((step) => step.order === order);
      if (before === done) return planSummary(plan);
      const others = plan.stepsDone.filter((step) => step.order !== order);
      const step: StoredStep = { order, doneAt: now.toISOString(), token: tokenOf(ctx) };
      plan.stepsDone = done ? [...others, step].sort((one, other) => one.order - other.order) : others;
      await em.flush();
      await auditPlan(ctx, em, done ? 'plan.step_done' : 'plan.step_open', plan, { [`step ${order}`]: [before, done] });
      return planSummary(plan);
    });
  },
);

const tokenOf = ({ principal }: RequestContext): string | null =>
  principal.kind === 'workflow_token' ? principal.name : null;
