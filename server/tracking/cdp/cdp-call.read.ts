import { readInstant } from '../../platform/instant.rules.js';
import { isRecord } from '../../platform/json.rules.js';
import { isPlaceholderDeveloper } from '../catalog/index.js';
import { upperSnakeName } from './cdp-names.rules.js';

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

/** What one CDP call contains; a member is null when the call lacks it or it cannot be used. */
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
