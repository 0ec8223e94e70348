import { newUuid } from '../server/platform/ids.js';
import { DEVELOPER_SLOT, KEY_SLOT } from './load.types.js';

/** The demo product, whose key the gateways are asked with. */
export const DEMO_PRODUCT = { id: 'demo-api', name: 'Demo API', type: 'api' };

/** The event of every contestant: what a company's server typically sends, about 500 bytes; its metadata differs each time. */
export const eventText = JSON.stringify({
  event_name: 'FIRST_API_CALL',
  developer_id: DEVELOPER_SLOT,
  account_domain: 'customer.example',
  product: DEMO_PRODUCT,
  context: { attribution: { campaignId: 'launch-2026', source: 'docs' } },
  occurredAt: '2026-01-31T09:30:00.000Z',
  idempotencyKey: KEY_SLOT,
  metadata: {
    sdk: 'node',
    sdkVersion: '4.2.0',
    region: 'eu-central-1',
    latencyMs: 184,
    plan: 'trial',
    requestId: KEY_SLOT,
  },
});

/** The columns of that event beside its id and key, as the client sends them. */
const columns = [
  { name: 'organization_id', type: 'uuid', value: newUuid() },
  { name: 'product_uuid', type: 'uuid', value: newUuid() },
  { name: 'event_name', type: 'text', value: 'FIRST_API_CALL' },
  { name: 'event_family', type: 'text', value: 'activation' },
  { name: 'developer_id', type: 'text', value: DEVELOPER_SLOT },
  { name: 'account_domain', type: 'text', value: 'customer.example' },
  { name: 'vendor_own_domain', type: 'boolean', value: 'false' },
  { name: 'campaign_id', type: 'text', value: 'launch-2026' },
  { name: 'occurred_at', type: 'timestamptz', value: '2026-01-31T09:30:00.000Z' },
  { name: 'received_at', type: 'timestamptz', value: '2026-01-31T09:30:01.000Z' },
  { name: 'source', type: 'text', value: 'api' },
  { name: 'data_label', type: 'text', value: 'sample' },
  { name: 'fingerprint_version', type: 'smallint', value: '1' },
  { name: 'fingerprint', type: 'bytea', value: `\\x${'5a'.repeat(32)}` },
  { name: 'payload', type: 'jsonb', value: eventText },
];
const names = columns.map(({ name }) => name).join(', ');

/** The variables that `pgbench` gets beforehand: every column's value by name. */
export const pgbenchVariables = columns.map(({ name, value }) => `${name}=${value}`);

/** One row a statement, as `pgbench` sends it: the same values over the wire; id and key are the server's, which costs it next to nothing. */
export const pgbenchScript = `insert into tracking_event (id, idempotency_key, ${names}) values (uuidv7(), gen_random_uuid()::text, ${columns
  .map(({ name, type }) => `:${name}::${type}`)
  .join(', ')});\n`;

/** Rows in one statement with every value from the client, without `on conflict`. */
export function insertText(rows: number): string {
  const width = columns.length + 2;
  const row = (index: number): string =>
    `(${Array.from({ length: width }, (_item, column) => `$${index * width + column + 1}`).join(', ')})`;
  return `insert into tracking_event (id, idempotency_key, ${names}) values ${Array.from({ length: rows }, (_item, index) => row(index)).join(', ')}`;
}

/** The values of one row of `insertText`. */
export const insertValues = (
  id: string,
  key: string,
  payload = eventText,
  fingerprint?: Buffer,
): (string | Buffer)[] => [
  id,
  key,
  ...columns.map(({ name, value }) =>
    name === 'payload' ? payload : name === 'fingerprint' ? (fingerprint ?? value) : value,
  ),
];

/** The statement that a handler written by hand would run for one request: values are those of `insertValues`. */
export const handwrittenInsert = `${insertText(1)} on conflict (organization_id, idempotency_key) do nothing returning id`;
