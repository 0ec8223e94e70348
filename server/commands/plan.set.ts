import { LockMode } from '@mikro-orm/core';
import { Organization, PlanId, planAt } from '../accounts/index.js';
import type { Database } from '../app/database.js';
import { organizationChain, recordAudit } from '../platform/audit/audit.js';
import { isDay } from '../platform/instant.rules.js';
import { organizationUuid } from './people.js';
import { CommandError, UsageError } from './print.js';

const OPERATOR = 'operator';
const REASON_MAX = 1_000;

export interface WantedPlan {
  readonly organizationId: string;
  readonly plan: 'free' | 'paid';
  readonly until?: string;
  readonly reason: string;
}

/** Sets the plan of an organization; audited. Refuses a last day that has passed: `free` ends a plan at once. Answers the plan as it is then. */
export async function setPlan(
  { orm }: Database,
  { organizationId, plan, until, reason }: WantedPlan,
): Promise<{ plan: PlanId; until: string | null; changed: boolean }> {
  const uuid = organizationUuid(organizationId);
  if (until !== undefined && plan === 'free')
    throw new UsageError('--until is for the paid plan: the free plan has no end');
  if (until !== undefined && !isDay(until)) throw new UsageError('--until must be a day, YYYY-MM-DD');
  if (until !== undefined && until < new Date().toISOString().slice(0, 10))
    throw new UsageError(`--until ${until} has passed: set the plan to free to end it now`);
  if (reason.trim() === '' || reason.length > REASON_MAX)
    throw new UsageError(`--reason must have 1 to ${REASON_MAX} characters`);
  return orm.em.fork().transactional(async (em) => {
    const organization = await em.findOne(
      Organization,
      { id: uuid },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!organization) throw new CommandError('there is no such organization');
    const now = new Date();
    const before = planAt(organization, now);
    const [wanted, last] = [plan === 'paid' ? PlanId.paid : PlanId.free, until ?? null];
    if (organization.plan === wanted && organization.planUntil === last)
      return { plan: before.id, until: before.until, changed: false };
    const stored = { plan: organization.plan, until: organization.planUntil };
    // A plan that goes on with another end began when it began.
    const since = before.id === wanted ? before.since : now;
    Object.assign(organization, { plan: wanted, planSince: since, planUntil: last, planGrantedBy: OPERATOR });
    await em.flush();
    await recordAudit(em, now, {
      chain: organizationChain(uuid),
      actor: OPERATOR,
      action: 'plan.set',
      resource: 'organization',
      resourceId: organizationId,
      changes: { plan: [stored.plan, wanted], until: [stored.until, last] },
      reason: reason.trim(),
    });
    const after = planAt(organization, now);
    return { plan: after.id, until: after.until, changed: true };
  });
}
