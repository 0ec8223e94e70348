import { type OrganizationPlan, PlanId } from './plan.types.js';

/** The columns of an organization that hold its plan. */
export interface StoredPlan {
  readonly plan: PlanId;
  readonly planSince: Date | null;
  readonly planUntil: string | null;
  readonly planGrantedBy: string | null;
  readonly createdAt: Date;
}

const DAY_MS = 86_400_000;

/** The plan at a moment: the last day of a paid plan counts in full, and the next one begins as free. */
export function planAt(stored: StoredPlan, now: Date): OrganizationPlan {
  const { plan, planSince, planUntil, planGrantedBy, createdAt } = stored;
  const since = planSince ?? createdAt;
  if (plan === PlanId.paid && planUntil !== null) {
    const ended = new Date(Date.parse(planUntil) + DAY_MS);
    if (ended <= now) return { id: PlanId.free, since: ended, until: null, grantedBy: null };
  }
  return { id: plan, since, until: planUntil, grantedBy: planGrantedBy };
}
