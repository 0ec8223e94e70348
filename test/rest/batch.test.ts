import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { countRows } from '../setup/rows.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Item {
  index: number;
  status: string;
  tracked: boolean;
  idempotencyKey?: string;
  eventId?: string;
  error?: { code: string; status: number; changed?: string[]; errors?: { pointer: string; code: string }[] };
}
interface Answer {
  code?: string;
  results?: Item[];
  summary?: Record<string, number>;
  errors?: { pointer: string; code: string }[];
}
const send = (events: unknown, token = app.credentials.trackingKey) =>
  ask<Answer>(`${app.url}/api/usage/track/batch`, { token, body: { events } });
const statuses = ({ results }: Answer) => results?.map(({ status }) => status);
const storedUnder = async (keys: unknown[]) =>
  (await query(app.databaseUrl, 'select idempotency_key from tracking_event where idempotency_key = any($1)', [keys]))
    .length;

describe('POST /api/usage/track/batch · 200', () => {
  it('stores every item and answers each with its index, key and id', async () => {
    const events = Array.from({ length: 50 }, () => makeEvent(app));
    const { status, body } = await send(events);
    expect(status).toBe(200);
    expect(body.summary).toEqual({ received: 50, tracked: 50, duplicate: 0, ignored: 0, conflict: 0, invalid: 0 });
    expect(body.results?.map(({ index, idempotencyKey }) => [index, idempotencyKey])).toEqual(
      events.map(({ idempotencyKey }, index) => [index, idempotencyKey]),
    );
    expect(new Set(body.results?.map(({ eventId }) => eventId)).size).toBe(50);
    expect(await storedUnder(events.map(({ idempotencyKey }) => idempotencyKey))).toBe(50);
  });

  it('stores 50 events whose metadata is a list of 1,536 numbers', async () => {
    const vector = Array.from({ length: 1_536 }, (_one, at) => at / 1_000);
    const events = Array.from({ length: 50 }, () => makeEvent(app, { metadata: { vector } }));
    const { status, body } = await send(events);
    expect([status, body.summary?.tracked]).toEqual([200, 50]);
    expect(await storedUnder(events.map(({ idempotencyKey }) => idempotencyKey))).toBe(50);
  });

  it('answers the whole batch again with duplicates and the first ids', async () => {
    const events = [makeEvent(app), makeEvent(app)];
    const first = await send(events);
    const again = await send(events);
    expect(again.status).toBe(200);
    expect(statuses(again.body)).toEqual(['duplicate', 'duplicate']);
    expect(again.body.results?.map(({ eventId }) => eventId)).toEqual(
      first.body.results?.map(({ eventId }) => eventId),
    );
  });

  it('takes an equal event under a repeated key as a duplicate of the first', async () => {
    const event = makeEvent(app);
    const { status, body } = await send([event, event]);
    expect([status, statuses(body)]).toEqual([200, ['tracked', 'duplicate']]);
    expect(body.results?.[1]?.eventId).toBe(body.results?.[0]?.eventId);
    expect(await storedUnder([event.idempotencyKey])).toBe(1);
  });

  it('answers the items of an ignored product with tracked: false and stores nothing', async () => {
    const { ignored } = app.credentials;
    const event = makeEvent(app, { product: { id: ignored.productId, name: 'Demo Legacy', type: 'api' } });
    const { status, body } = await send([event], ignored.trackingKey);
    expect(status).toBe(200);
    expect(body.results).toMatchObject([{ status: 'ignored', tracked: false, ignored: true, eventId: null }]);
    expect(await storedUnder([event.idempotencyKey])).toBe(0);
  });
});

