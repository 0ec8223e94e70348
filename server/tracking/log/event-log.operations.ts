import type { EntityManager } from '@mikro-orm/postgresql';
import { findProductIds, MemberRole, requireMember } from '../../accounts/index.js';
import { publicId, timeOfUuid } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { Row } from '../../platform/row.types.js';
import { type CountedInTime, placeInTime } from '../id-order.scan.js';
import { type TrackingEvent, trackedEventOf } from '../ingest/index.js';
import { productUuidOf } from '../product.query.js';
import type { TrackingContext } from '../tracking.open.js';
import { countVerdicts, isRefused, readDropped, scanVerdicts, type VerdictAnswer } from '../verdicts/index.js';
import {
  dayProblems,
  EVENT_SORTS,
  type EventList,
  type EventLog,
  type EventLogArgs,
  EventOutcome,
  type EventsArgs,
  type LoggedEvent,
} from './event-log.types.js';
import { countStoredEvents, scanStoredEvents } from './event-page.query.js';

/** The organization's stored events in the order in which they were received, for its members. */
export const listEvents = operation(
  { name: 'events', who: ['session'], limit: 'workflow' },
  async function events(ctx: TrackingContext, args: EventsArgs): Promise<EventList> {
    await requireMember(ctx, args.organizationId, MemberRole.reader);
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
  { check: dayProblems },
);

/** The counts of a list by time: of each outcome that it has, by hour or UTC day. */
export interface CountedLog {
  readonly stored: CountedInTime | null;
  /** Listed answers of the outcomes that the list has. */
  readonly answered: CountedInTime | null;
}

/** Counts what a list finds by looking at its rows, as many of them as a page looks at. */
export async function countEventLog(
  em: EntityManager,
  args: EventLogArgs,
  productUuid: string | null,
  unit: 'hour' | 'day',
  wanted: Readonly<Record<keyof CountedLog, boolean>>,
): Promise<CountedLog> {
  const stored = wanted.stored && mayBeStored(args) ? await countStoredEvents(em, args, productUuid, unit) : null;
  const answered =
    wanted.answered && mayBeAnswered(args)
      ? await countVerdicts(em, { ...args, productUuid }, statusesOf(args.outcome), unit)
      : null;
  return { stored, answered };
}

type Found = { readonly uuid: string } & ({ readonly event: Row<TrackingEvent> } | { readonly answer: VerdictAnswer });

/** Lists the events that were sent to the organization's products, stored and refused ones in the order of time, for its members. */
export const listEventLog = operation(
  { name: 'eventLog', who: ['session'], limit: 'workflow' },
  async function eventLog(ctx: TrackingContext, args: EventLogArgs): Promise<EventLog> {
    const { organizationId, productId, limit, since, until, trackingKeyId, code, q, eventName } = args;
    await requireMember(ctx, organizationId, MemberRole.reader);
    const { place, cursorAt } = placeInTime('eventLog', EVENT_SORTS, args);
    const product = productId ? await productUuidOf(ctx.em, organizationId, productId) : null;
    const [stored, answered] = await Promise.all([
      mayBeStored(args) ? scanStoredEvents(ctx.em, args, product, place) : NOTHING,
      mayBeAnswered(args)
        ? scanVerdicts(
            ctx.em,
            { organizationId, productUuid: product, trackingKeyId, since, until, code, q, eventName },
            statusesOf(args.outcome),
            place,
          )
        : NOTHING,
    ]);
    const { page, reached, next } = merge(
      [
        ...stored.rows.map((event) => ({ uuid: event.id, event })),
        ...answered.rows.map((answer) => ({ uuid: answer.id, answer })),
      ],
      [stored.reached, answered.reached],
      place.descending,
      limit,
    );
    const products = await findProductIds(
      ctx.em,
      [organizationId],
      page.flatMap((one) => ('event' in one ? [one.event.productUuid] : [])),
    );
    return {
      question: args,
      items: page.map((one) => loggedOf(one, products)),
      nextCursor: next === null ? null : cursorAt(next),
      searchedUntil: reached === null ? null : timeOfUuid(reached),
      dropped: await readDropped(
        ctx.em,
        { organizationId, productUuid: product, trackingKeyId, since, until },
        { descending: place.descending, after: place.after, to: next },
      ),
    };
  },
  { check: dayProblems },
);

const NOTHING = { rows: [], reached: null };

/** A stored event tells neither its key nor a code. */
export const mayBeStored = ({ outcome, code, trackingKeyId }: EventLogArgs): boolean =>
  (outcome ?? EventOutcome.stored) === EventOutcome.stored && !code && !trackingKeyId;

/** At most the name is stored of a refused event's content: no other filter by content finds it. */
export const mayBeAnswered = ({ outcome, ...args }: EventLogArgs): boolean =>
  outcome !== EventOutcome.stored && CONTENT.every((name) => !args[name]);

const CONTENT = [
  'family',
  'developerId',
  'accountDomain',
  'source',
  'counted',
  'fromDay',
  'toDay',
  'campaignId',
  'campaignSource',
  'mcpServer',
  'mcpTool',
  'withoutAccount',
] as const;

const STATUSES = {
  [EventOutcome.refused]: ['invalid', 'conflict'],
  [EventOutcome.duplicate]: ['duplicate'],
  [EventOutcome.ignored]: ['ignored'],
} as const;

const statusesOf = (outcome: EventOutcome | null | undefined) =>
  STATUSES[!outcome || outcome === EventOutcome.stored ? EventOutcome.refused : outcome];

/**
 * The first rows of two lists that are each in the order of their ids. Where one of them stopped before its end, the other's rows beyond
 * that point wait for the next page.
 */
function merge(found: readonly Found[], stops: readonly (string | null)[], descending: boolean, limit: number) {
  const isBefore = (a: string, b: string): boolean => (descending ? a > b : a < b);
  const reached = stops.reduce(
    (first, one) => (one === null || (first !== null && isBefore(first, one)) ? first : one),
    null,
  );
  const page = found
    .filter(({ uuid }) => reached === null || !isBefore(reached, uuid))
    .toSorted((a, b) => (isBefore(a.uuid, b.uuid) ? -1 : 1));
  if (page.length > limit) return { page: page.slice(0, limit), reached: null, next: page[limit - 1]?.uuid ?? null };
  return { page, reached, next: reached };
}

function loggedOf(found: Found, products: ReadonlyMap<string, string>): LoggedEvent {
  if ('event' in found) {
    const { id, receivedAt, productUuid } = found.event;
    const event = trackedEventOf(found.event);
    const productId = products.get(productUuid) ?? event.product.id;
    return { id: publicId('evt', id), outcome: EventOutcome.stored, receivedAt, productId, event, answer: null };
  }
  const { answer } = found;
  const outcome = isRefused(answer.status)
    ? EventOutcome.refused
    : answer.status === 'ignored'
      ? EventOutcome.ignored
      : EventOutcome.duplicate;
  return {
    id: publicId('vrd', answer.id),
    outcome,
    receivedAt: answer.at,
    productId: answer.productId,
    event: null,
    answer,
  };
}
