import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const track = (body: unknown, token = app.credentials.trackingKey, headers: Record<string, string> = {}) =>
  ask(`${app.url}/api/usage/track`, { token, body, headers });
const stored = (key: unknown) =>
  query<{ id: string; payload: Record<string, unknown> }>(
    app.databaseUrl,
    'select id, payload from tracking_event where idempotency_key = $1',
    [key],
  );
const storedCount = async () =>
  (await query<{ n: number }>(app.databaseUrl, 'select count(*)::int as n from tracking_event'))[0]?.n;

describe('POST /api/usage/track · 200', () => {
  it('answers tracked with an event id, and the event is in the database', async () => {
    const event = makeEvent(app);
    const reply = await track(event);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ tracked: true, duplicate: false, ignored: false, stripped: [], warnings: [] });
    const rows = await stored(event.idempotencyKey);
    expect(rows).toHaveLength(1);
    expect(`evt_${rows[0]?.id}`).toBe(reply.body.eventId);
    expect(rows[0]?.payload).toEqual(event);
  });

  it('answers a repeat with duplicate: true, the first id and the first time', async () => {
    const event = makeEvent(app);
    const first = await track(event);
    const second = await track(event);
    expect(second.body).toMatchObject({
      tracked: true,
      duplicate: true,
      eventId: first.body.eventId,
      receivedAt: first.body.receivedAt,
    });
    expect(await stored(event.idempotencyKey)).toHaveLength(1);
  });

  it('takes another order of members, white space and 1.0 for 1 as the same event', async () => {
    const event = makeEvent(app, { metadata: { n: 1, s: 'x' } });
    const first = await track(event);
    const shuffled = Object.fromEntries(Object.entries(event).reverse());
    const text = JSON.stringify(shuffled, null, 3).replace('"n": 1', '"n": 1.0');
    const second = await track(text);
    expect(text).toContain('1.0');
    expect(second.body).toMatchObject({ duplicate: true, eventId: first.body.eventId });
  });

  it('reads event_id as idempotencyKey', async () => {
    const { idempotencyKey, ...event } = makeEvent(app);
    const first = await track({ ...event, idempotencyKey });
    const second = await track({ ...event, event_id: idempotencyKey });
    expect(second.body).toMatchObject({ duplicate: true, eventId: first.body.eventId });
  });

  it('gives 50 copies that come at once one first answer', async () => {
    const event = makeEvent(app);
    const replies = await Promise.all(Array.from({ length: 50 }, () => track(event)));
    expect(replies.filter(({ body }) => body.duplicate === false)).toHaveLength(1);
    expect(new Set(replies.map(({ body }) => body.eventId)).size).toBe(1);
    expect(await stored(event.idempotencyKey)).toHaveLength(1);
  });

  it('answers tracked: false for an ignored product, stores nothing and reserves no key', async () => {
    const { ignored } = app.credentials;
    const event = makeEvent(app, { product: { id: ignored.productId, name: 'Demo Legacy', type: 'api' } });
    const before = await storedCount();
    const reply = await track(event, ignored.trackingKey);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      tracked: false,
      duplicate: false,
      ignored: true,
      eventId: null,
      reason: 'product_ignored',
    });
    expect(await storedCount()).toBe(before);
  });

  it('keeps an absent occurredAt unknown and a given one as it was', async () => {
    const without = makeEvent(app);
    const given = makeEvent(app, { occurredAt: '2026-01-02T03:04:05+02:00' });
    await track(without);
    await track(given);
    const rows = await query(
      app.databaseUrl,
      'select idempotency_key, occurred_at from tracking_event where idempotency_key = any($1)',
      [[without.idempotencyKey, given.idempotencyKey]],
    );
    const of = (key: unknown) => rows.find((row) => row.idempotency_key === key)?.occurred_at;
    expect(of(without.idempotencyKey)).toBeNull();
    expect(of(given.idempotencyKey)).toEqual(new Date('2026-01-02T01:04:05Z'));
  });

  it('lists what it stripped and stores the rest', async () => {
    const event = makeEvent(app, {
      metadata: { plan: 'pro', importBatch: { a: 1 }, nested: [{ repository_receipt: 'r', importance: 3 }] },
    });
    const reply = await track(event);
    expect(reply.body.stripped).toEqual(
      expect.arrayContaining(['/metadata/importBatch', '/metadata/nested/0/repository_receipt']),
    );
    const rows = await stored(event.idempotencyKey);
    expect(rows[0]?.payload.metadata).toEqual({ plan: 'pro', nested: [{ importance: 3 }] });
  });
});

