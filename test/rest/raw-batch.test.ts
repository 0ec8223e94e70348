import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Refusal {
  code: string;
  errors: { pointer: string; code: string; hint?: string }[];
  suggestedPayload?: { events: Record<string, unknown>[] };
  missing?: string[];
}
const PATHS = ['track', 'track/batch', 'track/dry-run'];
const send = (path: string, body: unknown) =>
  ask<Refusal>(`${app.url}/api/usage/${path}`, { token: app.credentials.trackingKey, body });
const codesOf = ({ errors }: Refusal) => errors.map(({ pointer, code }) => `${pointer} ${code}`);

const segment = {
  batch: [
    { type: 'track', event: 'First API Call', userId: 'u-1', messageId: 'm-1', timestamp: '2026-10-02T03:04:05Z' },
    { type: 'identify', userId: 'u-1', traits: { plan: 'pro' } },
    { type: 'track', event: 'Order Completed', userId: 'u-1', messageId: 'm-2' },
  ],
  context: { campaign: { name: 'spring', source: 'mail' } },
  sentAt: '2026-10-02T03:04:06Z',
};
/** As mParticle's events API takes it and its webhooks send it. */
const mparticle = {
  schema_version: 2,
  environment: 'production',
  mpid: '7346244611012968789',
  user_identities: { customer_id: 'u-1', email: 'person@example.com' },
  events: [
    {
      event_type: 'custom_event',
      data: {
        event_name: 'First API Call',
        custom_event_type: 'other',
        source_message_id: 'm-1',
        timestamp_unixtime_ms: 1_790_910_245_000,
        custom_attributes: { plan: 'pro' },
      },
    },
    { event_type: 'session_start', data: { timestamp_unixtime_ms: 1_790_910_245_000 } },
    { event_type: 'screen_view', data: { screen_name: 'Home' } },
  ],
};

describe.each(PATHS)('a raw batch at %s', (path) => {
  it('of Segment is refused with the batch that it would be, and its calls that are no events by name', async () => {
    const { status, body } = await send(path, segment);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(codesOf(body)).toEqual(['/batch raw_cdp_batch', '/batch/1/type not_an_event']);
    const context = { attribution: { campaignId: 'spring', source: 'mail' } };
    expect(body.suggestedPayload).toEqual({
      events: [
        {
          event_name: 'FIRST_API_CALL',
          developer_id: 'u-1',
          context,
          occurredAt: '2026-10-02T03:04:05Z',
          idempotencyKey: 'm-1',
        },
        { event_name: 'ORDER_COMPLETED', developer_id: 'u-1', context, idempotencyKey: 'm-2' },
      ],
    });
    expect(body.missing).toEqual(['/events/0/product', '/events/1/event_family', '/events/1/product']);
  });

  it('of mParticle is looked into as well', async () => {
    const { status, body } = await send(path, mparticle);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(codesOf(body)).toEqual([
      '/events raw_cdp_batch',
      '/events/1/event_type not_an_event',
      '/events/2/event_type not_an_event',
    ]);
    expect(body.suggestedPayload).toEqual({
      events: [
        {
          event_name: 'FIRST_API_CALL',
          developer_id: 'u-1',
          occurredAt: new Date(1_790_910_245_000).toISOString(),
          idempotencyKey: 'm-1',
        },
      ],
    });
    expect(body.missing).toEqual(['/events/0/product']);
  });

  it('repeats nothing of a call that carries a credential, and no more of a long one than a batch holds', async () => {
    const [first] = segment.batch;
    const secret = `sk_live_${'a1B2'.repeat(8)}`;
    const batch = [{ ...first, properties: { key: secret } }, ...Array.from({ length: 60 }, () => first)];
    const { body, text } = await send(path, { batch });
    expect(text).not.toContain(secret);
    expect(body.code).toBe('PRIVATE_CONTENT');
    expect(codesOf(body)).toContain('/batch/0/properties/key credential_value');
    expect(body.suggestedPayload?.events).toHaveLength(49);
  });
});

describe('the batch path', () => {
  it('takes what was suggested once the caller has added what is missing', async () => {
    const { body } = await send('track/batch', segment);
    const product = { id: app.credentials.productId, name: 'Demo API', type: 'api' };
    const events = body.suggestedPayload?.events.map((event) => ({ event_family: 'commercial', ...event, product }));
    const [first, ...others] = events ?? [];
    const { event_family: _, ...named } = first ?? {};
    const { status, text } = await send('track/batch', { events: [named, ...others] });
    expect([status, JSON.parse(text)]).toMatchObject([200, { summary: { received: 2, tracked: 2 } }]);
  });
});

describe('a call that is no event', () => {
  it.each([
    [{ type: 'identify', userId: 'u', traits: {} }, '/type'],
    [{ type: 'group', userId: 'u', groupId: 'g', traits: {} }, '/type'],
    [{ type: 'page', name: 'Home', userId: 'u', properties: {} }, '/type'],
    [{ type: 'screen', name: 'Home', userId: 'u', properties: {} }, '/type'],
  ])('is told so, and not what it lacks of one: %j', async (call, pointer) => {
    const { status, body } = await send('track', call);
    expect([status, ...codesOf(body)]).toEqual([400, `${pointer} not_an_event`]);
    expect(body).not.toHaveProperty('suggestedPayload');
  });
});
