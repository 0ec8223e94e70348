import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
let one: Company;
let other: Company;
const DAY_MS = 86_400_000;
const TODAY = new Date().toISOString().slice(0, 10);
const ALWAYS = { from: '2020-01-01', to: TODAY, format: 'ndjson' };

const send = async ({ trackingKey, productId }: Company, given: Record<string, unknown>): Promise<string> => {
  const reply = await ask<{ eventId: string }>(`${app.url}/api/usage/track`, {
    token: trackingKey,
    body: { ...makeEvent(app, given), product: { id: productId, name: 'P', type: 'api' } },
  });
  expect(reply.status).toBe(200);
  return reply.body.eventId;
};

/** Moves the time of an event's arrival; its id stays in the order of arrival. */
const arrivedAt = (eventId: string, at: Date) =>
  query(
    app.databaseUrl,
    `update tracking_event set received_at = $2,
       id = (lpad(to_hex($3::bigint), 12, '0') || substr(replace(id::text, '-', ''), 13))::uuid where id = $1`,
    [eventId.slice('evt_'.length), at, at.getTime()],
  );

beforeAll(async () => {
  app = await startApp();
  [one, other] = await Promise.all([makeCompany(app), makeCompany(app)]);
  for (const company of [one, other]) {
    const ids: string[] = [];
    for (const key of ['k1', 'k2', 'k3'])
      ids.push(
        await send(company, {
          idempotencyKey: key,
          developer_id: `=dev_${key}`,
          account_domain: 'big.example',
          context: { attribution: { campaignId: 'spring', source: 'docs' } },
          metadata: { region: 'eu', note: 'a "quoted", line\nand\neventId evt_x' },
        }),
      );
    const hourAgo = Date.now() - 3_600_000;
    for (const [index, id] of ids.entries()) await arrivedAt(id, new Date(hourAgo + index));
  }
});
afterAll(() => app.close());

function exported(given: Record<string, string>, cookie = one.owner.cookie, company = one, headers = {}) {
  const search = new URLSearchParams({ organizationId: company.organizationId, ...ALWAYS, ...given });
  return fetch(`${app.url}/api/exports/events?${search}`, { headers: { ...(cookie ? { cookie } : {}), ...headers } });
}

interface Line {
  readonly eventId: string;
  readonly idempotencyKey: string;
  readonly [member: string]: unknown;
}
const linesOf = async (reply: Response): Promise<Line[]> => {
  expect(reply.status).toBe(200);
  const text = await reply.text();
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};
const keysOf = async (given: Record<string, string>): Promise<string[]> =>
  (await linesOf(await exported(given))).map(({ idempotencyKey }) => idempotencyKey);

