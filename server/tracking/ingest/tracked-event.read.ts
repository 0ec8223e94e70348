import { IsOptional } from 'class-validator';
import { ArgsType, Field, ID } from 'type-graphql';
import { IsText } from '../../platform/constraints.js';
import { Fault, invalid } from '../../platform/fault.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { operation } from '../../platform/operation.js';
import { TrackedEvent } from '../event-answer.types.js';
import type { TrackingContext } from '../tracking.open.js';
import { findEvents } from './event.read.js';
import { requireActiveKey, requireTrackingKey } from './tracking-key.require.js';

@ArgsType()
export class TrackedEventArgs {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @IdOf('evt')
  eventId?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsText(255)
  idempotencyKey?: string | null;
}

/** What of a key's product persisted under an id or an idempotency key: for "inspect before retrying" (specification §7). */
export const readTrackedEvent = operation(
  { name: 'trackedEvent', who: ['tracking_key'], limit: 'track' },
  async function trackedEvent(
    ctx: TrackingContext,
    { eventId, idempotencyKey }: TrackedEventArgs,
  ): Promise<TrackedEvent> {
    const { binding } = requireTrackingKey(ctx);
    await requireActiveKey(ctx);
    if (Boolean(eventId) === Boolean(idempotencyKey))
      throw invalid([{ pointer: '', code: 'one_of', detail: 'name either eventId or idempotencyKey' }]);
    const found = await findEvents(ctx.em, binding.organizationId, (of) => {
      const own = of.where('t.product_uuid', '=', binding.productUuid);
      return eventId ? own.where('t.id', '=', eventId) : own.where('t.idempotency_key', '=', idempotencyKey ?? '');
    });
    if (!found[0]) throw new Fault('NOT_FOUND', { say: 'No event of this product is stored under that.' });
    return found[0];
  },
);

export const UUID_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
