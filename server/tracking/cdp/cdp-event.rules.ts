import { isRecord, pointerTo } from '../../platform/json.rules.js';
import { catalogEntry, type EventFamily } from '../catalog/index.js';
import { asCdpCall, attributionOf, isMparticleEvent, readCdpCall } from './cdp-call.read.js';

/** Adds the facts that a CDP call lacks: the product, the family of custom names, and which properties may be stored. */
export interface CdpMapping {
  /** `name` and `type` are needed to store the event; the caller may add them later. */
  product: { id: string; name?: string; type?: string };
  /** For custom names that `families` doesn't list. */
  family?: EventFamily;
  /** By the name that the call carries, or by the mapped one. */
  families?: Readonly<Record<string, EventFamily>>;
  /** Names of properties that become metadata. All others are dropped: they may hold personal data. */
  keep?: readonly string[];
}

export type CdpRefusal =
  | 'not_a_call'
  | 'no_event_name'
  | 'bad_event_name'
  | 'no_user_id'
  | 'no_message_id'
  | 'bad_time'
  | 'no_family';

export type CdpResult =
  | { kind: 'event'; event: Record<string, unknown>; dropped: string[] }
  | { kind: 'refused'; reason: CdpRefusal; detail: string }
  | { kind: 'not_an_event'; type: string; detail: string };

const refused = (reason: CdpRefusal, detail: string): CdpResult => ({ kind: 'refused', reason, detail });

function familyOf(mapping: CdpMapping, originalName: string, eventName: string): EventFamily | undefined {
  const families = new Map(Object.entries(mapping.families ?? {}));
  return families.get(originalName) ?? families.get(eventName) ?? mapping.family;
}

/** Members that the mapping read; of `context` and `properties` it read some members of their own. */
const readMembers: ReadonlySet<string> = new Set([
  'type',
  'action',
  'event',
  'userId',
  'user_id',
  'distinct_id',
  'messageId',
  'message_id',
  'uuid',
  'timestamp',
  'context',
  'properties',
]);
const readCampaign: ReadonlySet<string> = new Set(['id', 'name', 'source']);

function leftBehind(value: unknown, at: string, read: ReadonlySet<string>): string[] {
  return isRecord(value)
    ? Object.keys(value)
        .filter((name) => !read.has(name))
        .map((name) => pointerTo(at, name))
    : [];
}

/**
 * Maps one raw CDP call to the canonical event, or reports why not (spec §2.1, decisions §4, CDP). `dropped` lists the pointers of what was
 * left behind. The key is the call's own message id and the time its own time: neither is ever made up.
 */
export function fromCdpEvent(envelope: unknown, mapping: CdpMapping): CdpResult {
  if (!isRecord(envelope)) return refused('not_a_call', 'A CDP call is an object');
  if (isMparticleEvent(envelope)) return fromCdpEvent(asCdpCall(envelope), mapping);
  const call = readCdpCall(envelope);
  if (call.kind === 'not_an_event') return call;
  const { originalName, eventName, userId, messageId, occurredAt } = call;
  if (originalName === null) return refused('no_event_name', 'The call has no event name');
  if (eventName === null)
    return refused(
      'bad_event_name',
      'The event name cannot be written in upper snake case of A-Z, 0-9 and _, with a letter first and at most 100 characters',
    );
  if (userId === null) return refused('no_user_id', 'The call has no user id, or a placeholder for one');
  if (messageId === null)
    return refused('no_message_id', 'The call has no message id: without it a retry would be a second event');
  if (call.badTime)
    return refused(
      'bad_time',
      'The timestamp is neither an ISO 8601 time with offset nor seconds or milliseconds since 1970',
    );
  const family = catalogEntry(eventName) ? undefined : familyOf(mapping, originalName, eventName);
  if (family === undefined && !catalogEntry(eventName))
    return refused('no_family', 'The name is not in the catalog, and no family was given for it');
  const { properties, context } = envelope;
  const keep = new Set(mapping.keep ?? []);
  const listed = isRecord(properties) ? Object.entries(properties).filter(([name]) => keep.has(name)) : [];
  const event = {
    event_name: eventName,
    ...(family === undefined ? {} : { event_family: family }),
    developer_id: userId,
    product: mapping.product,
    ...attributionOf(call),
    ...(occurredAt === null ? {} : { occurredAt }),
    idempotencyKey: messageId,
    ...(listed.length === 0 ? {} : { metadata: Object.fromEntries(listed) }),
  };
  const dropped = [
    ...leftBehind(envelope, '', readMembers),
    ...leftBehind(context, '/context', new Set(['campaign'])),
    ...leftBehind(isRecord(context) ? context.campaign : undefined, '/context/campaign', readCampaign),
    ...leftBehind(properties, '/properties', keep),
  ];
  return { kind: 'event', event, dropped };
}
