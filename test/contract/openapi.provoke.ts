import type { TestApp } from '../setup/app.js';
import { ask, type Reply, signIn } from '../setup/ask.js';
import { csvForm, csvOf } from '../setup/csv.js';
import { makeEvent } from '../setup/make.js';

export type Asked = { readonly path: string; readonly method: string; readonly reply: Reply };

/** Brings about every status of every path that a caller can; the budgets of `tight` are one call each. */
export async function provoke(app: TestApp, tight: TestApp): Promise<Asked[]> {
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
  for (const [path, url] of publicReads) {
    const first = await call('get', path, url, { token: '' });
    await call('get', path, url, { token: '', headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    await call('get', path, `${url}&surprise=1`, { token: '' });
    await call('get', path, url, { token: 'dai_wrong' });
    await call('get', path, url, { token: '' }, tight);
    await call('get', path, url, { token: '' }, tight);
  }
  return asked;
}

/** Public reads, each with a question that has an answer. */
const publicReads = [['/api/directory/context', '/api/directory/context?q=react&limit=3']] as const;
