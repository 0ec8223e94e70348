import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHostPace, verifyCatalog, verifyRound } from '../../server/directory/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { importFile } from '../setup/catalog-file.js';
import { endCommand } from '../setup/command.js';
import { query } from '../setup/database.js';
import { type Outside, type OutsidePage, startOutside } from '../setup/outside.js';

const DAY_MS = 86_400_000;
let outside: Outside;
let app: TestApp;
let env: Record<string, string>;
let port: string;
const waits: number[] = [];

/** The address of a page of one of the hosts of the outside world. */
const at = (host: string, path: string): string => `http://${host}.test:${port}${path}`;
const HOSTS = ['one', 'two', 'walled'];

beforeAll(async () => {
  outside = await startOutside();
  port = outside.host.split(':')[1] ?? '';
  const names = [
    'npm',
    'pypi',
    'crates',
    'docker',
    'rubygems',
    'packagist',
    'nuget',
    'github',
    'npm-packages',
    'pypi-packages',
  ];
  env = {
    OUTBOUND_ALLOW: [outside.host, ...HOSTS.map((host) => `${host}.test:${port}`)].join(','),
    MEASURES_SOURCES: names.map((name) => `${name}=${outside.url(`/${name}`)}`).join(','),
    MEASURES_GITHUB_TOKEN: 'github_pat_made_up',
  };
  app = await startApp({ env });
  const reviewer = await signIn(app, app.credentials.users.reviewer);
  await query(app.databaseUrl, 'update tool set listed = false, version = (select version + 1 from catalog_head)');
  await query(app.databaseUrl, 'update catalog_head set version = version + 1');
  const text = 'slug,name,summary,npm\nchecked,Checked,x,@checked/sdk\nother,Other,x,\n';
  const reply = await importFile(app, reviewer, { format: 'csv', name: 'tools.csv', text });
  expect(reply.body).toMatchObject({ created: 2 });
  await query(
    app.databaseUrl,
    `update tool set website = $1, docs_url = $2, licence = $3::jsonb, mcp_server = $4::jsonb where slug = 'checked'`,
    [
      at('one', '/home'),
      at('two', '/docs'),
      JSON.stringify({ spdx: 'MIT', source: at('two', '/docs'), checkedAt: '2026-11-01' }),
      JSON.stringify({ name: 'io.github.checked/sdk', repository: { url: 'https://github.com/Checked/sdk' } }),
    ],
  );
  await query(app.databaseUrl, `update tool set website = $1 where slug = 'other'`, [at('walled', '/private/page')]);
});
afterAll(async () => {
  await app.close();
  await outside.close();
});
beforeEach(async () => {
  outside.reset();
  waits.length = 0;
  await query(app.databaseUrl, 'delete from fact_check');
  await query(app.databaseUrl, `delete from catalog_change where fields @> '["checks"]'`);
  outside.serve('/home', { content: '<title>Home</title>', headers: { etag: '"home"' } });
  outside.serve('/docs', 'documentation');
  outside.serve('/robots.txt', {
    reply: ({ headers }) =>
      headers.host?.startsWith('walled')
        ? { content: 'User-agent: *\nDisallow: /private\nCrawl-delay: 7\n' }
        : { status: 404, content: '' },
  });
  outside.serve('/npm-packages/@checked%2Fsdk/latest', manifest('1.2.0'));
  outside.serve('/github/repos/checked/sdk', repository('MIT'));
});

