import { createClient } from '@dai/node';

const client = createClient({
  url: process.env.DAI_API_URL ?? 'http://127.0.0.1:4000',
  key: process.env.SERVICE_ADOPTION_KEY ?? '',
  product: { id: process.env.PRODUCT_ID ?? 'orders-api', name: 'Orders API', type: 'api' },
});

client.track({
  event_name: 'FIRST_API_CALL',
  developer_id: 'developer-42',
  account_domain: 'customer.example',
  idempotencyKey: 'orders-api:first-call:developer-42',
});

const report = await client.close();
process.stdout.write(`${JSON.stringify(report)}\n`);
