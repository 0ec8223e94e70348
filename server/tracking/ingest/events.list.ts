import { IsOptional, MaxLength } from 'class-validator';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { MemberRole, requireMember } from '../../accounts/index.js';
import { IsId, IsText } from '../../platform/constraints.js';
import { Fault, invalid } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { TrackedEvent } from '../event-answer.types.js';
import { productUuidOf } from '../product.query.js';
import type { TrackingContext } from '../tracking.open.js';
import { findEvents } from './event.read.js';
import { requireActiveKey, requireTrackingKey } from './tracking-key.require.js';

@ArgsType()
export class TrackedEventArgs {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @IsId('evt')
  eventId?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsText(255)
  idempotencyKey?: string | null;
}

/** What of a key's product persisted under an id or an idempotency key: for "inspect before retrying" (specification §7). */
export const readTrackedEvent = operation(
  { name: 'trackedEvent', who: ['tracking_key'], limit: 'track' },
  async (ctx: TrackingContext, { eventId, idempotencyKey }: TrackedEventArgs): Promise<TrackedEvent> => {
    const { binding } = requireTrackingKey(ctx);
    await requireActiveKey(ctx);
    if (Boolean(eventId) === Boolean(idempotencyKey))
      throw invalid([{ pointer: '', code: 'one_of', detail: 'name either eventId or idempotencyKey' }]);
    const [column, value] = eventId ? ['id', uuidOf('evt', eventId)] : ['idempotency_key', idempotencyKey];
    const found = await findEvents(ctx.em, `organization_id = ? and product_uuid = ? and ${column} = ?`, [
      binding.organizationId,
      binding.productUuid,
      value,
    ]);
    if (!found[0]) throw new Fault('NOT_FOUND', { say: 'No event of this product is stored under that.' });
    return found[0];
  },
);

@ArgsType()
export class EventsArgs extends PageArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(128)
  productId?: string | null;
}

@ObjectType()
export class EventList {
  @Field(() => [TrackedEvent])
  items: TrackedEvent[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

export const UUID_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The organization's stored events, newest first, for its members. */
export const listEvents = operation(
  { name: 'events', who: ['session'], limit: 'workflow' },
  async (ctx: TrackingContext, { organizationId, productId, limit, cursor }: EventsArgs): Promise<EventList> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    const before = keyOfCursor(cursor, UUID_KEY);
    const product = productId ? await productUuidOf(ctx.em, organizationId, productId) : null;
    const events = await findEvents(
      ctx.em,
      `organization_id = ?${before ? ' and id < ?' : ''}${product ? ' and product_uuid = ?' : ''}`,
      [uuidOf('org', organizationId), ...(before ? [before] : []), ...(product ? [product] : []), limit + 1],
      'order by id desc limit ?',
    );
    return pageOf(events, limit, ({ eventId }) => uuidOf('evt', eventId) ?? '');
  },
);
