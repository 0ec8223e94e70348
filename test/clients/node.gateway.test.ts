import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, type TrackingEvent } from '../../clients/node/src/index.js';
import { eventCatalog, eventFamilies } from '../../server/tracking/catalog/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startApp();
  client = open();
});
afterAll(() => app.close());

const open = (more: Partial<Parameters<typeof createClient>[0]> = {}): Client =>
  createClient({
    url: app.url,
    key: app.credentials.trackingKey,
    product: { id: app.credentials.productId, name: 'Demo API', type: 'api' },
    ...more,
  });
const event = (more: Partial<TrackingEvent> = {}): TrackingEvent => ({
  event_name: 'FIRST_API_CALL',
  developer_id: 'dev_1',
  ...more,
});
const rows = (keys: readonly string[]) =>
  query(app.databaseUrl, 'select idempotency_key, occurred_at from tracking_event where idempotency_key = any($1)', [
    keys,
  ]);

describe('the client against a gateway', () => {
  it('stores what was tracked once, in few requests, and reports it', async () => {
    const own = open();
    const keys = Array.from({ length: 120 }, () => own.track(event()).key);
    const report = await own.close();
    expect(report).toEqual({
      stored: 120,
      duplicate: 0,
      ignored: 0,
      refused: [],
      refusedCount: 0,
      dropped: 0,
      unsent: [],
      unspooled: 0,
    });
    expect((await rows(keys)).length).toBe(120);
  });

  it('answers each verdict: stored, duplicate, conflict, refused and ignored', async () => {
    const first = await client.trackNow(event({ idempotencyKey: 'v1', occurredAt: '2026-01-02T03:04:05Z' }));
    expect(first).toMatchObject({ status: 'stored', key: 'v1', eventId: expect.stringMatching(/^evt_/) });
    const verdicts = await client.batch([
      event({ idempotencyKey: 'v1', occurredAt: '2026-01-02T03:04:05Z' }),
      event({ idempotencyKey: 'v1', occurredAt: '2026-01-02T03:04:05Z', account_domain: 'other.example' }),
      { event_name: 'own name', developer_id: 'd', event_family: 'intent' },
      event({ metadata: { password: 'x' } }),
    ]);
    expect(verdicts.map((one) => [one.status, 'refusal' in one ? one.refusal.code : null])).toEqual([
      ['duplicate', null],
      ['refused', 'IDEMPOTENCY_CONFLICT'],
      ['refused', 'VALIDATION_FAILED'],
      ['refused', 'PRIVATE_CONTENT'],
    ]);
    const { ignored } = app.credentials;
    const other = open({
      key: ignored.trackingKey,
      product: { id: ignored.productId, name: 'Demo Legacy', type: 'api' },
    });
    expect(await other.trackNow(event())).toMatchObject({ status: 'ignored' });
  });

  it('stamps the time of the call once, and leaves it out where it is null', async () => {
    const before = Date.now();
    const [stamped, without] = [client.track(event()).key, client.track(event({ occurredAt: null })).key];
    await client.flush();
    const found = new Map((await rows([stamped, without])).map((row) => [row.idempotency_key, row.occurred_at]));
    expect(Number(found.get(stamped))).toBeGreaterThanOrEqual(before);
    expect(found.get(without)).toBeNull();
  });

  it('asks what would be stored, and what is', async () => {
    const dry = await client.dryRun(event({ idempotencyKey: 'dry' }));
    expect([dry.accepted, dry.answer.wouldBe]).toEqual([true, 'tracked']);
    expect(await client.dryRun(event({ developer_id: 'null' }))).toMatchObject({ accepted: false });
    expect(await client.lookUp('dry')).toEqual({ found: false });
    await client.trackNow(event({ idempotencyKey: 'dry' }));
    expect(await client.lookUp('dry')).toMatchObject({ found: true, event: { idempotencyKey: 'dry' } });
  });

  it('reports a wrong key as a refusal of each event, without the key', async () => {
    const own = open({ key: 'dtk_wrongwrongwrong' });
    own.track(event());
    const report = await own.close();
    expect(report.refused.map(({ refusal }) => refusal.status)).toEqual([401]);
    expect(JSON.stringify(report)).not.toContain('wrongwrong');
    await expect(own.lookUp('x')).rejects.toMatchObject({ name: 'UnansweredError', status: 401 });
  });
});

describe('the types of the client', () => {
  it('have the names of the catalog with their families', async () => {
    const { readFileSync } = await import('node:fs');
    const text = readFileSync(new URL('../../clients/node/src/catalog.types.ts', import.meta.url), 'utf8');
    const declared = [...text.matchAll(/^ {2}(\w+): (.+);$/gm)].map(([, name, type]) => [name, type]);
    const all = eventFamilies.map((family) => `'${family}'`).join(' | ');
    expect(declared).toEqual(eventCatalog.map(({ name, family }) => [name, family ? `'${family}'` : all]));
  });
});
