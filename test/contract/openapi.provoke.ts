import { randomUUID } from 'node:crypto';
import type { TestApp } from '../setup/app.js';
import { ask, type Reply, signIn } from '../setup/ask.js';
import { catalogForm, toolTable } from '../setup/catalog-file.js';
import { csvForm, csvOf } from '../setup/csv.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { askBrief, makePlan } from '../setup/plans.js';
import type { SourcedApp } from '../setup/skill-source.js';
import { provokeBalances } from './openapi.provoke.balances.js';
import { provokeRefusals } from './openapi.provoke.refusals.js';
import { provokeSkillTimeout } from './openapi.provoke.skills.js';
import { provokeSpending } from './openapi.provoke.spending.js';
import { provokeTokens } from './openapi.provoke.tokens.js';
import { provokeUsage } from './openapi.provoke.usage.js';
import { provokeWorkflow } from './openapi.provoke.workflow.js';

/** Asks one path and keeps the answer; sends the tracking key unless told otherwise. */
export type Call = (
  method: string,
  path: string,
  url: string,
  options?: Parameters<typeof ask>[1],
  at?: TestApp,
) => Promise<Reply>;

export type Asked = { readonly path: string; readonly method: string; readonly reply: Reply };

/** Brings about every status of every path that a caller can; the budgets of `tight` are one call each. */
export async function provoke(app: SourcedApp, tight: TestApp): Promise<Asked[]> {
  const { credentials } = app;
  const token = credentials.trackingKey;
  const requested: Asked[] = [];
  const call: Call = async (method, path, url, options = {}, at = app) => {
    const reply = await ask(at.url + url, { method: method.toUpperCase(), token, ...options });
    requested.push({ path, method, reply });
    return reply;
  };
  const post = (path: string, options: Parameters<typeof ask>[1], at: TestApp = app) =>
    call('post', path, path, options, at);
  const timedOut = provokeSkillTimeout(app, call); // beside all others, for it takes eight seconds
  const balances = provokeBalances(app, call); // likewise
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
  const upload = (file: string, cookie = people.app, productId = credentials.productId, at: TestApp = app) => {
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

  await provokeCatalogImports(app, tight, (options, at) => post(CATALOG, options, at));

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
    for (const body of [invalid, envelope, secret, [], 'null']) await post(path, { body });
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

  await call('get', MCP, '/v0.1/servers/nothing/versions', { token: '' });
  await call('get', `${MCP}/{version}`, '/v0.1/servers/dai.catalog%2Fstripe/versions/9.9.9', { token: '' });
  for (const [path, url] of publicReads) await call('get', path, url, { token: '' });
  await post('/api/build/search', { body: { intent: 'payments and transactional email' }, token: '' });
  await provokePackets(app, async (url) => {
    const reply = await call('get', PACKET, url, { token: credentials.workflowToken });
    const { searchParams } = new URL(url, app.url);
    await post(PACKET, { body: Object.fromEntries(searchParams), token: credentials.workflowToken });
    return reply;
  });
  await provokeNamedSnapshots(app, call);
  await provokeExport(app, tight, people, call);
  await provokeTokens(app, tight, people.tight, call);
  await provokeWorkflow(app, call);
  await provokeSpending(app, call);
  await provokeUsage(app, call);
  await provokeRefusals(app, tight, call);
  await balances;
  await timedOut;
  return requested;
}

const ADOPTION = '/api/v1/adoption';

/** A day without a snapshot, and one whose methodology was superseded. */
async function provokeNamedSnapshots(app: TestApp, call: Call): Promise<void> {
  const none = { categories: [], proof: [], rankings: [] };
  await query(
    app.databaseUrl,
    "insert into adoption_snapshot (day, id, methodology, periods, created_at) values ('2021-01-02', $1, 'adoption-v0', $2, now())",
    [randomUUID(), JSON.stringify({ '7d': none, '30d': none, '90d': none })],
  );
  for (const day of ['2021-01-01', '2021-01-02']) await call('get', ADOPTION, `${ADOPTION}?day=${day}`, { token: '' });
}

const EXPORTS = {
  '/api/exports/adoption': { from: '2026-01-01', to: '2026-01-31', what: 'days', format: 'csv' },
  '/api/exports/audit': { limit: '2' },
  '/api/exports/events': { from: '2026-01-01', to: '2026-01-31', format: 'csv' },
};

/** An export, one of another's organization, wrong questions, wrong credentials, and a spent budget. */
async function provokeExport(
  app: TestApp,
  tight: TestApp,
  people: { readonly app: string; readonly tight: string },
  call: Call,
): Promise<void> {
  for (const [path, parameters] of Object.entries(EXPORTS)) await provokeOne(path, parameters);

  async function provokeOne(path: string, parameters: Record<string, string>): Promise<void> {
    const questionOf = (organizationId: string) => `${path}?${new URLSearchParams({ organizationId, ...parameters })}`;
    const own = questionOf(app.credentials.organizationId);
    const asOwner = { token: '', cookie: people.app };
    await call('get', path, own, asOwner);
    await call('get', path, own.replace('csv', path.endsWith('events') ? 'ndjson' : 'json'), asOwner);
    await call('get', path, `${own}&surprise=1`, asOwner);
    await call('get', path, questionOf('org_00000000-0000-7000-8000-000000000000'), asOwner);
    await call('get', path, own);
    await call('get', path, own, { token: 'dai_wrong' });
    for (let one = 0; one < 2; one += 1)
      await call('get', path, questionOf(tight.credentials.organizationId), { token: '', cookie: people.tight }, tight);
  }
}

const CATALOG = '/api/imports/catalog';

/** A real import and a dry one, rows that are refused, a file that cannot be read, one that is too large, and who may not import. */
async function provokeCatalogImports(
  app: TestApp,
  tight: TestApp,
  post: (options: Parameters<typeof ask>[1], at: TestApp) => Promise<Reply>,
): Promise<void> {
  const [reviewer, owner, hurried] = [
    await signIn(app, app.credentials.users.reviewer),
    await signIn(app, app.credentials.users.owner),
    await signIn(tight, tight.credentials.users.reviewer, { 'x-forwarded-for': '203.0.113.9' }),
  ];
  const upload = (file: string, cookie: string, fields: Record<string, string> = {}, at = app) => {
    const { type, body } = catalogForm({ format: 'csv', ...fields }, file);
    return post({ body, cookie, token: '', headers: { origin: at.url, 'content-type': type } }, at);
  };
  await upload(`${toolTable(1, 'described')}Bad,,\n`, reviewer);
  await upload(toolTable(1, 'described'), reviewer, { dryRun: 'true', asOf: '2026-01-31' });
  for (const file of ['', `slug,name,summary\n${'x'.repeat(10 * 1024 * 1024)}`]) await upload(file, reviewer);
  await upload(toolTable(1, 'described'), owner);
  for (let one = 0; one < 2; one += 1) await upload(toolTable(1, 'described'), hurried, {}, tight);
  await post({ body: 'x', token: '' }, app);
  await post({ body: 'x', cookie: reviewer, token: '', headers: { origin: app.url, 'content-type': 'text/csv' } }, app);
}

const PACKET = '/api/workflow/build-packet';

/** A plan that is saved, one that is only read, and none at all. */
async function provokePackets(app: TestApp, ask: (url: string) => Promise<Reply>): Promise<void> {
  const builder = { cookie: await signIn(app, app.credentials.users.builder) };
  const saved = await makePlan(app, 'payments and transactional email', builder);
  const read = await askBrief(app, 'payments and full text search, not saved');
  for (const id of [saved.id, saved.receiptId, read.data?.buildBrief.receiptId, 'pln_nothing', ''])
    await ask(`${PACKET}?planId=${id}`);
}

/** Public reads whose answer is richer than that to the catalog's call. */
const MCP = '/v0.1/servers/{serverName}/versions';
const publicReads = [
  ['/api/directory/context', '/api/directory/context?q=react&limit=3'],
  ['/api/build/search', '/api/build/search?intent=payments%20and%20transactional%20email&limit=3'],
  ['/api/directory/changes', '/api/directory/changes?limit=2'],
  ['/api/directory/compare', '/api/directory/compare?tool=stripe&tool=paddle'],
  ['/api/directory/compare', '/api/directory/compare?tool=stripe&tool=no-such-tool'],
  ['/api/directory/explain', '/api/directory/explain?q=payments&tool=react'],
  ['/api/directory/coverage', '/api/directory/coverage'],
  ['/v0.1/servers', '/v0.1/servers?limit=2'],
] as const;
