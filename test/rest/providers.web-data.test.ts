import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, signIn } from '../setup/ask.js';
import {
  attempts,
  BALANCE,
  forgetBalances,
  MONEY,
  providersAt,
  savedBalances,
  serveJson,
  syncWebData,
  WEB_DATA_KEY,
  WEB_DATA_PATH,
} from '../setup/balances.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { countRows } from '../setup/rows.js';
import { createToken } from '../setup/tokens.js';

let outside: Outside;
let app: TestApp;
let token: string;
beforeAll(async () => {
  outside = await startOutside();
  app = await startApp({ env: providersAt(outside) });
  token = app.credentials.workflowToken;
});
afterEach(async () => {
  outside.reset();
  await forgetBalances(app);
});
afterAll(async () => {
  await app.close();
  await outside.close();
});

const url = () => `${app.url}${WEB_DATA_PATH}`;
const read = (as = token) => ask<{ snapshot: unknown; code?: string }>(url(), { token: as });

describe('GET /api/me/usage/providers/web_data_api · 200', () => {
  it('is null before the first sync, calls no one and is kept by no one', async () => {
    const before = await countRows(app);
    const reply = await read();
    expect([reply.status, reply.text]).toEqual([200, '{"snapshot":null}']);
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    expect([outside.hits(), await countRows(app)]).toEqual([0, before]);
  });
});

