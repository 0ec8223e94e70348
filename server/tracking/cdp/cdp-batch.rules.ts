import { isRecord, pointerTo } from '../../platform/json.rules.js';
import { isMparticleBatch } from './mparticle.rules.js';

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
