import type { EntityManager } from '@mikro-orm/postgresql';
import { ArgsType, Field, ID } from 'type-graphql';
import { IsProductId, MemberRole, requireMember } from '../accounts/index.js';
import { selectRows } from '../platform/database/kysely.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { operation } from '../platform/operation.js';
import type { Row } from '../platform/row.types.js';
import { productUuidOf } from './product.query.js';
import { TrackingPlan } from './tracking-plan.entity.js';

@ArgsType()
export class TrackingPlanArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'The product whose plan is asked for.' })
  @IsProductId()
  productId: string;
}

/** The tracking set-up that was approved for a product, or null. */
export async function findTrackingPlan(
  em: EntityManager,
  organizationId: string,
  productUuid: string,
): Promise<Row<TrackingPlan> | null> {
  const plan = await selectRows(em, TrackingPlan)
    .where('t.organization_id', '=', organizationId)
    .where('t.product_uuid', '=', productUuid)
    .executeTakeFirst();
  return plan ?? null;
}

/** The tracking set-up that was approved for a product, for any member of its organization; null without one. */
export const readTrackingPlan = operation(
  { name: 'trackingPlan', who: ['session'], limit: 'workflow' },
  async function trackingPlan(ctx, { organizationId, productId }: TrackingPlanArgs): Promise<Row<TrackingPlan> | null> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    return findTrackingPlan(ctx.em, organizationId, await productUuidOf(ctx.em, organizationId, productId));
  },
);

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
