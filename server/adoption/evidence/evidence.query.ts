import { failedToolCall } from '../../tracking/index.js';

/** Condition of an event `e` whose numbers count: sent by the company's own server about a customer, not about itself (decisions §4 and §5). */
export const COUNTS = "(e.source = 'api' and not e.vendor_own_domain)";
/** `mayActivate` of tracking, as a condition of an event `e`. */
export const ACTIVATES = `(e.event_family is not distinct from 'activation' and e.event_name <> '${failedToolCall}')`;
/** An event `e` of use, whether its time is known or not: `mayRetain` of tracking, which holds for what may activate too. */
export const OF_USE = `(e.event_family is not null and e.event_family in ('activation', 'retention') and e.event_name <> '${failedToolCall}')`;
/** `mayRetain` of tracking, as a condition of an event `e`; an event without `occurredAt` proves no return (decisions §4, Evidence). */
export const RETURNS = `(${OF_USE} and e.occurred_at is not null)`;
