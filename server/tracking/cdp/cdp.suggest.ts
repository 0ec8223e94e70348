import { isRecord } from '../../platform/json.rules.js';
import { catalogEntry, eventFamilies, lengthMax } from '../catalog/index.js';
import { asCdpCall, attributionOf, isMparticleEvent, type OtherCall, readCdpCall } from './cdp-call.read.js';

/** Members that CDP calls have and canonical events don't; `event` or a call type makes a call of them. */
const marks = [
  'userId',
  'user_id',
  'anonymousId',
  'messageId',
  'distinct_id',
  'uuid',
  'properties',
  'traits',
  'integrations',
  'sentAt',
  'originalTimestamp',
  'type',
  'action',
];
const callTypes: ReadonlySet<unknown> = new Set(['track', 'identify', 'group', 'page', 'screen', 'alias']);

/** True for a whole raw CDP call: not canonical, and recognisable by more than one stray name. */
export function isCdpEnvelope(raw: Record<string, unknown>): boolean {
  if (raw.event_name !== undefined) return false;
  if (isMparticleEvent(raw)) return true;
  const marked = marks.filter((name) => raw[name] !== undefined).length;
  const typed = callTypes.has(raw.type) || callTypes.has(raw.action);
  return typed ? marked > 1 || raw.event !== undefined : typeof raw.event === 'string' && marked > 0;
}

export type Suggestion =
  | { kind: 'payload'; payload: Record<string, unknown>; missing: string[]; wrongUserId: boolean }
  | OtherCall;

/**
 * The canonical event that a raw CDP envelope would map to, as far as the envelope has it, with the pointers of what only the caller can add
 * (decisions §2); for a call that is no event, that it is none.
 */
export function suggestPayload(raw: Record<string, unknown>): Suggestion {
  const call = readCdpCall(isMparticleEvent(raw) ? asCdpCall(raw) : raw);
  if (call.kind === 'not_an_event') return call;
  const family = eventFamilies.find((one) => one === raw.event_family);
  const custom = call.eventName === null || !catalogEntry(call.eventName);
  const members: [string, unknown, boolean][] = [
    ['event_name', call.eventName, true],
    ['event_family', family ?? null, custom],
    ['developer_id', fitting(call.userId, lengthMax.developerId), true],
    ['product', isRecord(raw.product) ? raw.product : null, true],
    ['context', attributionOf(call).context ?? null, false],
    ['occurredAt', call.occurredAt, false],
    ['idempotencyKey', fitting(call.messageId, lengthMax.key), true],
  ];
  return {
    kind: 'payload',
    wrongUserId: call.wrongUserId,
    payload: Object.fromEntries(members.filter(([, value]) => value !== null).map(([name, value]) => [name, value])),
    missing: members.filter(([, value, needed]) => needed && value === null).map(([name]) => `/${name}`),
  };
}

/** Treats a text that is too long to be accepted as missing: it is not repeated. */
const fitting = (text: string | null, charactersMax: number): string | null =>
  text !== null && [...text].length <= charactersMax ? text : null;
