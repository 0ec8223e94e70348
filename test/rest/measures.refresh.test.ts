import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { measureKinds, refreshMeasures, refreshRound } from '../../server/directory/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { importFile } from '../setup/catalog-file.js';
import { endCommand } from '../setup/command.js';
import { query } from '../setup/database.js';
import { type Outside, startOutside } from '../setup/outside.js';

/** The registries' own answers, in the form that the documentation of each shows. */
const NPM_PATH = '/npm/downloads/point/last-week/';
const npm = (name: string, downloads: number) => ({ downloads, start: '2026-11-15', end: '2026-11-21', package: name });

let outside: Outside;
let app: TestApp;
let env: Record<string, string>;
const waits: number[] = [];
beforeAll(async () => {
  outside = await startOutside();
  const names = ['npm', 'pypi', 'crates', 'docker', 'rubygems', 'packagist', 'nuget', 'github'];
  env = {
    OUTBOUND_ALLOW: outside.host,
    MEASURES_SOURCES: names.map((name) => `${name}=${outside.url(`/${name}`)}`).join(','),
    MEASURES_GITHUB_TOKEN: 'github_pat_made_up',
  };
  app = await startApp({ env });
  const reviewer = await signIn(app, app.credentials.users.reviewer);
  await query(app.databaseUrl, 'delete from tool_subject');
  const table = [
    'slug,name,summary,npm,pypi,website',
    'one,One,x,one;@one/sdk,One_Py,https://github.com/One/Tool',
    'two,Two,x,two,,',
    'gone,Gone,x,gone,,',
  ].join('\n');
  const reply = await importFile(app, reviewer, { format: 'csv', name: 'tools.csv', text: table });
  expect(reply.body).toMatchObject({ created: 4 - 1 });
  const id = (await query<{ id: string }>(app.databaseUrl, `select id from tool where slug = 'one'`))[0]?.id;
  for (const subject of [
    'crates:serde',
    'docker:library/nginx',
    'rubygems:rails',
    'packagist:monolog/monolog',
    'nuget:newtonsoft.json',
  ])
    await query(app.databaseUrl, 'insert into tool_subject (subject, tool_id, position) values ($1, $2, 9)', [
      subject,
      id,
    ]);
});
afterAll(async () => {
  await app.close();
  await outside.close();
});
beforeEach(async () => {
  outside.reset();
  waits.length = 0;
  await query(app.databaseUrl, 'delete from measure_day');
  await query(app.databaseUrl, 'delete from measure_reading');
});

