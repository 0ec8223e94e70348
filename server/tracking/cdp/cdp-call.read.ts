import { readInstant } from '../../platform/instant.rules.js';
import { isRecord, pointerTo } from '../../platform/json.rules.js';
import { eventNamePattern, isPlaceholderDeveloper, lengthMax } from '../catalog/index.js';

/** Calls of the CDPs' own specifications that describe people, groups or views, not events (decisions §4, CDP). */
const callTypes = ['identify', 'group', 'page', 'screen', 'alias'] as const;
/** The same calls by PostHog's reserved event names; every other name with a dollar sign is its own bookkeeping. */
const reservedEvents: Record<string, string> = {
  $set: 'identify',
  $set_once: 'identify',
  $unset: 'identify',
  $identify: 'identify',
  $create_alias: 'alias',
  $merge_dangerously: 'alias',
  $groupidentify: 'group',
  $pageview: 'page',
  $screen: 'screen',
};

/** The content of one CDP call; a member is null when the call lacks it or it cannot be used. */
export interface TrackCall {
  kind: 'track';
  /** As the caller wrote it. */
  originalName: string | null;
  eventName: string | null;
  userId: string | null;
  /** It is a list, an object or a truth value: no id, whatever its text would be. */
  wrongUserId: boolean;
  messageId: string | null;
  /** As sent; `badTime` is true for a time that cannot be read, and false for none. */
  occurredAt: string | null;
  badTime: boolean;
  campaignId: string | null;
  source: string | null;
}
export interface OtherCall {
  kind: 'not_an_event';
  type: string;
  detail: string;
}

/** A text, or an identifier that was sent as a number; blank texts count as absent. */
function idOf(...candidates: unknown[]): string | null {
  for (const candidate of candidates) {
    if (typeof candidate === 'string' && candidate.trim() !== '') return candidate;
    if (typeof candidate === 'number' && Number.isSafeInteger(candidate)) return String(candidate);
  }
  return null;
}

const isNoId = (value: unknown): boolean => (typeof value === 'object' ? value !== null : typeof value === 'boolean');

/** Seconds have fewer digits than this until the year 5138, and milliseconds as many since 1973. */
const MILLISECONDS_FROM = 100_000_000_000;

/** A time as a number of seconds or milliseconds since 1970, or its digits, as ISO 8601; anything else as it is. */
function timeOf(time: unknown): unknown {
  const since1970 = typeof time === 'string' && /^\d{1,15}(?:\.\d{1,9})?$/.test(time) ? Number(time) : time;
  if (typeof since1970 !== 'number') return time;
  const at = new Date(Math.abs(since1970) < MILLISECONDS_FROM ? since1970 * 1_000 : since1970);
  return Number.isNaN(at.getTime()) ? String(time) : at.toISOString();
}

const memberOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
const notAnEvent = (type: string, detail: string): OtherCall => ({ kind: 'not_an_event', type, detail });

/** Reads a Segment, RudderStack or PostHog call. Calls that are no events, anonymous ones among them, are reported as such. */
export function readCdpCall(call: Record<string, unknown>): TrackCall | OtherCall {
  const type = [call.type, call.action].find((value) => typeof value === 'string');
  const named = callTypes.find((one) => one === String(type).toLowerCase());
  if (named) return notAnEvent(named, `A CDP ${named} call is no event`);
  if (type === 'internal') return notAnEvent(type, 'It is bookkeeping of the CDP, and no event');
  const name = idOf(call.event);
  if (name?.startsWith('$')) {
    const reserved = Object.hasOwn(reservedEvents, name) ? reservedEvents[name] : undefined;
    return notAnEvent(
      reserved ?? 'internal',
      reserved ? `It is ${reserved} in another form, and no event` : 'It is bookkeeping of the CDP, and no event',
    );
  }
  const { properties, context } = call;
  const userId = idOf(call.userId, call.user_id, call.distinct_id, memberOf(properties, 'distinct_id'));
  const personless = memberOf(properties, '$process_person_profile') === false;
  const wrongUserId = [call.userId, call.user_id, call.distinct_id].some(isNoId);
  if (personless || (userId === null && !wrongUserId && idOf(call.anonymousId, call.anonymous_id) !== null)) {
    return notAnEvent('anonymous', 'An anonymous call is no event: it names no stable developer');
  }
  const time = timeOf(call.timestamp ?? call.originalTimestamp);
  const goodTime = typeof time === 'string' && readInstant(time) !== null;
  const campaign = memberOf(context, 'campaign');
  return {
    kind: 'track',
    originalName: name,
    eventName: name === null ? null : upperSnakeName(name),
    userId: userId === null || wrongUserId || isPlaceholderDeveloper(userId) ? null : userId,
    wrongUserId,
    messageId: idOf(call.messageId, call.message_id, call.uuid),
    occurredAt: goodTime ? time : null,
    badTime: time !== undefined && time !== null && !goodTime,
    campaignId: idOf(memberOf(campaign, 'id'), memberOf(campaign, 'name')),
    source: idOf(memberOf(campaign, 'source')),
  };
}