describe('an event whose fingerprint an older version stored', () => {
  it('is compared by its payload: the same is a duplicate, another one a conflict', async () => {
    const event = makeEvent(app);
    const { body: first } = await track(event);
    await query(
      app.databaseUrl,
      `update tracking_event set fingerprint_version = 0, fingerprint = '\\x00' where idempotency_key = $1`,
      [event.idempotencyKey],
    );
    const again = await track(event);
    expect([again.status, again.body]).toMatchObject([200, { duplicate: true, eventId: first.eventId }]);
    const other = await track({ ...event, developer_id: 'dev_2' });
    expect([other.status, other.body]).toMatchObject([409, { changed: ['/developer_id'] }]);
    expect(await stored(event.idempotencyKey)).toHaveLength(1);
  });
});

describe('POST /api/usage/track · 409', () => {
  it('refuses a changed event under a used key, names what differs and leaves the stored one as it was', async () => {
    const event = makeEvent(app, { metadata: { a: 1 } });
    await track(event);
    const reply = await track({ ...event, developer_id: 'somebody_else', metadata: { a: 1, b: 2 } });
    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', changed: ['/developer_id', '/metadata/b'] });
    expect(reply.text).not.toContain('somebody_else');
    expect((await stored(event.idempotencyKey))[0]?.payload).toEqual(event);
  });
});

describe('POST /api/usage/track · 401 and 403', () => {
  it.each([
    ['no credential', undefined, 401, 'missing'],
    ['an unexpanded placeholder', '${SERVICE_ADOPTION_KEY}', 401, 'placeholder_not_expanded'],
    ['a mistyped key', 'dtk_000000000000000000000000000000000000', 401, 'invalid'],
  ])('refuses %s', async (_what, token, status, code) => {
    const reply = await ask<{ errors: { code: string }[] }>(`${app.url}/api/usage/track`, {
      body: makeEvent(app),
      ...(token ? { token } : {}),
    });
    expect(reply.status).toBe(status);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    expect(reply.body.errors[0]?.code).toBe(code);
  });

  it.each(['workflowToken', 'enterpriseKey'] as const)('refuses a %s: it is of another kind', async (name) => {
    const reply = await track(makeEvent(app), app.credentials[name]);
    expect(reply.status).toBe(403);
    expect(reply.body.code).toBe('WRONG_CREDENTIAL');
  });

  it('refuses a key that is used from a browser', async () => {
    const reply = await track(makeEvent(app), undefined, { origin: 'https://shop.example' });
    expect(reply.status).toBe(403);
    expect(reply.text).toContain('browser_use_refused');
  });

  it('says 401 to a stranger before it looks at the body', async () => {
    const reply = await ask(`${app.url}/api/usage/track`, { body: '{"broken' });
    expect(reply.status).toBe(401);
  });
});

describe('POST /api/usage/track · another tenant', () => {
  it('keeps the same key of two organizations apart', async () => {
    const { otherTenant } = app.credentials;
    const event = makeEvent(app);
    const foreign = { ...event, product: { id: otherTenant.productId, name: 'Other API', type: 'api' } };
    const own = await track(event);
    const others = await track(foreign, otherTenant.trackingKey);
    expect(others.body).toMatchObject({ tracked: true, duplicate: false });
    expect(others.body.eventId).not.toBe(own.body.eventId);
  });

  it("refuses another tenant's product and names the key's own", async () => {
    const reply = await track(
      makeEvent(app, { product: { id: app.credentials.otherTenant.productId, name: 'x', type: 'api' } }),
    );
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([
      { pointer: '/product/id', hint: expect.stringContaining(app.credentials.productId) },
    ]);
  });
});
