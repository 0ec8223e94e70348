import { createClient } from '@dai/node';

const client = createClient({
  url: process.env.DAI_API_URL ?? 'http://127.0.0.1:4000',
  key: process.env.SERVICE_ADOPTION_KEY ?? '',
  product: { id: process.env.PRODUCT_ID ?? 'orders-api', name: 'Orders API', type: 'api' },
});

// Id and time of a record of your own: they are the same however often it is sent.
const call = { id: 'orders-api:first-call:developer-42', at: '2026-11-27T09:30:00Z' };
client.track({
  event_name: 'FIRST_API_CALL',
  developer_id: 'developer-42',
  account_domain: 'customer.example',
  occurredAt: call.at,
  idempotencyKey: call.id,
});

const report = await client.close();
process.stdout.write(`${JSON.stringify(report)}\n`);
