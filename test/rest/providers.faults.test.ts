import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import {
  attempts,
  BALANCE,
  CREDITS,
  everythingStored,
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
  WEB_DATA_KEY,
  WEB_DATA_PATH,
} from '../setup/balances.js';
import { type Outside, type OutsidePage, startOutside } from '../setup/outside.js';
import { startRaw } from '../setup/outside.raw.js';
import { expectProblemBody } from '../setup/refusal.js';

/** Stands in everything that a provider says: no answer, row or line of the log may repeat it. */
const THEIRS = 'theirs4Kx1';
const JSON_TYPE = { 'content-type': 'application/json' };

let outside: Outside;
let app: TestApp;
let token: string;
const logged: string[] = [];
/** Every answer of the gateway in this file. */
const answered: string[] = [];
beforeAll(async () => {
  outside = await startOutside();
  const env = { ...providersAt(outside), LOG_LEVEL: 'trace' };
  app = await startApp({ env, logTo: { write: (line) => void logged.push(line) } });
  token = app.credentials.workflowToken;
});
afterEach(() => outside.reset());
afterAll(async () => {
  await app.close();
  await outside.close();
});

const providers = [
  { name: 'search_api', path: USAGE, good: CREDITS, sync: syncSearch, endpoint: SEARCH_PATH },
  { name: 'web_data_api', path: BALANCE, good: MONEY, sync: syncWebData, endpoint: WEB_DATA_PATH },
] as const;
type Provider = (typeof providers)[number];

/** Saves a good snapshot, lets the provider spoil the next answer, and answers what came of it. */
async function spoil({ path, good, sync, endpoint }: Provider, page: OutsidePage | null) {
  await forgetBalances(app);
  serveJson(outside, path, good);
  await sync(app, token);
  app.clock.move(90_000);
  const before = await savedBalances(app);
  const hitsBefore = outside.hits();
  if (page) outside.serve(path, page);
  const reply = await sync(app, token);
  const read = await ask(`${app.url}${endpoint}`, { token });
  answered.push(reply.text, JSON.stringify([...reply.headers]), read.text);
  expect(await savedBalances(app)).toEqual(before);
  expect(await attempts(app)).toMatchObject([{ outcome: 'succeeded' }, { outcome: 'failed' }]);
  expectProblemBody(reply, path);
  return { reply, hits: outside.hits() - hitsBefore };
}

const text = (content: string | Buffer, headers: Record<string, string> = JSON_TYPE, status = 200): OutsidePage => ({
  content,
  headers,
  status,
});
const error = JSON.stringify({ detail: { error: THEIRS } });
const large = JSON.stringify({ key: { usage: 1 }, balance: 1, note: THEIRS.repeat(7_000) });

