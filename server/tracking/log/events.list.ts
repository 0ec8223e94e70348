import { MemberRole, requireMember } from '../../accounts/index.js';
import { timeOfUuid } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { placeInTime } from '../id-order.scan.js';
import { trackedEventOf } from '../ingest/index.js';
import { productUuidOf } from '../product.query.js';
import type { TrackingContext } from '../tracking.open.js';
import { EVENT_SORTS, type EventList, type EventsArgs } from './event-log.types.js';
import { scanStoredEvents } from './event-page.query.js';

/** The organization's stored events in the order in which they were received, for its members. */
export const listEvents = operation(
  { name: 'events', who: ['session'], limit: 'workflow' },
  async function events(ctx: TrackingContext, args: EventsArgs): Promise<EventList> {
    await requireMember(ctx, args.organizationId, MemberRole.member);
    const { place, cursorAt } = placeInTime('events', EVENT_SORTS, args);
    const product = args.productId ? await productUuidOf(ctx.em, args.organizationId, args.productId) : null;
    const { rows, reached } = await scanStoredEvents(ctx.em, args, product, place);
    const items = rows.slice(0, args.limit);
    const last = rows.length > args.limit ? (items.at(-1)?.id ?? null) : reached;
    return {
      items: items.map(trackedEventOf),
      nextCursor: last === null ? null : cursorAt(last),
      searchedUntil: reached === null ? null : timeOfUuid(reached),
    };
  },
);