describe('POST /api/me/usage/providers/web_data_api · 200', () => {
  it('asks once with the key alone and saves exactly the documented snapshot', async () => {
    serveJson(outside, BALANCE, { ...MONEY, customer: 'mark7Zq9', balance_real: 'x' });
    const { status, headers, body } = await syncWebData(app, token, { apiKey: ` ${WEB_DATA_KEY} ` });
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(body).toEqual({
      snapshot: {
        provider: 'web_data_api',
        source: 'provider_api',
        balance: { amount: 456, pendingAmount: 123, currency: null },
        freeTier: { remainingRequests: null, limit: null },
        spending: { billedUsd: null },
        checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
      updated: true,
    });
    expect(outside.requested.map(({ path, headers: { authorization } }) => [path, authorization])).toEqual([
      [BALANCE, `Bearer ${WEB_DATA_KEY}`],
    ]);
    expect((await read()).body).toEqual({ snapshot: body.snapshot });
    expect((await savedBalances(app)).map(({ snapshot }) => snapshot)).toEqual([
      { amount: 456, pendingAmount: 123, currency: null },
    ]);
  });

  it.each<[string, unknown, Record<string, unknown>]>([
    ['a debt', { balance: -12.5, pending_balance: 0 }, { amount: -12.5, pendingAmount: 0, currency: null }],
    ['the older name', { balance: 1, pending_costs: 2 }, { amount: 1, pendingAmount: 2, currency: null }],
    [
      'both names',
      { balance: 1, pending_balance: 3, pending_costs: 2 },
      { amount: 1, pendingAmount: 3, currency: null },
    ],
    ['nothing pending said', { balance: 1 }, { amount: 1, pendingAmount: null, currency: null }],
    ['no balance said', { pending_balance: 7 }, { amount: null, pendingAmount: 7, currency: null }],
    ['nulls', { balance: null, pending_balance: null }, { amount: null, pendingAmount: null, currency: null }],
    ['a currency of ours', { balance: 1, currency: 'EUR' }, { amount: 1, pendingAmount: null, currency: 'EUR' }],
    ['another currency', { balance: 1, currency: 'XAU' }, { amount: 1, pendingAmount: null, currency: null }],
    ['a currency that is none', { balance: 1, currency: ['EUR'] }, { amount: 1, pendingAmount: null, currency: null }],
    ['the largest amount', { balance: 1e12 }, { amount: 1e12, pendingAmount: null, currency: null }],
  ])('saves %s as it is, and what is missing as null', async (_what, answer, balance) => {
    serveJson(outside, BALANCE, answer);
    expect((await syncWebData(app, token)).body).toMatchObject({ snapshot: { balance }, updated: true });
  });

  it('keeps the newer answer when an older call ends after it, and says so', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    serveJson(outside, BALANCE, { balance: 1 }, { wait: held });
    const slow = syncWebData(app, token);
    await outside.reached(BALANCE);
    app.clock.move(1_000);
    serveJson(outside, BALANCE, { balance: 2 });
    const quick = await syncWebData(app, token);
    expect(quick.body.updated).toBe(true);
    release();
    expect((await slow).body).toEqual({ snapshot: quick.body.snapshot, updated: false });
    expect((await read()).body).toEqual({ snapshot: quick.body.snapshot });
  });

  it('answers the person who is signed in, from the workspace’s own origin', async () => {
    serveJson(outside, BALANCE, MONEY);
    const cookie = await signIn(app, app.credentials.users.builder);
    const sync = (headers: Record<string, string>) =>
      ask<{ code?: string }>(url(), { cookie, headers, body: { apiKey: WEB_DATA_KEY } });
    for (const headers of [{}, { origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await sync(headers as Record<string, string>)).body.code).toBe('CROSS_ORIGIN');
    expect(outside.hits()).toBe(0);
    expect((await sync({ origin: app.url })).status).toBe(200);
    expect((await sync({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await ask<{ snapshot: unknown }>(url(), { cookie })).body.snapshot).toMatchObject({
      balance: { amount: 456 },
    });
    const other = await signIn(app, app.credentials.users.owner);
    expect((await ask(url(), { cookie: other })).text).toBe('{"snapshot":null}');
  });
});

describe('POST /api/me/usage/providers/web_data_api · 400', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['no key', { apiKey: null }, '/apiKey', 'required'],
    ['a short key', { apiKey: '  mark7Zq9abcdefg ' }, '/apiKey', 'provider_key'],
    ['a long key', { apiKey: 'mark7Zq9'.padEnd(513, 'x') }, '/apiKey', 'provider_key'],
    ['a full stop', { apiKey: 'mark7Zq9.abcdefgh' }, '/apiKey', 'provider_key'],
    ['a run', { lastRun: { occurredAt: '2026-11-20' } }, '/lastRun', 'unknown_field'],
    ['a project', { projectId: null }, '/projectId', 'unknown_field'],
  ])('refuses %s with its pointer, asks no one and stores nothing', async (_what, body, pointer, code) => {
    const before = await countRows(app);
    const reply = await syncWebData(app, token, body);
    expect(reply.body, reply.text).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer, code }] });
    expect([reply.status, outside.hits(), await countRows(app)]).toEqual([400, 0, before]);
    expect(reply.text).not.toContain('mark7Zq9');
  });

  it('takes keys of 16 and of 512 characters', async () => {
    serveJson(outside, BALANCE, MONEY);
    for (const length of [16, 512])
      expect((await syncWebData(app, token, { apiKey: 'k'.repeat(length) })).status).toBe(200);
  });
});

describe('/api/me/usage/providers/web_data_api · 401, 403', () => {
  it('is closed to project-scoped tokens, other credentials and tokens without the scope', async () => {
    const { projectToken, trackingKey, enterpriseKey } = app.credentials;
    const reader = await createToken(app, token, { scopes: ['project:read'] });
    for (const [as, onRead, onSync] of [
      [projectToken, 'PROJECT_SCOPED_TOKEN', 'PROJECT_SCOPED_TOKEN'],
      [reader, undefined, 'INSUFFICIENT_SCOPE'],
      [trackingKey, 'WRONG_CREDENTIAL', 'WRONG_CREDENTIAL'],
      [enterpriseKey, 'WRONG_CREDENTIAL', 'WRONG_CREDENTIAL'],
      ['dai_wrong', 'UNAUTHENTICATED', 'UNAUTHENTICATED'],
    ] as const)
      expect([(await read(as)).body.code, (await syncWebData(app, as)).body.code]).toEqual([onRead, onSync]);
    expect((await ask(url())).status).toBe(401);
    expect([outside.hits(), await attempts(app)]).toEqual([0, []]);
  });
});