const json = (body: unknown, headers: Record<string, string> = {}) => ({
  content: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
const parts = () => ({
  em: app.app.platform.em,
  clock: app.clock,
  config: app.app.platform.config,
  pause: async (ms: number) => void waits.push(ms),
});
type Kind = (typeof measureKinds)[number]['kind'];
const round = (kind: Kind) => refreshRound(parts(), kind, new Date(app.clock.now().getTime() - 60_000));
const today = () => app.clock.now().toISOString().slice(0, 10);
const stored = (state = 'taken') =>
  query<{ subject: string; value: number; day: string; source: string }>(
    app.databaseUrl,
    'select subject, value::float8 as value, day::text, source from measure_day where state = $1 order by subject, day',
    [state],
  );

describe('a refresh · each registry in the form that it documents', () => {
  it('asks npm about unscoped packages together and scoped ones alone', async () => {
    outside.serve(`${NPM_PATH}gone,one,two`, json({ one: npm('one', 31_623), two: npm('two', 0), gone: null }));
    outside.serve(`${NPM_PATH}%40one/sdk`, json(npm('@one/sdk', 7)));
    expect(await round('npm_weekly_downloads')).toMatchObject({
      requested: 4,
      taken: 2,
      held: 1,
      missing: 1,
      end: 'more',
      waiting: 0,
    });
    expect(await stored()).toEqual([
      { subject: 'npm:@one/sdk', value: 7, day: '2026-11-21', source: outside.url(`${NPM_PATH}%40one/sdk`) },
      { subject: 'npm:one', value: 31_623, day: '2026-11-21', source: outside.url(`${NPM_PATH}one`) },
    ]);
    expect(await stored('held')).toMatchObject([{ subject: 'npm:two', value: 0 }]);
    expect(outside.requested[0]?.headers['user-agent']).toMatch(/^dai\/\d+\.\d+\.\d+ \(\+http:/);
    expect(waits).toEqual([1_000, 1_000]);
    expect(await round('npm_weekly_downloads')).toMatchObject({ requested: 0, end: 'done' });
    expect(outside.hits()).toBe(2);
  });

  it.each<[Kind, string, string, unknown, number]>([
    [
      'pypi_weekly_downloads',
      '/pypi/api/packages/one-py/recent',
      'pypi:one-py',
      { data: { last_day: 2, last_month: 200, last_week: 20 }, package: 'one-py', type: 'recent_downloads' },
      20,
    ],
    [
      'crates_recent_downloads',
      '/crates/api/v1/crates/serde',
      'crates:serde',
      { crate: { id: 'serde', name: 'serde', downloads: 900, recent_downloads: 80 }, versions: [], keywords: [] },
      80,
    ],
    [
      'docker_pulls',
      '/docker/v2/repositories/library/nginx/',
      'docker:library/nginx',
      { user: 'library', name: 'nginx', namespace: 'library', star_count: 3, pull_count: 12_000_000_000 },
      12_000_000_000,
    ],
    [
      'rubygems_downloads',
      '/rubygems/api/v1/gems/rails.json',
      'rubygems:rails',
      { name: 'rails', downloads: 7_528_417, version_downloads: 5 },
      7_528_417,
    ],
    [
      'packagist_monthly_downloads',
      '/packagist/packages/monolog/monolog/stats.json',
      'packagist:monolog/monolog',
      { downloads: { total: 900, monthly: 90, daily: 3 }, versions: ['3.0.0'], average: 'monthly', date: '2026-10-01' },
      90,
    ],
    [
      'github_stars',
      '/github/repos/one/tool',
      'github:one/tool',
      { id: 1, full_name: 'One/Tool', stargazers_count: 80, watchers_count: 80 },
      80,
    ],
  ])('reads %s', async (kind, path, subject, answer, value) => {
    const source = outside.serve(path, json(answer));
    expect(await round(kind)).toMatchObject({ requested: 1, taken: 1 });
    expect(await stored()).toEqual([{ subject, value, day: today(), source }]);
    expect(outside.requested[0]?.headers.authorization).toBe(
      kind === 'github_stars' ? 'Bearer github_pat_made_up' : undefined,
    );
  });

  it('asks NuGet’s search at the address that its index names', async () => {
    outside.serve(
      '/nuget/v3/index.json',
      json({ version: '3.0.0', resources: [{ '@id': outside.url('/search/query'), '@type': 'SearchQueryService' }] }),
    );
    outside.serve(
      '/search/query?q=packageid:newtonsoft.json&prerelease=true&semVerLevel=2.0.0&take=1',
      json({ totalHits: 1, data: [{ id: 'Newtonsoft.Json', version: '13.0.3', totalDownloads: 5_000_000_000 }] }),
    );
    expect(await round('nuget_downloads')).toMatchObject({ requested: 1, taken: 1 });
    expect(await stored()).toMatchObject([{ subject: 'nuget:newtonsoft.json', value: 5_000_000_000 }]);
  });

  it.each([
    ['another form', json({ stargazers_count: '80' })],
    ['no JSON', { content: '<html>' }],
    ['a number that is none', json({ stargazers_count: -1 })],
    ['not found', { status: 404 }],
    ['a refusal', { status: 403 }],
  ])('stores nothing of an answer with %s, and does not ask again at once', async (_case, page) => {
    outside.serve('/github/repos/one/tool', page);
    expect(await round('github_stars')).toMatchObject({ requested: 1, taken: 0, missing: 1 });
    expect(await stored()).toEqual([]);
    expect(await round('github_stars')).toMatchObject({ requested: 0, end: 'done' });
  });
});

describe('a refresh · polite and resumable', () => {
  const PATH = '/github/repos/one/tool';

  it('asks on conditions: what did not change is a figure of another day, and costs no body', async () => {
    outside.serve(PATH, json({ stargazers_count: 80 }, { etag: 'W/"one"' }));
    await round('github_stars');
    const first = today();
    app.clock.move(7 * 86_400_000);
    outside.serve(PATH, { status: 304 });
    expect(await round('github_stars')).toMatchObject({ requested: 1, taken: 1 });
    expect(outside.requested.at(-1)?.headers['if-none-match']).toBe('W/"one"');
    expect((await stored()).map(({ day, value }) => [day, value])).toEqual([
      [first, 80],
      [today(), 80],
    ]);
  });

  it.each([
    ['a status of 503', { status: 503 }, [2_000, 4_000, 8_000]],
    ['Retry-After', { status: 429, headers: { 'retry-after': '30' } }, [30_000, 30_000, 30_000]],
    ['a wait that is too long for a run', { status: 429, headers: { 'retry-after': '61' } }, []],
    ['a budget that is spent', { status: 403, headers: { 'x-ratelimit-remaining': '0', 'retry-after': '3600' } }, []],
  ])('waits after %s, and leaves the rest to another run', async (_case, page, expected) => {
    outside.serve(PATH, page);
    expect(await round('github_stars')).toMatchObject({ requested: 0, end: 'busy', waiting: 1 });
    expect(waits).toEqual(expected);
    outside.serve(PATH, json({ stargazers_count: 80 }));
    expect(await round('github_stars')).toMatchObject({ requested: 1, taken: 1 });
  });

  it('asks once about a subject, also when several runs begin at once', async () => {
    outside.serve(PATH, json({ stargazers_count: 80 }));
    const rounds = await Promise.all(Array.from({ length: 6 }, () => round('github_stars')));
    expect(rounds.reduce((sum, { requested }) => sum + requested, 0)).toBe(1);
    expect(outside.hits(PATH)).toBe(1);
  });

  it('goes on after a run that was cut off, with what was not answered, once five minutes have passed', async () => {
    outside.serve(`${NPM_PATH}gone,one,two`, json({ one: npm('one', 10), two: npm('two', 20), gone: null }));
    const cut = { ...parts(), pause: () => Promise.reject(new Error('cut off')) };
    await expect(refreshRound(cut, 'npm_weekly_downloads', app.clock.now())).rejects.toThrow('cut off');
    expect((await stored()).map(({ subject }) => subject)).toEqual(['npm:one', 'npm:two']);
    outside.serve(`${NPM_PATH}%40one/sdk`, json(npm('@one/sdk', 7)));
    expect(await round('npm_weekly_downloads')).toMatchObject({ requested: 0, end: 'done', waiting: 1 });
    app.clock.move(300_001);
    expect(
      await refreshRound(parts(), 'npm_weekly_downloads', new Date(app.clock.now().getTime() - 600_000)),
    ).toMatchObject({ requested: 1, taken: 1 });
    expect(outside.hits(`${NPM_PATH}gone,one,two`)).toBe(1);
  });

  it('reaches no private address that a redirect names, and sends it no token', async () => {
    outside.redirect(PATH, 'http://127.0.0.1:9/elsewhere', 301);
    expect(await round('github_stars')).toMatchObject({ requested: 1, missing: 1 });
    expect(await stored()).toEqual([]);
  });

  it('is off unless the operator wants it, and then asks once a week', async () => {
    outside.serve(PATH, json({ stargazers_count: 80 }));
    const work = (measuresRefresh: 'off' | 'weekly') => ({
      ...app.app.platform,
      config: { ...app.app.platform.config, measuresRefresh },
    });
    expect(app.app.platform.config.measuresRefresh).toBe('off');
    expect(await refreshMeasures.run(work('off'), {})).toBe(false);
    expect(outside.hits()).toBe(0);
    await query(app.databaseUrl, `delete from tool_subject where subject not like 'github:%'`);
    while (await refreshMeasures.run(work('weekly'), {}));
    while (await refreshMeasures.run(work('weekly'), {}));
    expect(outside.hits(PATH)).toBe(1);
    app.clock.move(7 * 86_400_000);
    while (await refreshMeasures.run(work('weekly'), {}));
    expect(outside.hits(PATH)).toBe(2);
  });

  it('is a command: what was asked today is not asked again, and what is left ends it with 1', async () => {
    const refresh = (...words: string[]) =>
      endCommand({ databaseUrl: app.databaseUrl, env }, 'measures', 'refresh', '--kind', ...words);
    expect(await refresh('stars')).toMatchObject({ code: 2 });
    outside.serve(PATH, { status: 429, headers: { 'retry-after': '3600' } });
    expect(await refresh('github_stars')).toMatchObject({
      code: 1,
      out: 'github_stars: 0 asked, 0 taken, 0 held, 0 unchanged, 0 without a figure, 1 left for the next run\n',
    });
    outside.serve(PATH, json({ stargazers_count: 80 }));
    const taken = 'github_stars: 1 asked, 1 taken, 0 held, 0 unchanged, 0 without a figure\n';
    expect(await refresh('github_stars')).toMatchObject({ code: 0, out: taken });
    expect((await refresh('github_stars')).out).toContain('github_stars: 0 asked');
    expect(outside.hits(PATH)).toBe(2);
  });
});
