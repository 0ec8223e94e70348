import { isRecord } from '../../platform/json.rules.js';

/** An event of an mParticle batch: its kind, and its content under `data`. */
export interface MparticleEvent extends Record<string, unknown> {
  readonly event_type: string;
  readonly data: Record<string, unknown>;
}

/** True for one entry of an mParticle batch's `events`. */
export const isMparticleEvent = (value: unknown): value is MparticleEvent =>
  isRecord(value) && typeof value.event_type === 'string' && isRecord(value.data) && value.event_name === undefined;

/** True for an mParticle batch: its `events` are of one person, whom `user_identities` beside them names. */
export const isMparticleBatch = (
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
