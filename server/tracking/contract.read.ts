import { ANY_KIND } from '../platform/limits/limits.policies.js';
import { operation } from '../platform/operation.js';
import { receiptSchema } from './catalog/index.js';

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
