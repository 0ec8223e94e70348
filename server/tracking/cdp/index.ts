export { isCdpEnvelope, suggestPayload } from './cdp.suggest.js';
export { type CdpCall, callsOfBatch, cdpCalls } from './cdp-call.read.js';
export { type CdpResult, fromCdpEvent } from './cdp-event.rules.js';