/** The attribution of a call as `context` of the canonical event; nothing when the call names no campaign. */
export function attributionOf({ campaignId, source }: TrackCall): { context?: object } {
  if (campaignId === null && source === null) return {};
  return {
    context: {
      attribution: { ...(campaignId === null ? {} : { campaignId }), ...(source === null ? {} : { source }) },
    },
  };
}

/** An event of an mParticle batch: its kind, and its content under `data`. */
interface MparticleEvent extends Record<string, unknown> {
  readonly event_type: string;
  readonly data: Record<string, unknown>;
}

/** True for one entry of an mParticle batch's `events`. */
export const isMparticleEvent = (value: unknown): value is MparticleEvent =>
  isRecord(value) && typeof value.event_type === 'string' && isRecord(value.data) && value.event_name === undefined;

/** True for an mParticle batch: its `events` are of one person, whom `user_identities` beside them names. */
const isMparticleBatch = (
  document: Record<string, unknown>,
): document is Record<string, unknown> & { events: unknown[] } =>
  Array.isArray(document.events) && document.events.length > 0 && document.events.every(isMparticleEvent);

/** Kinds of event that correspond to a CDP call; every other kind but `custom_event` is bookkeeping. */
const callOf: Record<string, string> = {
  screen_view: 'screen',
  user_attribute_change: 'identify',
  user_identity_change: 'identify',
};

/**
 * The same as the call that Segment would make of it: a custom event is a track call under the customer's own id, the one identity that is
 * stable and no personal address.
 */
export function asCdpCall({
  event_type: type,
  data,
  user_identities: identities,
}: MparticleEvent): Record<string, unknown> {
  if (type !== 'custom_event') return { type: callOf[type] ?? 'internal' };
  const customerId = isRecord(identities) ? identities.customer_id : undefined;
  const { timestamp_unixtime_ms: time } = data;
  return {
    type: 'track',
    event: data.event_name,
    ...(customerId === undefined || customerId === null ? { anonymousId: 'mparticle' } : { userId: customerId }),
    ...(data.source_message_id === undefined ? {} : { messageId: data.source_message_id }),
    ...(time === undefined ? {} : { timestamp: time }),
    ...(isRecord(data.custom_attributes) ? { properties: data.custom_attributes } : {}),
  };
}

/** One call of a document, and where it stands in it. */
export interface CdpCall {
  pointer: string;
  call: unknown;
}

/**
 * The calls of a batch as CDPs send it, or null for what is none: Segment's, RudderStack's and PostHog's `batch`, whose own `context`
 * holds for each call, and mParticle's `events`, whose person is named beside them.
 */
export function callsOfBatch(document: unknown, at = ''): CdpCall[] | null {
  if (!isRecord(document)) return null;
  const { batch, context, user_identities: identities } = document;
  if (Array.isArray(batch))
    return batch.map((call, index) => ({ pointer: `${at}/batch/${index}`, call: withContext(call, context) }));
  if (!isMparticleBatch(document)) return null;
  return document.events.map((call, index) => ({
    pointer: `${at}/events/${index}`,
    call: isRecord(call) && identities !== undefined ? { user_identities: identities, ...call } : call,
  }));
}

/** The calls in a document: one call, a list of calls, a batch, or a recorded request whose `body` is one of these. */
export function cdpCalls(document: unknown, at = ''): CdpCall[] {
  if (Array.isArray(document)) return document.map((call, index) => ({ pointer: pointerTo(at, index), call }));
  const calls = callsOfBatch(document, at);
  if (calls) return calls;
  if (!isRecord(document)) return [{ pointer: at, call: document }];
  const { body } = document;
  return document.event === undefined && (isRecord(body) || Array.isArray(body))
    ? cdpCalls(body, `${at}/body`)
    : [{ pointer: at, call: document }];
}

function withContext(call: unknown, context: unknown): unknown {
  if (!isRecord(call) || !isRecord(context)) return call;
  return { ...call, context: { ...context, ...(isRecord(call.context) ? call.context : {}) } };
}

/** Longer names are not worth rewriting: they could not become an event name. */
const readMax = 4 * lengthMax.eventName;
const upperSnake = /^[A-Z][A-Z0-9_]*$/;
const eventName = new RegExp(eventNamePattern);

/**
 * A CDP event name in upper snake case (`Order Completed` and `orderCompleted` become `ORDER_COMPLETED`; accents are dropped), or null when
 * it cannot be written as an event name without losing letters: other scripts, a digit first, or over 100 characters.
 */
export function upperSnakeName(name: string): string | null {
  if (name.length > readMax) return null;
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const split = upperSnake.test(plain)
    ? plain
    : plain.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2');
  const upper = split.toUpperCase();
  if (/(?![A-Z0-9])[\p{L}\p{N}]/u.test(upper)) return null;
  const words = upper.replace(/[^A-Z0-9]+/g, '_').replace(/^_|_$/g, '');
  return words.length <= lengthMax.eventName && eventName.test(words) ? words : null;
}
