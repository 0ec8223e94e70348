export { listEventLog } from './event-log.list.js';
export { EventList, EventLog, EventLogArgs, EventsArgs } from './event-log.types.js';
export { listEvents } from './events.list.js';
