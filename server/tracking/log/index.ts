export { countEventLog, listEventLog, listEvents, mayBeAnswered, mayBeStored } from './event-log.operations.js';
export { EventList, EventLog, EventLogArgs, EventOutcome, EventsArgs } from './event-log.types.js';
export { type EventsOfWindow, readArrivedEvents } from './event-page.query.js';
export { readRefusalStatus } from './refusal.operations.js';
export { RefusalStatus, RefusalStatusArgs } from './refusal.types.js';
