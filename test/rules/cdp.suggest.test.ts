import { describe, expect, it } from 'vitest';
import { accepted, codesOf, refused } from './event.builder.js';

const call = { type: 'track', event: 'First API Call', userId: 'dev_42', messageId: 'm-1' };
const product = { id: 'unlocker-api', name: 'Unlocker API', type: 'api' };

describe('the payload that is suggested for a raw call', () => {
  it.each([
    ['seconds', 1_763_632_800, '2025-11-20T10:00:00.000Z'],
    ['seconds with a fraction', 1_763_632_800.5, '2025-11-20T10:00:00.500Z'],
    ['milliseconds', 1_763_632_800_123, '2025-11-20T10:00:00.123Z'],
    ['digits', '1763632800', '2025-11-20T10:00:00.000Z'],
  ])('keeps a time of %s', (_name, timestamp, occurredAt) => {
    const { suggestedPayload } = refused({ ...call, timestamp, product });
    expect(suggestedPayload?.occurredAt).toBe(occurredAt);
    expect(accepted(suggestedPayload).ok).toBe(true);
  });

  it('tells seconds from milliseconds by their size', () => {
    const at = (timestamp: number) => refused({ ...call, timestamp: String(timestamp) }).suggestedPayload?.occurredAt;
    expect(at(99_999_999_999)).toBeUndefined(); // seconds, in the year 5138
    expect(at(946_684_800)).toBe('2000-01-01T00:00:00.000Z');
    expect(at(946_684_800_000)).toBe('2000-01-01T00:00:00.000Z');
  });

  it.each([
    ['a time before 2000', { timestamp: '1999-12-31T00:00:00Z' }, 'occurredAt', []],
    ['a time ahead', { timestamp: '2027-01-01T00:00:00Z' }, 'occurredAt', []],
    ['a product that is not the key’s', { product: { ...product, id: 'x' } }, 'product', ['/product']],
    ['a product with more members', { product: { ...product, sku: 1 } }, 'product', ['/product']],
    ['a campaign whose id is too long', { context: { campaign: { id: 'x'.repeat(201) } } }, 'context', []],
    ['a key of the service’s own', { messageId: 'relay:1' }, 'idempotencyKey', ['/idempotencyKey']],
  ])('leaves out %s', (_name, members, name, missing) => {
    const { suggestedPayload, missing: named } = refused({ ...call, product, ...members });
    expect(suggestedPayload).not.toHaveProperty(name);
    expect(suggestedPayload).toMatchObject({ event_name: 'FIRST_API_CALL', developer_id: 'dev_42' });
    expect(named).toEqual(missing);
  });
});

it('refuses a list as a user id, beside an anonymous one too', () => {
  for (const userId of [['dev_42'], { id: 'dev_42' }, true])
    expect(codesOf({ ...call, userId, anonymousId: 'a' })).toContain('/userId wrong_type');
  expect(refused({ ...call, userId: ['dev_42'], anonymousId: 'a' }).missing).toContain('/developer_id');
});
