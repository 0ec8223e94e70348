import { resource } from '../resource.js';

/** The receipt that an event may carry (the specification, §2.4). */
export const receiptContract = resource(
  {
    uri: 'dai://contracts/service-usage-receipt-v1',
    name: 'service-usage-receipt-v1',
    title: 'Usage receipt contract',
    description:
      'JSON Schema of metadata.usageReceipt, which says what one call did and cost; read it before you write code that sends receipts.',
  },
  'query { reply: usageReceiptContract }',
);
