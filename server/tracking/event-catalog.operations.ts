import { ANY_KIND } from '../platform/context.js';
import { memberOf } from '../platform/enum.rules.js';
import { operation } from '../platform/operation.js';
import { eventCatalog as definitions, receiptSchema } from './catalog/index.js';
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

/** A contract as it is published: its `$id` is the whole address at which the deployment serves it (decisions §1). */
export const publishedContract = <C extends { readonly $id: string }>(contract: C, baseUrl: string): C => ({
  ...contract,
  $id: `${baseUrl}${contract.$id}`,
});

/** The JSON Schema of `service-usage-receipt-v1` (specification §2.4), for anyone; the same as under its address. */
export const readReceiptContract = operation(
  { name: 'usageReceiptContract', who: ANY_KIND, limit: 'public-read' },
  async function usageReceiptContract({ platform }, _input: Record<string, never>) {
    return publishedContract(receiptSchema, platform.config.baseUrl);
  },
);
