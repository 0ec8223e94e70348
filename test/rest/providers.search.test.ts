import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../server/platform/version.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import {
  attempts,
  BALANCE,
  CREDITS,
  forgetBalances,
  MONEY,
  providersAt,
  SEARCH_KEY,
  SEARCH_PATH,
  savedBalances,
  serveJson,
  syncSearch,
  syncWebData,
  USAGE,
} from '../setup/balances.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { countRows } from '../setup/rows.js';
import { createToken } from '../setup/tokens.js';

let outside: Outside;
let app: TestApp;
let token: string;
beforeAll(async () => {
  outside = await startOutside();
  const price = '0.008@2026-10-06@https://pricing.example/credits';
  app = await startApp({ env: { ...providersAt(outside), SEARCH_CREDIT_PRICE: price } });
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

const read = (as = token) => ask<{ snapshot: unknown; code?: string }>(`${app.url}${SEARCH_PATH}`, { token: as });
const at = (ms: number): string => new Date(app.clock.now().getTime() + ms).toISOString();

describe('GET /api/me/usage/providers/search_api · 200', () => {
  it('is null before the first sync, calls no one and is kept by no one', async () => {
    const before = await countRows(app);
    const reply = await read();
    expect([reply.status, reply.text]).toEqual([200, '{"snapshot":null}']);
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    expect(outside.hits()).toBe(0);
    expect(await countRows(app)).toEqual(before);
  });
});

describe('POST /api/me/usage/providers/search_api · 200', () => {
  it('asks once with the key alone and saves exactly the documented snapshot', async () => {
    serveJson(outside, USAGE, CREDITS);
    const earliest = app.clock.now();
    const { status, headers, body } = await syncSearch(app, token, { apiKey: `  ${SEARCH_KEY}\n` });
    expect(status).toBe(200);
    expect(body).toEqual({
      snapshot: {
        provider: 'search_api',
        source: 'provider_api',
        key: { usage: 150, limit: 1000, remaining: 850 },
        account: {
          plan: 'Bootstrap',
          planUsage: 500,
          planLimit: 15000,
          planRemaining: 14500,
          paygoUsage: 25,
          paygoLimit: 100,
        },
        lastRun: null,
        spending: { billedUsd: null },
        creditReferenceValue: {
          cents: 11600,
          pricePerCredit: '0.008',
          priceAsOf: '2026-10-06',
          source: 'https://pricing.example/credits',
          label: 'reference_estimate_noncash',
        },
        checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
      updated: true,
      coalesced: false,
    });
    expect(Date.parse(body.snapshot.checkedAt)).toBeGreaterThanOrEqual(earliest.getTime());
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('ratelimit')).toContain('"provider-sync"; r=7; t=600');
    expect(outside.requested).toHaveLength(1);
    expect(outside.requested[0]?.headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: `Bearer ${SEARCH_KEY}`,
      connection: 'close',
      host: outside.host,
      'user-agent': `dai/${VERSION}`,
    });
    expect((await read()).body).toEqual({ snapshot: body.snapshot });
  });

  it('keeps what the provider did not say null, and unlimited is no number', async () => {
    serveJson(outside, USAGE, { key: { usage: 3, limit: 2147483647, odd: 'x' }, other: [1] });
    const { body } = await syncSearch(app, token);
    expect(body.snapshot.key).toEqual({ usage: 3, limit: null, remaining: null });
    expect(new Set(Object.values(body.snapshot.account))).toEqual(new Set([null]));
    expect(body.snapshot.creditReferenceValue).toBeNull();
  });

  it('within 90 seconds answers the saved snapshot, asks no one and spends nothing', async () => {
    serveJson(outside, USAGE, CREDITS);
    const first = await syncSearch(app, token);
    serveJson(outside, USAGE, { key: { usage: 999 } });
    app.clock.move(89_000);
    const second = await syncSearch(app, token);
    expect(second.body).toEqual({ snapshot: first.body.snapshot, updated: false, coalesced: true });
    expect([outside.hits(), (await attempts(app)).length]).toEqual([1, 1]);
    app.clock.move(1_000);
    expect((await syncSearch(app, token)).body).toMatchObject({
      snapshot: { key: { usage: 999 } },
      updated: true,
      coalesced: false,
    });
    expect(outside.hits()).toBe(2);
  });

  it('saves a newer run while it coalesces, and never an older one or the same', async () => {
    serveJson(outside, USAGE, CREDITS);
    const run = (ms: number, requestId: string) => ({ lastRun: { occurredAt: at(ms), requestId } });
    const synced = await syncSearch(app, token, {
      lastRun: {
        occurredAt: '2026-11-01T12:00:00+02:00',
        requestId: 'r1',
        credits: 2.5,
        durationMs: 1200,
        applicationName: 'my agent',
      },
    });
    expect(synced.body.snapshot.lastRun).toEqual({
      occurredAt: '2026-11-01T10:00:00.000Z',
      requestId: 'r1',
      credits: 2.5,
      durationMs: 1200,
      applicationName: 'my agent',
      source: 'client_reported',
    });
    const newer = run(-10_000, 'r2');
    const saved = await syncSearch(app, token, newer);
    expect(saved.body).toMatchObject({ updated: true, coalesced: true, snapshot: { lastRun: { requestId: 'r2' } } });
    expect(saved.body.snapshot.lastRun).toMatchObject({ credits: null, durationMs: null, applicationName: null });
    for (const older of [run(-20_000, 'r3'), { lastRun: { ...newer.lastRun, requestId: 'r4' } }]) {
      const stored = await syncSearch(app, token, older);
      expect(stored.body).toMatchObject({
        updated: false,
        coalesced: true,
        snapshot: { lastRun: { requestId: 'r2' } },
      });
    }
    app.clock.move(90_000);
    const requested = await syncSearch(app, token, run(-200_000, 'r5'));
    expect(requested.body).toMatchObject({
      updated: true,
      coalesced: false,
      snapshot: { lastRun: { requestId: 'r2' } },
    });
    expect((await syncSearch(app, token)).body.snapshot.lastRun).toMatchObject({ requestId: 'r2' });
  });

  it('takes a run that is at most 5 minutes ahead', async () => {
    serveJson(outside, USAGE, CREDITS);
    expect((await syncSearch(app, token, { lastRun: { occurredAt: at(4 * 60_000) } })).status).toBe(200);
  });
});

describe('POST /api/me/usage/providers/search_api · 400', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['no key', { apiKey: undefined }, '/apiKey', 'required'],
    ['a number as key', { apiKey: 1234567890123456 }, '/apiKey', 'wrong_type'],
    ['a short key', { apiKey: 'mark7Zq9.abcdef' }, '/apiKey', 'provider_key'],
    ['a long key', { apiKey: 'mark7Zq9'.padEnd(513, 'x') }, '/apiKey', 'provider_key'],
    ['another letter', { apiKey: 'mark7Zq9/abcdefgh' }, '/apiKey', 'provider_key'],
    ['a line break inside', { apiKey: 'mark7Zq9\r\nX-Other: 1' }, '/apiKey', 'provider_key'],
    ['a placeholder', { apiKey: '${SEARCH_API_KEY}' }, '/apiKey', 'provider_key'],
    ['a token of ours', { apiKey: 'dai_mark7Zq9mark7Zq9mark7Zq9mark7Zq9mark' }, '/apiKey', 'provider_key'],
    ['a project', { projectId: 'prj_0197c0de-0000-7000-8000-000000000000' }, '/projectId', 'unknown_field'],
    ['a time of its own', { checkedAt: '2026-11-20T00:00:00Z' }, '/checkedAt', 'unknown_field'],
    ['a run without a time', { lastRun: { credits: 1 } }, '/lastRun/occurredAt', 'required'],
    ['a time without an offset', { lastRun: { occurredAt: '2026-11-20T00:00:00' } }, '/lastRun/occurredAt', 'time'],
    ['a time of the year 0', { lastRun: { occurredAt: '0000-06-01T00:00:00Z' } }, '/lastRun/occurredAt', 'time'],
    ['negative credits', { lastRun: { occurredAt: '2026-11-20', credits: -1 } }, '/lastRun/credits', 'min'],
    ['credits as text', { lastRun: { occurredAt: '2026-11-20', credits: '1' } }, '/lastRun/credits', 'wrong_type'],
    ['too many credits', { lastRun: { occurredAt: '2026-11-20', credits: 1e12 } }, '/lastRun/credits', 'max'],
    [
      'half a millisecond',
      { lastRun: { occurredAt: '2026-11-20', durationMs: 0.5 } },
      '/lastRun/durationMs',
      'wrong_type',
    ],
    [
      'more than a day',
      { lastRun: { occurredAt: '2026-11-20', durationMs: 86_400_001 } },
      '/lastRun/durationMs',
      'max',
    ],
    ['a long id', { lastRun: { occurredAt: '2026-11-20', requestId: 'x'.repeat(201) } }, '/lastRun/requestId', 'text'],
    [
      'a name with NUL',
      { lastRun: { occurredAt: '2026-11-20', applicationName: 'a\0' } },
      '/lastRun/applicationName',
      'text',
    ],
    ['a prompt', { lastRun: { occurredAt: '2026-11-20', query: 'mark7Zq9' } }, '/lastRun/query', 'unknown_field'],
    ['a list as run', { lastRun: ['mark7Zq9'] }, '/lastRun', 'wrong_type'],
  ])('refuses %s with its pointer, asks no one and stores nothing', async (_what, body, pointer, code) => {
    const before = await countRows(app);
    const reply = await syncSearch(app, token, body);
    expect(reply.body, reply.text).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer, code }] });
    expect([reply.status, outside.hits()]).toEqual([400, 0]);
    expect(reply.text).not.toContain('mark7Zq9');
    expect(await countRows(app)).toEqual(before);
  });

  it('refuses a run that is more than 5 minutes ahead, which would keep all later ones out', async () => {
    const reply = await syncSearch(app, token, { lastRun: { occurredAt: at(301_000) } });
    expect(reply.body.errors).toMatchObject([{ pointer: '/lastRun/occurredAt', code: 'too_far_ahead' }]);
    expect([outside.hits(), await attempts(app)]).toEqual([0, []]);
  });

  it.each(['requestId', 'applicationName'])('refuses a credential in %s, the very key too', async (member) => {
    for (const text of [`id ${['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')}`, `with ${SEARCH_KEY}`]) {
      const reply = await syncSearch(app, token, { lastRun: { occurredAt: at(-1_000), [member]: text } });
      expect(reply.body).toMatchObject({ code: 'PRIVATE_CONTENT', errors: [{ pointer: `/lastRun/${member}` }] });
      expect(reply.text).not.toContain(text);
    }
    expect([outside.hits(), await attempts(app)]).toEqual([0, []]);
  });
});

