import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shims, uploads } from '../../rest-shims/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, type Reply, signIn } from '../setup/ask.js';
import { csvForm, csvOf } from '../setup/csv.js';
import { makeEvent } from '../setup/make.js';
import { type Description, differences, readDescription } from '../setup/openapi.js';

let app: TestApp;
let tight: TestApp;
let description: Description;
beforeAll(async () => {
  app = await startApp();
  tight = await startApp({ env: { RATE_LIMIT_SCALE: '0.00001' } });
  description = await readDescription(app.url);
});
afterAll(() => Promise.all([app.close(), tight.close()]));

const lint = async (source: string) =>
  lintFromString({ source, absoluteRef: '/openapi.json', config: await createConfig({ extends: ['recommended'] }) });

describe('/openapi.json', () => {
  it('is free of findings under the recommended rules of redocly', async () => {
    expect((await lint(description.text)).map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('would not be free of them with a reference to nowhere', async () => {
    expect(await lint(description.text.replace('schemas/TrackingEvent"', 'schemas/Nowhere"'))).not.toEqual([]);
  });

  it('describes every path of the table and no other', () => {
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const paths = [...shims, ...uploads.map(({ path }) => ({ method: 'post', path }))];
    expect(described.sort()).toEqual(paths.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('shows bodies that its own schemas accept', () => {
    const bodies = Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {})),
    );
    const shown = bodies.flatMap(({ schema, examples }) =>
      Object.values(examples).map(({ value }) => ({ ref: schema.$ref, value })),
    );
    expect(shown.length).toBeGreaterThan(3);
    for (const { ref, value } of shown) expect(description.validator(ref)(value), JSON.stringify(value)).toBe(true);
  });
});

type Asked = { readonly path: string; readonly method: string; readonly reply: Reply };

/** Every status of every path that a caller can bring about. */
async function provoke(): Promise<Asked[]> {
  const { credentials } = app;
  const token = credentials.trackingKey;
  const asked: Asked[] = [];
  const call = async (
    method: string,
    path: string,
    url: string,
    options: Parameters<typeof ask>[1] = {},
    at = app,
  ): Promise<Reply> => {
    const reply = await ask(at.url + url, { method: method.toUpperCase(), token, ...options });
    asked.push({ path, method, reply });
    return reply;
  };
  const post = (path: string, options: Parameters<typeof ask>[1], at = app) => call('post', path, path, options, at);
  const { track, batch, dryRun } = {
    track: '/api/usage/track',
    batch: '/api/usage/track/batch',
    dryRun: '/api/usage/track/dry-run',
  };

  const csv = '/api/imports/tracking-csv';
  const people = {
    app: await signIn(app, credentials.users.owner),
    tight: await signIn(tight, tight.credentials.users.owner),
  };
  const upload = (file: string, cookie = people.app, productId = credentials.productId, at = app) => {
    const { type, body } = csvForm(at, file, { productId });
    return post(csv, { body, cookie, token: '', headers: { origin: at.url, 'content-type': type } }, at);
  };
  for (let one = 0; one < 2; one += 1) await upload(csvOf(1, 'tight'), people.tight, credentials.productId, tight);
  for (const rows of [1, 50_001]) await upload(csvOf(rows, 'described'));
  await upload('');
  await upload(csvOf(1, 'described'), 'none');
  await upload(csvOf(1, 'described'), people.app, 'nothing');
  await post(csv, { body: 'a,b' });
  const plain = { origin: app.url, 'content-type': 'text/csv' };
  await post(csv, { body: 'a,b', cookie: people.app, token: '', headers: plain });

  const event = makeEvent(app, {
    metadata: { importId: 1 },
    product: { id: credentials.productId, name: 'Renamed', type: 'sdk' },
  });
  const invalid = { ...event, developer_id: '', surprise: 1 };
  const envelope = { type: 'track', event: 'Signed Up', userId: 'u1', messageId: 'm1', properties: {}, context: {} };
  const secret = makeEvent(app, { metadata: { password: 'x' } });
  const stored = await post(track, { body: event });
  await post(track, { body: event });
  await post(track, {
    token: credentials.ignored.trackingKey,
    body: makeEvent(app, { product: { id: credentials.ignored.productId, name: 'x', type: 'api' } }),
  });
  await post(track, { body: { ...event, developer_id: 'changed' } });
  for (const path of [track, dryRun]) {
    for (const body of [invalid, envelope, secret, '{"half', [], 'null', {}]) await post(path, { body });
    await post(path, { body: makeEvent(app, { metadata: { text: 'x'.repeat(33_000) } }) });
  }
  for (const one of [
    event,
    makeEvent(app),
    { ...event, developer_id: 'changed' },
    makeEvent(app, { account_domain: 'customer.example', context: { attribution: { campaignId: 'c1' } } }),
  ])
    await post(dryRun, { body: one });
  const { product: _product, idempotencyKey: _key, ...bare } = makeEvent(app);
  await post(dryRun, { body: bare });
  for (const events of [
    [event],
    [event, invalid, secret, envelope, null],
    [invalid, { ...event, developer_id: 'other' }],
    [],
    'x',
    Array(51).fill(event),
  ])
    await post(batch, { body: { events } });
  await post(batch, { body: { events: [event], more: 1 } });
  await post(batch, { body: 'x'.repeat(2_100_000) });
  const lookUps = [
    [
      '/api/usage/events',
      `/api/usage/events?idempotencyKey=${event.idempotencyKey}`,
      '/api/usage/events?idempotencyKey=nothing',
      '/api/usage/events?other=1',
    ],
    [
      '/api/usage/events/{eventId}',
      `/api/usage/events/${stored.body.eventId}`,
      '/api/usage/events/evt_00000000-0000-7000-8000-000000000000',
      '/api/usage/events/nonsense',
    ],
  ] as const;
  for (const [path, ...urls] of lookUps) for (const url of urls) await call('get', path, url);

  for (const [path, url, method] of [
    [track, track, 'post'],
    [batch, batch, 'post'],
    [dryRun, dryRun, 'post'],
    ...lookUps.map(([path, url]) => [path, url, 'get'] as const),
  ] as const) {
    const body = method === 'post' ? { body: event } : {};
    await call(method, path, url, { ...body, token: 'dtk_wrong' });
    await call(method, path, url, { ...body, token: credentials.workflowToken });
    if (method === 'post') await call(method, path, url, { body: 'a=b', headers: { 'content-type': 'text/plain' } });
    const other = { ...body, token: tight.credentials.trackingKey };
    await call(method, path, url, other, tight);
    await call(method, path, url, other, tight);
  }
  return asked;
}

describe('what the paths really answer', () => {
  let asked: Asked[];
  beforeAll(async () => {
    asked = await provoke();
  });

  it('is what the description says: status, content type, headers and every member', () => {
    const wrong = asked.flatMap(({ path, method, reply }) =>
      differences(description, path, method, reply).map(
        (one) => `${method} ${path} ${reply.status}: ${one} in ${reply.text.slice(0, 200)}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('includes every status that is described, apart from the outage', () => {
    const seen = new Set(asked.map(({ path, method, reply }) => `${method} ${path} ${reply.status}`));
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.keys(responses).map((status) => `${method} ${path} ${status}`),
      ),
    );
    expect(described.filter((one) => !seen.has(one) && !one.endsWith(' 503'))).toEqual([]);
  });
});