const SPOILED: [string, OutsidePage, number, string][] = [
  ['401', text(error, JSON_TYPE, 401), 400, 'PROVIDER_KEY_REJECTED'],
  ['403', text(error, JSON_TYPE, 403), 400, 'PROVIDER_PERMISSION_MISSING'],
  ['400', text(error, JSON_TYPE, 400), 502, 'PROVIDER_FAILED'],
  ['404', text(error, JSON_TYPE, 404), 502, 'PROVIDER_FAILED'],
  ['500', text(error, JSON_TYPE, 500), 502, 'PROVIDER_FAILED'],
  ['503 that asks to wait', text(error, { 'retry-after': '5' }, 503), 502, 'PROVIDER_FAILED'],
  ['204', text('', {}, 204), 502, 'PROVIDER_FAILED'],
  ['an HTML page', text(`<html>${THEIRS}</html>`, { 'content-type': 'text/html' }), 502, 'PROVIDER_FAILED'],
  ['HTML that says it is JSON', text(`<html>${THEIRS}</html>`), 502, 'PROVIDER_FAILED'],
  [
    'JSON that says it is a page',
    text(JSON.stringify({ ...CREDITS, ...MONEY }), { 'content-type': 'text/html' }),
    502,
    'PROVIDER_FAILED',
  ],
  ['half of an answer', text('{"key":{"usage":1'), 502, 'PROVIDER_FAILED'],
  ['nothing', text(''), 502, 'PROVIDER_FAILED'],
  ['bytes that are no text', text(Buffer.from([0x7b, 0xff, 0x7d])), 502, 'PROVIDER_FAILED'],
  ['more than 64 KiB', text(large), 502, 'PROVIDER_FAILED'],
  [
    'more than 64 KiB, compressed',
    text(gzipSync(large), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    502,
    'PROVIDER_FAILED',
  ],
  ['a coding no one asked for', text('x', { ...JSON_TYPE, 'content-encoding': 'zstd' }), 502, 'PROVIDER_FAILED'],
  ['an error with 200', text(error), 502, 'PROVIDER_FAILED'],
  ['a list', text('[1]'), 502, 'PROVIDER_FAILED'],
  ['null', text('null'), 502, 'PROVIDER_FAILED'],
  ['text', text(JSON.stringify(THEIRS)), 502, 'PROVIDER_FAILED'],
];

const WRONG_NUMBERS: [string, unknown, unknown][] = [
  ['text for a number', { key: { usage: '150', limit: 1000 } }, { balance: '456' }],
  ['a wrong number beside a right one', { key: { usage: 1, limit: true } }, { balance: 1, pending_balance: '2' }],
  [
    'a wrong number under an older name',
    { key: { usage: 1 }, account: { plan_usage: [] } },
    { balance: 1, pending_costs: {} },
  ],
  ['a list for a number', { key: { usage: [150] } }, { balance: [456] }],
  ['more than a double holds', '{"key":{"usage":1e999}}', '{"balance":1e999}'],
  ['more than is possible', '{"key":{"usage":9007199254740993}}', { balance: 1e12 + 1 }],
  ['less than is possible', { key: { usage: -1 } }, { balance: -1e12 - 1 }],
  ['a list for all of it', { key: [1, 2] }, [{ balance: 1 }]],
  ['a plan that is no text', { key: { usage: 1 }, account: { current_plan: 7 } }, { balance: false }],
];

describe.each(providers)('a fault of $name leaves the saved snapshot as it was', (provider) => {
  it.each(SPOILED)('%s', async (_what, page, status, code) => {
    const { reply, hits } = await spoil(provider, page);
    expect([reply.status, reply.body.code, hits]).toEqual([status, code, 1]);
  });

  it.each(WRONG_NUMBERS)('%s', async (_what, search, webData) => {
    const answer = provider.name === 'search_api' ? search : webData;
    const content = typeof answer === 'string' ? answer : JSON.stringify(answer);
    const { reply, hits } = await spoil(provider, text(content));
    expect([reply.status, reply.body.code, hits]).toEqual([502, 'PROVIDER_FAILED', 1]);
  });

  it.each([301, 302, 303, 307, 308])('a redirect with %i, which is not followed', async (status) => {
    serveJson(outside, '/elsewhere', provider.good);
    const { reply } = await spoil(provider, { status, headers: { location: outside.url('/elsewhere') } });
    expect([reply.status, reply.body.code, outside.hits('/elsewhere')]).toEqual([502, 'PROVIDER_FAILED', 0]);
  });

  it.each([
    ['120', 120],
    ['0', 1],
    ['soon', 90],
    [undefined, 90],
  ])('429 with Retry-After %s', async (retryAfter, expected) => {
    const { reply } = await spoil(provider, text(error, { ...(retryAfter ? { 'retry-after': retryAfter } : {}) }, 429));
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      String(expected),
    ]);
  });
});

