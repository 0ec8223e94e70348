import type { Ground } from './ground.open.js';
import type { HttpOrder } from './load.types.js';
import type { Plan } from './round.plan.js';
import { eventText } from './row.sql.js';

/** Connections of the loaded windows. */
export const CONNECTIONS = 64;
export const BATCH_EVENTS = 50;
/** Every connection of the duplicate windows sends so many events once and then again and again. */
const REPEATED_PER_CONNECTION = 16;

const TRACKED = ['"tracked":true', '"duplicate":false'];
const DUPLICATE = ['"tracked":true', '"duplicate":true'];

type Load = Pick<HttpOrder, 'leadMs' | 'windowMs'>;

/** Single events, each with a key of its own, at a gateway or at the handwritten peer. */
export function uniqueEvents(port: number, path: string, token: string, connections: number, load: Load): HttpOrder {
  return {
    kind: 'http',
    method: 'POST',
    port,
    path,
    token,
    body: eventText,
    eventsPerRequest: 1,
    connections,
    repeatAfter: null,
    expected: { first: TRACKED, again: [] },
    leadMs: load.leadMs,
    windowMs: load.windowMs,
  };
}

/** The same few events again and again. */
export const duplicateEvents = ({ gateway, trackingKey }: Ground, plan: Plan): HttpOrder => ({
  ...uniqueEvents(gateway.port, '/api/usage/track', trackingKey, CONNECTIONS, plan),
  repeatAfter: REPEATED_PER_CONNECTION,
  expected: { first: TRACKED, again: DUPLICATE },
});

/** Batches of 50 new events; a few connections keep the gateway busy. */
export const batches = ({ gateway, trackingKey }: Ground, plan: Plan): HttpOrder => ({
  ...uniqueEvents(gateway.port, '/api/usage/track/batch', trackingKey, 8, plan),
  body: `{"events":[${Array.from({ length: BATCH_EVENTS }, () => eventText).join(',')}]}`,
  eventsPerRequest: BATCH_EVENTS,
  expected: { first: [`"summary":{"received":${BATCH_EVENTS},"tracked":${BATCH_EVENTS},"duplicate":0`], again: [] },
});

/** The least that an Express server can do. */
export const hello = ({ peer }: Ground, plan: Plan): HttpOrder => ({
  ...uniqueEvents(peer.port, '/hello', '', CONNECTIONS, plan),
  method: 'GET',
  token: null,
  body: '',
  eventsPerRequest: 0,
  expected: { first: ['{"hello":"world"}'], again: [] },
});