describe('POST /api/me/usage/providers/search_api · 429', () => {
  it('waits out the 90 seconds after a failure, with the seconds that are left', async () => {
    serveJson(outside, USAGE, {}, { status: 500 });
    expect((await syncSearch(app, token)).body.code).toBe('PROVIDER_FAILED');
    serveJson(outside, USAGE, CREDITS);
    app.clock.move(60_000);
    const reply = await syncSearch(app, token, { lastRun: { occurredAt: at(-1_000) } });
    expect([reply.status, reply.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(25);
    expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    expect([outside.hits(), await savedBalances(app)]).toEqual([1, []]);
    app.clock.move(30_000);
    expect((await syncSearch(app, token)).status).toBe(200);
  });

  it('shares 8 attempts in 10 minutes with the other provider, whatever RATE_LIMIT_SCALE says', async () => {
    serveJson(outside, USAGE, CREDITS);
    serveJson(outside, BALANCE, MONEY);
    for (let one = 0; one < 7; one += 1) {
      expect((await syncWebData(app, token)).status).toBe(200);
      app.clock.move(1_000);
    }
    const last = await syncSearch(app, token);
    expect([last.status, last.headers.get('ratelimit')]).toEqual([
      200,
      expect.stringContaining('"provider-sync"; r=0'),
    ]);
    expect((await syncSearch(app, token)).body.coalesced).toBe(true); // costs nothing
    const spent = await syncWebData(app, token);
    expect([spent.status, spent.body.code, outside.hits()]).toEqual([429, 'RATE_LIMITED', 8]);
    expect(Number(spent.headers.get('retry-after'))).toBeGreaterThan(585);
    expect(Number(spent.headers.get('retry-after'))).toBeLessThanOrEqual(593);
    expect(spent.headers.get('ratelimit-policy')).toContain('"provider-sync"; q=8; w=600');
    app.clock.move(593_000);
    expect((await syncWebData(app, token)).status).toBe(200);
    expect((await attempts(app)).length).toBeLessThanOrEqual(8);
  });

  it('counts an attempt whose process died, and waits for none that can no longer answer', async () => {
    serveJson(outside, USAGE, CREDITS);
    await syncSearch(app, token);
    await app.app.platform.em().execute('update provider_attempt set outcome = null');
    app.clock.move(20_000);
    const reply = await syncSearch(app, token);
    expect([reply.status, reply.body.code, outside.hits()]).toEqual([429, 'RATE_LIMITED', 1]);
  });
});

describe('/api/me/usage/providers/search_api · 401, 403', () => {
  it('is for account-level tokens: with project:read to read, with project:publish to sync', async () => {
    const projectToken = app.credentials.projectToken;
    const reader = await createToken(app, token, { scopes: ['project:read'] });
    const blind = await createToken(app, token, { scopes: ['tools:read'] });
    expect([(await read(projectToken)).body.code, (await syncSearch(app, projectToken)).body.code]).toEqual([
      'PROJECT_SCOPED_TOKEN',
      'PROJECT_SCOPED_TOKEN',
    ]);
    expect([(await read(reader)).status, (await syncSearch(app, reader)).body.code]).toEqual([
      200,
      'INSUFFICIENT_SCOPE',
    ]);
    expect((await read(blind)).body.code).toBe('INSUFFICIENT_SCOPE');
    expect((await read('dai_wrong')).status).toBe(401);
    expect(outside.hits()).toBe(0);
  });

  it('sends a person to another transport: a session reaches the operation through GraphQL', async () => {
    serveJson(outside, USAGE, CREDITS);
    const cookie = await signIn(app, app.credentials.users.builder);
    const byPath = await ask<{ code: string }>(`${app.url}${SEARCH_PATH}`, { cookie });
    expect([byPath.status, byPath.body.code]).toEqual([403, 'WRONG_CREDENTIAL']);
    const sync = 'mutation ($input: SyncSearchProviderInput!) { syncSearchProvider(input: $input) { updated } }';
    const variables = { input: { apiKey: SEARCH_KEY } };
    const elsewhere = await askGraphql(app, sync, variables, {
      cookie,
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(elsewhere.errors[0]?.extensions.code).toBe('CROSS_ORIGIN');
    expect((await askGraphql(app, sync, variables, { cookie })).data).toEqual({
      syncSearchProvider: { updated: true },
    });
    const reply = await askGraphql<{ workflowContext: { providerSnapshots: unknown } }>(
      app,
      '{ workflowContext { providerSnapshots { searchApi { key { usage } } webDataApi { checkedAt } } } }',
      {},
      { cookie },
    );
    expect(reply.data?.workflowContext.providerSnapshots).toEqual({
      searchApi: { key: { usage: 150 } },
      webDataApi: null,
    });
  });
});

describe('GET /api/workflow/context', () => {
  it('shows both snapshots to an account-level token, and nothing of them to a project-scoped one', async () => {
    serveJson(outside, USAGE, CREDITS);
    serveJson(outside, BALANCE, MONEY);
    const [search, web] = [(await syncSearch(app, token)).body, (await syncWebData(app, token)).body];
    const context = (as: string) => ask(`${app.url}/api/workflow/context`, { token: as });
    expect((await context(token)).body.providerSnapshots).toEqual({
      searchApi: search.snapshot,
      webDataApi: web.snapshot,
    });
    const scoped = await context(app.credentials.projectToken);
    expect([scoped.status, scoped.body.providerSnapshots]).toEqual([200, null]);
  });
});
