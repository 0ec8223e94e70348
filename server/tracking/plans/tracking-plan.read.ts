import type { EntityManager } from '@mikro-orm/postgresql';
import { ArgsType, Field, ID } from 'type-graphql';
import { IsProductId, MemberRole, requireMember } from '../../accounts/index.js';
import { IsId } from '../../platform/constraints.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { productUuidOf } from '../product.query.js';
import { TrackingPlan } from './tracking-plan.entity.js';

@ArgsType()
export class TrackingPlanArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String)
  @IsProductId()
  productId: string;
}

/** What a product is to send, by public ids, or null. */
export const findTrackingPlan = (
  em: EntityManager,
  organizationId: string,
  productUuid: string,
): Promise<TrackingPlan | null> =>
  em.findOne(TrackingPlan, { organizationId, productUuid }, { disableIdentityMap: true });

/** The tracking set-up that was approved for a product, for any member of its organization; null without one. */
export const readTrackingPlan = operation(
  { name: 'trackingPlan', who: ['session'], limit: 'workflow' },
  async function trackingPlan(ctx, { organizationId, productId }: TrackingPlanArgs): Promise<TrackingPlan | null> {
    await requireMember(ctx, organizationId, MemberRole.member);
    const uuid = await productUuidOf(ctx.em, organizationId, productId);
    return findTrackingPlan(ctx.em, organizationId, publicId('prd', uuid));
  },
);
