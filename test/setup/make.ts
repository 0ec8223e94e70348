import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.js';

/** A valid event for the demo product; what a test cares about is given, the rest is filled in. */
export function makeEvent(
  { credentials }: Pick<TestApp, 'credentials'>,
  given: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    event_name: 'FIRST_API_CALL',
    developer_id: 'dev_1',
    product: { id: credentials.productId, name: 'Demo API', type: 'api' },
    idempotencyKey: randomUUID(),
    ...given,
  };
}
