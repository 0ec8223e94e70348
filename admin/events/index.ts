import EventsIcon from '@mui/icons-material/BoltOutlined';
import type { LoggedEvent } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { EventList } from './EventList.js';
import { nameOf } from './event.columns.js';

/** The events sent to the organization's products, stored and refused. */
export const events: ResourcePages = {
  name: 'events',
  icon: EventsIcon,
  list: EventList,
  recordRepresentation: (logged: LoggedEvent) => nameOf(logged) ?? logged.id,
};
