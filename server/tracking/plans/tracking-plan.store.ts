import type { EntityManager } from '@mikro-orm/postgresql';
import { TrackingPlan } from './tracking-plan.entity.js';

/** Stores what a product is to send, in the caller's transaction; an earlier plan is replaced. */
export const storeTrackingPlan = (
  em: EntityManager,
  plan: Pick<
    TrackingPlan,
    'organizationId' | 'productUuid' | 'events' | 'via' | 'cdpName' | 'approvedBy' | 'approvedAt'
  >,
): Promise<unknown> =>
  em
    .qb(TrackingPlan)
    .insert(plan)
    .onConflict(['organizationId', 'productUuid'])
    .merge(['events', 'via', 'cdpName', 'approvedBy', 'approvedAt'])
    .execute();
