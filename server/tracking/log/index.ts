export { listEventLog, listEvents } from './event-log.operations.js';
export { EventList, EventLog, EventLogArgs, EventsArgs } from './event-log.types.js';