describe('GET /api/exports/events · 200', () => {
  it('has whole events of one organization in the order of their arrival', async () => {
    const reply = await exported({});
    expect(reply.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="events-2020-01-01-${TODAY}.ndjson"`);
    const lines = await linesOf(reply);
    expect(lines.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['k1', 'k2', 'k3']);
    expect(lines[0]).toMatchObject({
      event_name: 'FIRST_API_CALL',
      event_family: 'activation',
      developer_id: '=dev_k1',
      account_domain: 'big.example',
      product: { id: one.productId, name: 'P', type: 'api' },
      attribution: { campaignId: 'spring', source: 'docs' },
      projectId: null,
      metadata: { region: 'eu', note: 'a "quoted", line\nand\neventId evt_x' },
      source: 'api',
      label: 'first-party',
      vendorOwnDomain: false,
    });
    expect(JSON.stringify(lines)).not.toContain(other.productId);
  });

  it('goes on after an event, and ends with as many as are wanted', async () => {
    const [first, second] = await linesOf(await exported({ limit: '2' }));
    expect(second?.idempotencyKey).toBe('k2');
    expect(await keysOf({ after: first?.eventId ?? '', limit: '1' })).toEqual(['k2']);
    expect(await keysOf({ after: second?.eventId ?? '' })).toEqual(['k3']);
    const [last] = (await linesOf(await exported({}))).slice(-1);
    expect(await keysOf({ after: last?.eventId ?? '' })).toEqual([]);
  });

  it('is CSV for a spreadsheet: a mark, names, no formula', async () => {
    const bytes = Buffer.from(await (await exported({ format: 'csv' })).arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.subarray(3).toString();
    expect(text.split('\r\n')[0]).toBe(
      'eventId,idempotencyKey,productId,event_name,event_family,developer_id,account_domain,campaignId,campaignSource,occurredAt,receivedAt,projectId,source,label,vendorOwnDomain,metadata',
    );
    expect(text.match(/^evt_/gm)).toHaveLength(3);
    expect(text).toContain("'=dev_k1");
  });

  it('has the days from the first to the last instant', async () => {
    const edges = await makeCompany(app);
    const day = new Date(Date.now() - 10 * DAY_MS).toISOString().slice(0, 10);
    const midnight = Date.parse(`${day}T00:00:00.000Z`);
    for (const [key, at] of [
      ['before', midnight - 1],
      ['first', midnight],
      ['last', midnight + DAY_MS - 1],
      ['after', midnight + DAY_MS],
    ] as const)
      await arrivedAt(await send(edges, { idempotencyKey: key }), new Date(at));
    const lines = await linesOf(await exported({ from: day, to: day }, edges.owner.cookie, edges));
    expect(lines.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['first', 'last']);
  });

  it('waits a minute for events that may still come before others', async () => {
    const young = await makeCompany(app);
    await arrivedAt(await send(young, { idempotencyKey: 'settled' }), new Date(Date.now() - 61_000));
    await send(young, { idempotencyKey: 'moving' });
    const lines = await linesOf(await exported({}, young.owner.cookie, young));
    expect(lines.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['settled']);
  });

  it('is of one product where one is named', async () => {
    expect(await keysOf({ productId: one.productId })).toEqual(['k1', 'k2', 'k3']);
  });

  it('has thousands of events each once, whatever the pieces', async () => {
    const crowd = await makeCompany(app);
    await query(
      app.databaseUrl,
      `insert into tracking_event (organization_id, id, idempotency_key, product_uuid, event_name, event_family, developer_id,
         vendor_own_domain, received_at, source, data_label, fingerprint_version, fingerprint, payload)
       select p.organization_id, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
         'n' || n, p.id, 'FIRST_API_CALL', 'activation', 'dev', false, at, 'api', 'first-party', 1, '\\x00', '{}'
       from product p, generate_series(1, 2500) as n, lateral (select now() - interval '1 hour' + make_interval(secs => n / 100) as at) t
       where p.organization_id = $1`,
      [crowd.organizationId.slice('org_'.length)],
    );
    const read = async (limit: string) => {
      const keys: string[] = [];
      for (let after = ''; ; ) {
        const lines = await linesOf(await exported({ limit, ...(after ? { after } : {}) }, crowd.owner.cookie, crowd));
        keys.push(...lines.map(({ idempotencyKey }) => idempotencyKey));
        if (lines.length < Number(limit)) return keys;
        after = lines.at(-1)?.eventId ?? '';
      }
    };
    const all = Array.from({ length: 2500 }, (_, index) => `n${index + 1}`);
    for (const limit of ['999', '1000', '1001', '100000']) expect(await read(limit), limit).toEqual(all);
  });
});

describe('GET /api/exports/events · refused', () => {
  it.each([
    [{ from: '2026-02-30' }, '/from', 'not_a_day'],
    [{ from: 'yesterday' }, '/from', null],
    [{ from: '2026-02-02', to: '2026-02-01' }, '/to', 'before_from'],
    [{ format: 'xml' }, '/format', null],
    [{ after: 'evt_1' }, '/after', null],
    [{ after: "evt_' or 1=1" }, '/after', null],
    [{ limit: '0' }, '/limit', null],
    [{ limit: '100001' }, '/limit', null],
    [{ limit: '-1' }, '/limit', null],
    [{ limit: '1e3' }, '/limit', null],
    [{ organizationId: 'org_1' }, '/organizationId', null],
    [{ what: 'events' }, '/what', 'unknown'],
  ])('%j is 400 at %s', async (given, pointer, code) => {
    const reply = await exported(given);
    expect(reply.status).toBe(400);
    const { errors } = (await reply.json()) as { errors: { pointer: string; code: string }[] };
    expect(errors).toContainEqual(expect.objectContaining({ pointer, ...(code ? { code } : {}) }));
  });

  it('is 401 without a session, 403 with any token, 404 for a stranger and a foreign product', async () => {
    expect((await exported({}, '')).status).toBe(401);
    const { workflowToken, projectToken, enterpriseKey } = app.credentials;
    for (const token of [one.trackingKey, workflowToken, projectToken, enterpriseKey])
      expect((await exported({}, '', one, { authorization: `Bearer ${token}` })).status).toBe(403);
    expect((await exported({}, await signIn(app, app.credentials.users.builder))).status).toBe(404);
    expect((await exported({}, other.owner.cookie)).status).toBe(404);
    expect((await exported({ productId: `not-${one.productId}` })).status).toBe(404);
  });
});
