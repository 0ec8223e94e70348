import { resource } from '../resource.js';

/** The named events (the specification, §6). */
export const eventCatalog = resource(
  {
    uri: 'dai://events/catalog',
    name: 'event-catalog',
    title: 'Event catalog',
    description: 'Named adoption events with family, area and meaning; read it before you send usage events.',
  },
  'query { reply: eventCatalog { event_name event_family area meaning } }',
);