describe('POST /api/usage/track/batch · 207', () => {
  it('stores the good items whatever the others are, and points into the batch', async () => {
    const good = makeEvent(app);
    const bad = { ...makeEvent(app), developer_id: '', surprise: 1 };
    const secret = makeEvent(app, { metadata: { password: 'hunter2hunter2' } });
    const { status, body, text } = await send([bad, good, null, 'x', secret]);
    expect(status).toBe(207);
    expect(statuses(body)).toEqual(['invalid', 'tracked', 'invalid', 'invalid', 'invalid']);
    expect(body.results?.[0]?.error?.errors?.map(({ pointer }) => pointer).sort()).toEqual([
      '/events/0/developer_id',
      '/events/0/surprise',
    ]);
    expect(body.results?.[2]?.error?.errors?.[0]?.pointer).toBe('/events/2');
    expect(body.results?.[4]?.error).toMatchObject({
      code: 'PRIVATE_CONTENT',
      errors: [{ pointer: '/events/4/metadata/password' }],
    });
    expect(text).not.toContain('hunter2');
    expect(await storedUnder([good.idempotencyKey])).toBe(1);
  });

  it('takes a changed event under a repeated key as a conflict and keeps the first', async () => {
    const event = makeEvent(app);
    const { status, body } = await send([event, { ...event, developer_id: 'another' }]);
    expect(status).toBe(207);
    expect(statuses(body)).toEqual(['tracked', 'conflict']);
    expect(body.results?.[1]?.error).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      status: 409,
      changed: ['/events/1/developer_id'],
    });
    const rows = await query(app.databaseUrl, 'select developer_id from tracking_event where idempotency_key = $1', [
      event.idempotencyKey,
    ]);
    expect(rows).toEqual([{ developer_id: event.developer_id }]);
  });

  it.each([[['duplicate', 'conflict']], [['conflict', 'duplicate']]])(
    'compares each item under a key that was taken before by itself: %j',
    async (verdicts) => {
      const event = makeEvent(app);
      await send([event]);
      const changed = { ...event, developer_id: 'another' };
      const { body } = await send(verdicts.map((verdict) => (verdict === 'conflict' ? changed : event)));
      expect(statuses(body)).toEqual(verdicts);
      const at = verdicts.indexOf('conflict');
      expect(body.results?.[at]?.error?.changed).toEqual([`/events/${at}/developer_id`]);
    },
  );

  it('points at what a raw CDP call lacks, in the batch', async () => {
    const { body } = await send([makeEvent(app), { type: 'track', event: 'Signed Up', userId: 'u', messageId: 'm' }]);
    expect(body.results?.[1]?.error).toMatchObject({
      suggestedPayload: { developer_id: 'u' },
      missing: expect.arrayContaining(['/events/1/product']),
    });
  });
});

describe('POST /api/usage/track/batch · 400', () => {
  it('says so when every item was refused, with the verdict on each', async () => {
    const before = await countRows(app, ['public.tracking_verdict', 'public.credential_use']);
    const { status, body } = await send([{}, { event_name: 5 }]);
    expect([status, body.code, statuses(body)]).toEqual([400, 'BATCH_REFUSED', ['invalid', 'invalid']]);
    expect(body.summary).toMatchObject({ received: 2, invalid: 2, tracked: 0 });
    expect(await countRows(app, ['public.tracking_verdict', 'public.credential_use'])).toEqual(before);
  });

  it.each([
    ['no events', undefined, '/events', 'required'],
    ['null', null, '/events', 'required'],
    ['an object', { a: 1 }, '/events', 'wrong_type'],
    ['a string', 'events', '/events', 'wrong_type'],
    ['an empty list', [], '/events', 'too_short'],
  ])('refuses %s for a list', async (_what, events, pointer, code) => {
    const { status, body } = await send(events);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer, code }]);
  });

  it('refuses 51 events and stores none of them', async () => {
    const events = Array.from({ length: 51 }, () => makeEvent(app));
    const { status, body } = await send(events);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: '/events', code: 'too_long' }]);
    expect(await storedUnder(events.map(({ idempotencyKey }) => idempotencyKey))).toBe(0);
  });

  it('refuses an envelope with other members, and a list without its envelope', async () => {
    const reply = await ask<Answer>(`${app.url}/api/usage/track/batch`, {
      token: app.credentials.trackingKey,
      body: { events: [makeEvent(app)], 'a/b': 1 },
    });
    expect(reply.body.errors).toMatchObject([{ pointer: '/a~1b', code: 'unknown_field' }]);
    const list = await ask<Answer>(`${app.url}/api/usage/track/batch`, {
      token: app.credentials.trackingKey,
      body: [makeEvent(app)],
    });
    expect(list.body.errors).toMatchObject([{ pointer: '', code: 'wrong_type' }]);
  });
});

describe('POST /api/usage/track/batch · a revoked key', () => {
  it('is 401 at once, whether the batch is good, bad or mixed, and stores nothing', async () => {
    const { trackingKey } = app.credentials;
    await send([makeEvent(app)]);
    await query(app.databaseUrl, `update credential set revoked_at = now() where organization_id = $1`, [
      app.credentials.organizationId.slice(4),
    ]);
    const good = makeEvent(app, { idempotencyKey: `late-${randomUUID()}` });
    for (const events of [[good], [{}], [good, {}]]) {
      const { status, body } = await send(events, trackingKey);
      expect([status, body.errors?.[0]?.code]).toEqual([401, 'revoked']);
    }
    expect(await storedUnder([good.idempotencyKey])).toBe(0);
  });
});
