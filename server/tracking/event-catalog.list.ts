import { memberOf } from '../platform/enum.rules.js';
import { ANY_KIND } from '../platform/limits/limits.policies.js';
import { operation } from '../platform/operation.js';
import { eventCatalog as definitions } from './catalog/index.js';
import { type EventDefinition, EventFamilyName } from './event-answer.types.js';

/** The named events and their families (specification §6), for anyone. */
export const listEventCatalog = operation(
  { name: 'eventCatalog', who: ANY_KIND, limit: 'public-read' },
  async function eventCatalog(_ctx, _input: Record<string, never>): Promise<EventDefinition[]> {
    return definitions.map(({ name, family, meaning, area }) => ({
      event_name: name,
      event_family: memberOf(EventFamilyName, family),
      meaning,
      area,
    }));
  },
);
