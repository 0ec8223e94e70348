import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { makeCompany } from '../setup/people.js';

let app: TestApp;
let event: Record<string, unknown>;
let eventId: string;
beforeAll(async () => {
  app = await startApp();
  event = makeEvent(app, {
    idempotencyKey: 'a key & more/ü%',
    account_domain: 'customer.example',
    context: { attribution: { campaignId: 'c1', source: 'mail' } },
    occurredAt: '2026-01-02T03:04:05+02:00',
    metadata: { plan: 'pro', importBatch: 1 },
  });
  const reply = await ask<{ eventId: string }>(`${app.url}/api/usage/track`, {
    token: app.credentials.trackingKey,
    body: event,
  });
  ({ eventId } = reply.body);
});
afterAll(() => app.close());

interface Problem {
  code: string;
  errors?: { pointer: string; code: string; hint?: string }[];
}
const byKey = (key: unknown, token: string | undefined = app.credentials.trackingKey) =>
  ask<Problem>(`${app.url}/api/usage/events?idempotencyKey=${encodeURIComponent(String(key))}`, token ? { token } : {});
const byId = (id: string, token = app.credentials.trackingKey) =>
  ask<Problem>(`${app.url}/api/usage/events/${id}`, { token });

describe('GET /api/usage/events · 200', () => {
  it('shows what persisted under a key, after stripping', async () => {
    const { status, body, headers } = await byKey(event.idempotencyKey);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(body).toEqual({
      eventId,
      idempotencyKey: event.idempotencyKey,
      event_name: 'FIRST_API_CALL',
      event_family: 'activation',
      developer_id: 'dev_1',
      account_domain: 'customer.example',
      product: event.product,
      attribution: { campaignId: 'c1', source: 'mail' },
      occurredAt: '2026-01-02T01:04:05.000Z',
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      projectId: null,
      metadata: { plan: 'pro' },
      source: 'api',
      label: 'sample',
      vendorOwnDomain: false,
      countsToward: expect.arrayContaining([{ figure: 'events', window: 'company', counted: true, rule: 'counted' }]),
    });
  });

  it('shows the same under the id, and HEAD follows GET', async () => {
    expect((await byId(eventId)).body).toEqual((await byKey(event.idempotencyKey)).body);
    const head = await ask(`${app.url}/api/usage/events/${eventId}`, {
      method: 'HEAD',
      token: app.credentials.trackingKey,
    });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
  });
});

describe('GET /api/usage/events · 404', () => {
  it('says so of what was never stored', async () => {
    expect((await byKey('never')).body.code).toBe('NOT_FOUND');
    expect((await byId('evt_00000000-0000-7000-8000-000000000000')).body.code).toBe('NOT_FOUND');
  });

  it('says the same of what belongs to another tenant or another product of the tenant', async () => {
    const { ignored, otherTenant } = app.credentials;
    for (const token of [otherTenant.trackingKey, ignored.trackingKey]) {
      const foreign = await byId(eventId, token);
      const never = await byId('evt_00000000-0000-7000-8000-000000000000', token);
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...never.body, requestId: '' });
      expect((await byKey(event.idempotencyKey, token)).status).toBe(404);
    }
  });
});

describe('GET /api/usage/events · 400', () => {
  it.each([
    ['no key', '/api/usage/events', '/idempotencyKey'],
    ['an empty key', '/api/usage/events?idempotencyKey=', '/idempotencyKey'],
    ['two keys', '/api/usage/events?idempotencyKey=a&idempotencyKey=b', '/idempotencyKey'],
    ['a long key', `/api/usage/events?idempotencyKey=${'k'.repeat(256)}`, '/idempotencyKey'],
    ['NUL in a key', '/api/usage/events?idempotencyKey=a%00b', '/idempotencyKey'],
    ['another parameter', '/api/usage/events?idempotencyKey=a&limit=3', '/limit'],
    ['a prototype', '/api/usage/events?idempotencyKey=a&__proto__=3', '/__proto__'],
    ['a name with a slash', '/api/usage/events?idempotencyKey=a&a/b=3', '/a~1b'],
    ['a malformed id', '/api/usage/events/nonsense', '/eventId'],
    ['an id of another kind', '/api/usage/events/org_00000000-0000-7000-8000-000000000000', '/eventId'],
    ['a bare id', '/api/usage/events/00000000-0000-7000-8000-000000000000', '/eventId'],
    ['a parameter beside an id', '/api/usage/events/evt_00000000-0000-7000-8000-000000000000?x=1', '/x'],
  ])('refuses %s and points at it', async (_what, path, pointer) => {
    const { status, body } = await ask<Problem>(app.url + path, { token: app.credentials.trackingKey });
    expect([status, body.errors?.map((one) => one.pointer)]).toEqual([400, [pointer]]);
  });
});

describe('GET /api/usage/events · 401', () => {
  it('says so to a stranger, also when the question is malformed', async () => {
    expect((await ask(`${app.url}/api/usage/events?x=1`)).status).toBe(401);
    expect((await ask(`${app.url}/api/usage/events/nonsense`)).status).toBe(401);
  });

  it('says so to a key that was revoked a moment ago', async () => {
    const company = await makeCompany(app);
    expect((await byKey('nothing', company.trackingKey)).status).toBe(404);
    await query(app.databaseUrl, 'update credential set revoked_at = now() where id = $1', [
      company.trackingKeyId.slice(4),
    ]);
    const { status, body } = await byKey('nothing', company.trackingKey);
    expect([status, body.errors?.[0]?.code]).toEqual([401, 'revoked']);
  });
});
