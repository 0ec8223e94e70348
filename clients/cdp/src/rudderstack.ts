import { type CdpMapping, fromCdpEvent } from '../../../server/tracking/cdp/cdp-event.rules.js';

/** Set at the top of the file that is pasted. */
declare const MAPPING: CdpMapping;

/**
 * A transformation of RudderStack, before a webhook destination to /api/usage/track: it makes the event of a call. Calls that are no
 * events are dropped; what cannot be mapped is an error of the transformation, which RudderStack shows.
 */
export function transformEvent(call: unknown): unknown {
  const mapped = fromCdpEvent(call, MAPPING);
  if (mapped.kind === 'refused') throw new Error(`${mapped.reason}: ${mapped.detail}`);
  return mapped.kind === 'event' ? mapped.event : undefined;
}