const json = (body: unknown, headers: Record<string, string> = {}): OutsidePage => ({
  content: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
const manifest = (version: string) => json({ name: '@checked/sdk', version, license: 'MIT', dist: { shasum: 'x' } });
const repository = (spdx: string) =>
  json({ id: 1, full_name: 'Checked/SDK', archived: false, license: { key: 'x', spdx_id: spdx }, stargazers_count: 1 });

const parts = () => ({
  em: app.app.platform.em,
  clock: app.clock,
  config: app.app.platform.config,
  hosts: openHostPace(
    () => app.clock.now().getTime(),
    async (ms) => void waits.push(ms),
  ),
  pause: async (ms: number) => void waits.push(ms),
});
const justNow = () => new Date(app.clock.now().getTime() - 1_000);
/** Checks everything that was not checked since the moment; the day is another one the next time. */
async function verifyAll() {
  const since = justNow();
  const own = parts();
  const sum = { requested: 0, confirmed: 0, failed: 0, unknown: 0, news: 0 };
  for (;;) {
    const round = await verifyRound(own, since);
    for (const name of ['requested', 'confirmed', 'failed', 'unknown', 'news'] as const) sum[name] += round[name];
    if (round.end === 'done') break;
  }
  app.clock.move(DAY_MS);
  return sum;
}
interface Check {
  kind: string;
  subject: string;
  facts: string[];
  by: string;
  outcome: string;
  checkedAt: string | null;
  failures: number;
  marked: boolean;
  version: string | null;
  licence: string | null;
}
async function checksOf(slug: string): Promise<Check[]> {
  app.app.parts.catalog.changed();
  const { data, errors } = await askGraphql<{ tool: { checks: Check[] } }>(
    app,
    'query ($slug: String!) { tool(slug: $slug) { checks { kind subject facts by outcome checkedAt failures marked version licence } } }',
    { slug },
  );
  if (!data) throw new Error(JSON.stringify(errors));
  return data.tool.checks;
}
const news = () =>
  query<{ slug: string; fields: string[] }>(
    app.databaseUrl,
    `select slug, fields from catalog_change where fields @> '["checks"]' order by version`,
  );

describe('dai catalog verify · each source in the form that it documents', () => {
  it('checks page, package and repository, and says what it saw, when, and by what', async () => {
    const time = app.clock.now().getTime();
    expect(await verifyAll()).toEqual({ requested: 5, confirmed: 4, failed: 0, unknown: 1, news: 0 });
    const checks = await checksOf('checked');
    expect(checks.map(({ kind, subject, by, outcome }) => [kind, subject, by, outcome])).toEqual([
      ['repository', 'github:checked/sdk', 'github', 'confirmed'],
      ['link', at('one', '/home'), 'http', 'confirmed'],
      ['link', at('two', '/docs'), 'http', 'confirmed'],
      ['package', 'npm:@checked/sdk', 'npm', 'confirmed'],
    ]);
    expect(checks[0]).toMatchObject({ licence: 'MIT', facts: ['repository', 'licence'] });
    expect(checks[1]).toMatchObject({ failures: 0, facts: ['website'] });
    expect(Date.parse(checks[1]?.checkedAt ?? '')).toBeGreaterThanOrEqual(time);
    expect(checks[2]).toMatchObject({ facts: ['docs.url', 'licence'] });
    expect(checks[3]).toMatchObject({ version: '1.2.0', licence: 'MIT', facts: ['packages'], marked: false });
    const authorized = outside.requested.filter(({ headers }) => headers.authorization).map(({ path }) => path);
    expect(authorized).toEqual(['/github/repos/checked/sdk']);
    expect(outside.requested.every(({ headers }) => /^dai\/.* \(\+http:/.test(headers['user-agent'] ?? ''))).toBe(true);
    expect(await news()).toEqual([]);
  });

  it('obeys robots.txt and waits between two requests to a host; what may not be looked at is not checked', async () => {
    await verifyAll();
    expect(outside.hits('/private/page')).toBe(0);
    expect(await checksOf('other')).toMatchObject([{ outcome: 'unknown', checkedAt: null, failures: 0 }]);
    expect(waits.some((ms) => ms > 1_000 && ms <= 2_000)).toBe(true);
    outside.serve('/robots.txt', { status: 404 });
    outside.serve('/private/page', { status: 403 });
    await verifyAll();
    expect(outside.hits('/private/page')).toBe(1);
    expect(await checksOf('other')).toMatchObject([{ outcome: 'unknown', checkedAt: null, failures: 0 }]);
  });

  it('asks on conditions, and takes an unchanged page for confirmed', async () => {
    await verifyAll();
    outside.serve('/home', { status: 304 });
    const time = app.clock.now().getTime();
    await verifyAll();
    expect(outside.requested.findLast(({ path }) => path === '/home')?.headers['if-none-match']).toBe('"home"');
    const [, home] = await checksOf('checked');
    expect(home).toMatchObject({ subject: at('one', '/home'), outcome: 'confirmed' });
    expect(Date.parse(home?.checkedAt ?? '')).toBeGreaterThanOrEqual(time);
  });

  it.each([
    ['JSON', (message: unknown) => json(message, { 'mcp-session-id': 'made-up' })],
    [
      'events of a stream that stays open',
      (message: unknown) => ({
        content: `: open\n\nevent: message\ndata: ${JSON.stringify(message)}\n\n`,
        headers: { 'content-type': 'text/event-stream', 'mcp-session-id': 'made-up' },
      }),
    ],
  ])('asks a server for its tools, which answers as %s', async (_form, wrapped) => {
    const methods: string[] = [];
    let names = ['send', 'list'];
    outside.serve('/mcp', {
      reply({ headers, body }) {
        const { id, method, params } = JSON.parse(body) as {
          id?: number;
          method: string;
          params?: { cursor?: string };
        };
        methods.push(method);
        if (id === undefined) return { status: 202, content: '' };
        if (method === 'initialize')
          return wrapped({
            jsonrpc: '2.0',
            id,
            result: { protocolVersion: '2025-06-18', capabilities: { tools: {} } },
          });
        if (headers['mcp-session-id'] !== 'made-up') return { status: 400 };
        const [first = '', ...rest] = names;
        const tools = (params?.cursor ? rest : [first]).map((name) => ({ name, inputSchema: { type: 'object' } }));
        return wrapped({ jsonrpc: '2.0', id, result: params?.cursor ? { tools } : { tools, nextCursor: 'next' } });
      },
    });
    await putServer(at('two', '/mcp'));
    await verifyRound(parts(), justNow());
    expect(methods).toEqual(['initialize', 'notifications/initialized', 'tools/list', 'tools/list']);
    expect(await seenOf('mcp')).toEqual([{ outcome: 'confirmed', seen: { tools: ['list', 'send'] } }]);
    names = ['send', 'list', 'delete'];
    await query(app.databaseUrl, 'update fact_check set asked_at = null');
    await verifyRound(parts(), justNow());
    expect(await news()).toEqual([{ slug: 'checked', fields: ['checks', 'mcp_tools'] }]);
  });

  it.each([
    ['a sign-in is needed', { status: 401 }, { outcome: 'confirmed', seen: { needsSignIn: true } }],
    ['it speaks something else', { content: '<html>' }, { outcome: 'unknown', seen: null }],
    ['it is gone', { status: 404 }, { outcome: 'gone', seen: null }],
    ['it fails', { status: 503 }, { outcome: 'unreachable', seen: null }],
  ])('says of a server that %s', async (_case, page, expected) => {
    outside.serve('/mcp', page);
    await putServer(at('two', '/mcp'));
    await verifyRound(parts(), justNow());
    expect(await seenOf('mcp')).toEqual([expected]);
  });
});

const putServer = (url: string) =>
  query(
    app.databaseUrl,
    `insert into fact_check (tool_id, kind, subject, host, facts) select id, 'mcp', $1, 'two.test', '["mcp"]' from tool where slug = 'checked'`,
    [url],
  );
const seenOf = (kind: string) => query(app.databaseUrl, 'select outcome, seen from fact_check where kind = $1', [kind]);

describe('dai catalog verify · facts that do not hold', () => {
  it('marks what failed twice, deletes nothing, and takes the mark off again, all of it in the feed of the tool', async () => {
    await verifyAll();
    outside.serve('/docs', { status: 404 });
    expect(await verifyAll()).toMatchObject({ failed: 1, news: 0 });
    expect((await checksOf('checked')).filter(({ marked }) => marked)).toEqual([]);
    expect(await verifyAll()).toMatchObject({ failed: 1, news: 1 });
    expect((await checksOf('checked'))[0]).toMatchObject({
      subject: at('two', '/docs'),
      outcome: 'gone',
      marked: true,
    });
    expect(await verifyAll()).toMatchObject({ failed: 1, news: 0 });
    const tools = await query(app.databaseUrl, `select docs_url from tool where slug = 'checked'`);
    expect(tools).toEqual([{ docs_url: at('two', '/docs') }]);
    outside.serve('/docs', 'back');
    expect(await verifyAll()).toMatchObject({ failed: 0, news: 1 });
    const fields = ['checks', 'docs.url', 'licence'];
    expect(await news()).toEqual([
      { slug: 'checked', fields },
      { slug: 'checked', fields },
    ]);
    const { data } = await askGraphql<{ tool: { changes: { fields: string[] }[] } }>(
      app,
      '{ tool(slug: "checked") { changes(limit: 2) { fields } } }',
    );
    expect(data?.tool.changes.map((one) => one.fields)).toEqual([fields, fields]);
  });

  it('puts a new version into the feed, and a licence that the forge tells otherwise counts as a failure', async () => {
    await verifyAll();
    outside.serve('/npm-packages/@checked%2Fsdk/latest', manifest('2.0.0'));
    outside.serve('/github/repos/checked/sdk', repository('AGPL-3.0'));
    expect(await verifyAll()).toMatchObject({ failed: 1, news: 2 });
    expect((await news()).map(({ fields }) => fields).toSorted()).toEqual([
      ['checks', 'licence'],
      ['checks', 'version'],
    ]);
    await verifyAll();
    expect((await checksOf('checked'))[0]).toMatchObject({ kind: 'repository', outcome: 'contradicted', marked: true });
  });

  it.each([
    ['a redirect to a private address', { status: 301, headers: { location: 'http://127.0.0.1:9/x' } }, 'unreachable'],
    ['a failing host', { status: 500 }, 'unreachable'],
    ['a page that was taken away', { status: 410 }, 'gone'],
    ['a page that wants a sign-in', { status: 401 }, 'unknown'],
  ])('does not follow or believe %s', async (_case, page, outcome) => {
    outside.serve('/home', page);
    await verifyAll();
    expect((await checksOf('checked')).find(({ facts }) => facts.includes('website'))).toMatchObject({ outcome });
  });
});

describe('dai catalog verify · resumable and scheduled', () => {
  it('asks once about each subject when several runs begin at once', async () => {
    await verifyRound(parts(), justNow());
    await query(app.databaseUrl, 'update fact_check set asked_at = null');
    outside.serve('/home', 'again');
    const before = outside.hits('/home');
    await Promise.all(Array.from({ length: 4 }, () => verifyRound(parts(), justNow())));
    expect(outside.hits('/home') - before).toBe(1);
  });

  it('goes on after a run that was cut off, with what was not answered, once five minutes have passed', async () => {
    const since = justNow();
    const { hosts, ...others } = parts();
    const turn = (host: string, delayMs: number): Promise<void> =>
      host.startsWith('one') ? Promise.reject(new Error('cut off')) : hosts.turn(host, delayMs);
    await expect(verifyRound({ ...others, hosts: { ...hosts, turn } }, since)).rejects.toThrow('cut off');
    await expect.poll(() => query(app.databaseUrl, 'select 1 from fact_check where outcome is null')).toHaveLength(1);
    const other = await verifyRound(parts(), since);
    expect(other).toMatchObject({ requested: 0, end: 'done' });
    expect(other.waiting).toBeGreaterThan(0);
    app.clock.move(300_001);
    expect(await verifyRound(parts(), new Date(app.clock.now().getTime() - 600_000))).toMatchObject({ requested: 1 });
    expect(outside.hits('/npm-packages/@checked%2Fsdk/latest')).toBe(1);
  });

  it('leaves a host alone that asks for a rest, for half an hour at least', async () => {
    const since = justNow();
    outside.serve('/home', { status: 429, headers: { 'retry-after': '5' } });
    await verifyRound(parts(), since);
    const again = await verifyRound(parts(), since);
    expect(again).toMatchObject({ end: 'done', waiting: 1 });
    app.clock.move(1_700_000);
    expect(await verifyRound(parts(), since)).toMatchObject({ requested: 0, end: 'done', waiting: 1 });
    expect(outside.hits('/home')).toBe(1);
    app.clock.move(100_001);
    outside.serve('/home', 'x');
    await verifyRound(parts(), since);
    expect(outside.hits('/home')).toBe(2);
  });

  it('is a job that is off without an interval, and checks again after as many days', async () => {
    const work = (catalogVerifyDays: number | undefined) => ({
      ...app.app.platform,
      config: { ...app.app.platform.config, catalogVerifyDays },
    });
    expect(app.app.platform.config.catalogVerifyDays).toBeUndefined();
    expect(await verifyCatalog.run(work(undefined), {})).toBe(false);
    expect(outside.hits()).toBe(0);
    await query(app.databaseUrl, `update tool set docs_url = null where slug = 'checked'`);
    while (await verifyCatalog.run(work(7), {}));
    while (await verifyCatalog.run(work(7), {}));
    expect(outside.hits('/home')).toBe(1);
    app.clock.move(7 * DAY_MS + 1);
    while (await verifyCatalog.run(work(7), {}));
    expect(outside.hits('/home')).toBe(2);
    await query(app.databaseUrl, `update tool set docs_url = $1 where slug = 'checked'`, [at('two', '/docs')]);
  });

  it('is a command: what was checked today is not asked again, and what is left ends it with 1', async () => {
    const verify = (...words: string[]) =>
      endCommand({ databaseUrl: app.databaseUrl, env }, 'catalog', 'verify', ...words);
    expect(await verify()).toMatchObject({
      code: 0,
      out: '5 asked, 4 confirmed, 0 not, 1 not shown, 0 changes\n',
    });
    expect((await verify()).out).toContain('0 asked');
    await query(
      app.databaseUrl,
      `update fact_check set asked_at = null, claimed_until = '2999-01-01' where kind = 'package'`,
    );
    const left = await verify('--json');
    expect([left.code, JSON.parse(left.out)]).toMatchObject([1, { requested: 0, waiting: 1 }]);
  });
});

describe('directoryCoverage', () => {
  interface Coverage {
    tools: number;
    facts: Record<string, unknown>[];
  }
  const read = async (): Promise<Coverage> => {
    app.app.parts.catalog.changed();
    return JSON.parse((await ask(`${app.url}/api/directory/coverage`)).text) as Coverage;
  };
  const factIn = ({ facts }: Coverage, name: string) => facts.find(({ fact }) => fact === name);

  it('tells for each fact who knows it, how old that is, and what was checked or marked', async () => {
    expect(factIn(await read(), 'website')).toMatchObject({
      known: 2,
      share: 1,
      undated: 2,
      checked: 0,
      medianDays: null,
    });
    await verifyAll();
    const coverage = await read();
    expect(coverage.tools).toBe(2);
    expect(factIn(coverage, 'website')).toEqual({
      fact: 'website',
      known: 2,
      share: 1,
      within30Days: 1,
      within90Days: 0,
      within365Days: 0,
      older: 0,
      undated: 1,
      medianDays: 1,
      checked: 1,
      marked: 0,
    });
    expect(factIn(coverage, 'packages')).toMatchObject({ known: 1, share: 0.5, checked: 1 });
    expect(factIn(coverage, 'pricing.model')).toMatchObject({ known: 0, share: 0 });
    outside.serve('/home', { status: 404 });
    await verifyAll();
    await verifyAll();
    expect(factIn(await read(), 'website')).toMatchObject({ checked: 1, marked: 1 });
  });
});