describe('a provider that speaks no proper HTTP', () => {
  it.each<[string, string]>([
    [
      'breaks off in the body',
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"balance":1',
    ],
    [
      'breaks off in a chunk',
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nd\r\n{"balance":1}\r\n',
    ],
    ['closes without a word', ''],
    ['says something else', `${THEIRS}\r\n\r\n`],
    ['asks for another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['has endless headers', `HTTP/1.1 200 OK\r\n${`x-${THEIRS}: ${'y'.repeat(900)}\r\n`.repeat(30)}\r\n{"balance":1}`],
  ])('%s: 502, and the connection is gone', async (_what, words) => {
    const raw = await startRaw((socket) => socket.end(words));
    const broken = await startApp({
      databaseUrl: app.databaseUrl,
      env: {
        SEARCH_PROVIDER_URL: `http://${raw.host}`,
        WEB_DATA_PROVIDER_URL: `http://${raw.host}`,
        LOG_LEVEL: 'trace',
      },
      logTo: { write: (line) => void logged.push(line) },
    });
    await forgetBalances(app);
    for (const sync of [syncSearch, syncWebData]) {
      const reply = await sync(broken, token);
      answered.push(reply.text);
      expect([reply.status, reply.body.code]).toEqual([502, 'PROVIDER_FAILED']);
    }
    expect([raw.connections(), await savedBalances(app)]).toEqual([2, []]);
    await broken.close();
    await raw.close();
  });

  it('is told apart from one that is away, one that answers with an error and one whose numbers are of no use', async () => {
    const away = await startRaw(() => undefined);
    const missing = await startApp({
      databaseUrl: app.databaseUrl,
      env: { SEARCH_PROVIDER_URL: `http://${away.host}` },
    });
    await away.close();
    await forgetBalances(app);
    const detailOf = ({ status, text: answer }: Awaited<ReturnType<typeof syncSearch>>) => [
      status,
      (JSON.parse(answer) as { detail: string }).detail,
    ];
    expect(detailOf(await syncSearch(missing, token))).toEqual([
      502,
      'The provider can’t be reached, or broke off its answer. The saved snapshot was not changed.',
    ]);
    await missing.close();
    await forgetBalances(app);
    outside.serve(USAGE, text(error, JSON_TYPE, 503));
    expect(detailOf(await syncSearch(app, token))).toEqual([
      502,
      'The provider answered with the status 503. The saved snapshot was not changed.',
    ]);
    await forgetBalances(app);
    outside.serve(USAGE, text('[1]'));
    expect(detailOf(await syncSearch(app, token))).toEqual([
      502,
      'The provider returned unusable numbers. The saved snapshot was not changed.',
    ]);
  });

  it('does not answer, or answers a drop at a time: 504 after eight seconds, and nothing is left open', async () => {
    const drops = new Set<NodeJS.Timeout>();
    const silent = await startRaw(() => undefined);
    const slow = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n');
      drops.add(setInterval(() => socket.write(' '), 500));
    });
    const late = await startApp({
      databaseUrl: app.databaseUrl,
      env: {
        SEARCH_PROVIDER_URL: `http://${silent.host}`,
        WEB_DATA_PROVIDER_URL: `http://${slow.host}`,
        LOG_LEVEL: 'trace',
      },
      logTo: { write: (line) => void logged.push(line) },
    });
    await forgetBalances(app);
    const began = performance.now();
    const replies = await Promise.all([syncSearch(late, token), syncWebData(late, token)]);
    const seconds = (performance.now() - began) / 1000;
    answered.push(...replies.map(({ text: answer }) => answer));
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [504, 'PROVIDER_TIMEOUT'],
      [504, 'PROVIDER_TIMEOUT'],
    ]);
    expect(seconds).toBeGreaterThan(7.9);
    expect(seconds).toBeLessThan(12);
    expect(await attempts(app)).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed' }]);
    for (const drop of drops) clearInterval(drop);
    await late.close();
    await Promise.all([silent.close(), slow.close()]);
  });
});

describe('the keys', () => {
  it('are nowhere afterwards: in no row, no line of the log and no answer, and nor is what the providers said', async () => {
    await forgetBalances(app);
    const plan = `a plan ${SEARCH_KEY}`;
    serveJson(outside, USAGE, { ...CREDITS, account: { ...CREDITS.account, current_plan: plan }, note: THEIRS });
    serveJson(outside, BALANCE, { ...MONEY, currency: WEB_DATA_KEY, note: THEIRS });
    for (const reply of [await syncSearch(app, token), await syncWebData(app, token)]) {
      expect(reply.status).toBe(200);
      answered.push(reply.text);
    }
    const calls: [string, string][] = [
      ['syncSearchProvider', 'SyncSearchProviderInput'],
      ['syncWebData', 'SyncWebDataInput'],
    ];
    for (const [field, type] of calls)
      for (const apiKey of [SEARCH_KEY, `${SEARCH_KEY}/`, [SEARCH_KEY], { [SEARCH_KEY]: 1 }]) {
        const document = `mutation ($input: ${type}!) { ${field}(input: $input) { updated } }`;
        answered.push(JSON.stringify(await askGraphql(app, document, { input: { apiKey } }, { token })));
      }
    for (const input of [
      `apiKey: "${WEB_DATA_KEY}"`,
      `apiKey: "${WEB_DATA_KEY}", other: 1`,
      `apiKey: "${WEB_DATA_KEY}`,
    ])
      answered.push(
        JSON.stringify(
          await askGraphql(app, `mutation { syncWebData(input: { ${input} }) { updated } }`, {}, { token }),
        ),
      );
    await app.app.parts.credentialUses.flush();
    const places = { answers: answered.join('\n'), log: logged.join('\n'), database: await everythingStored(app) };
    expect(answered.length).toBeGreaterThan(100);
    expect(logged.length).toBeGreaterThan(100);
    expect(places.database).toContain(app.credentials.users.builder.email);
    for (const [place, content] of Object.entries(places))
      for (const [what, secret] of Object.entries({
        search: SEARCH_KEY,
        'search, its middle': SEARCH_KEY.slice(5, -4),
        webData: WEB_DATA_KEY,
        encoded: Buffer.from(SEARCH_KEY).toString('base64').slice(0, -4),
        bytes: Buffer.from(WEB_DATA_KEY).toString('hex'),
        theirs: THEIRS,
      }))
        expect(content.includes(secret), `${what} in ${place}`).toBe(false);
  });
});
