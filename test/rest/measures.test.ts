import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { thinMeasureHistory } from '../../server/directory/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { type CatalogFile, type ImportAnswer, importFile } from '../setup/catalog-file.js';
import { query } from '../setup/database.js';

let app: TestApp;
let reviewer: string;
beforeAll(async () => {
  app = await startApp();
  reviewer = await signIn(app, app.credentials.users.reviewer);
});
afterAll(() => app.close());

async function send(file: CatalogFile, fields: Record<string, string> = {}): Promise<ImportAnswer> {
  const reply = await importFile(app, reviewer, file, fields);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

/** Tools of a category of their own, each with packages that are listed in this order. */
const tools = (...rows: string[]): Promise<ImportAnswer> =>
  send({
    format: 'csv',
    name: 'tools.csv',
    text: ['slug,name,summary,categories,npm,pypi,install_kind,install_command', ...rows].join('\n'),
  });

const SOURCE = 'https://counts.example/downloads';
type Row = readonly [name: string, kind: string, value: number | string, day: string, source?: string];
const table = (...rows: Row[]): CatalogFile => ({
  format: 'measures',
  name: 'figures.csv',
  text: ['name,kind,value,day,source', ...rows.map((row) => [...row, SOURCE].slice(0, 5).join(','))].join('\n'),
});
const npm = (name: string, value: number | string, day: string): Row => [name, 'npm_weekly_downloads', value, day];

interface Entry {
  rank: number;
  tool: { slug: string };
  value: number;
  subject: string;
  asOf: string;
  source: string;
  change: number | null;
  changeSince: string | null;
}
interface Use {
  kind: string;
  label: string;
  title: string;
  category: string | null;
  asOf: string | null;
  total: number;
  items: Entry[];
  nextCursor: string | null;
}
const USE =
  'query ($kind: String!, $category: String, $limit: Int, $cursor: String) { publicUse(kind: $kind, category: $category, limit: $limit, cursor: $cursor) { kind label title category asOf total nextCursor items { rank tool { slug } value subject asOf source change changeSince } } }';
const useOf = async (variables: Record<string, unknown>): Promise<Use> => {
  const { data, errors } = await askGraphql<{ publicUse: Use }>(app, USE, {
    kind: 'npm_weekly_downloads',
    ...variables,
  });
  if (!data) throw new Error(JSON.stringify(errors));
  return data.publicUse;
};
const historyOf = async (slug: string, days = 365) => {
  const { data } = await askGraphql<{
    tool: { useHistory: { kind: string; subject: string; points: { day: string; value: number }[] }[] };
  }>(
    app,
    'query ($slug: String!, $days: Int!) { tool(slug: $slug) { useHistory(days: $days) { kind subject points { day value } } } }',
    { slug, days },
  );
  return data?.tool.useHistory;
};
const days = async (subject: string) =>
  query<{ day: string; state: string; value: string }>(
    app.databaseUrl,
    'select day::text, state, value from measure_day where subject = $1 order by day, state',
    [subject],
  );

describe('public figures · a history by day', () => {
  it('keeps a row for each day and shows the newest, also when an older one comes later', async () => {
    await tools('dated,Dated,x,measured-history,dated-package,,,');
    await send(table(npm('dated-package', 1_000, '2026-10-01')));
    await send(table(npm('dated-package', 900, '2026-09-03'), npm('dated-package', 1_100, '2026-10-08')));
    expect(await historyOf('dated')).toEqual([
      {
        kind: 'npm_weekly_downloads',
        subject: 'npm:dated-package',
        points: [
          { day: '2026-09-03', value: 900 },
          { day: '2026-10-01', value: 1_000 },
          { day: '2026-10-08', value: 1_100 },
        ],
      },
    ]);
    expect((await useOf({ category: 'measured-history' })).items).toMatchObject([{ value: 1_100, asOf: '2026-10-08' }]);
    expect((await historyOf('dated', 7))?.[0]?.points).toEqual([{ day: '2026-10-08', value: 1_100 }]);
  });

  it.each([
    [27, null],
    [28, 0.25],
    [35, 0.25],
    [36, null],
  ])('computes the change against a figure of 28 to 35 days before: %i days', async (apart, change) => {
    const name = `apart-${apart}`;
    const earlier = new Date(Date.parse('2026-11-01') - apart * 86_400_000).toISOString().slice(0, 10);
    await tools(`${name},Apart,x,${name},${name},,,`);
    await send(table(npm(name, 800, earlier), npm(name, 1_000, '2026-11-01')));
    const [entry] = (await useOf({ category: name })).items;
    expect([entry?.change, entry?.changeSince]).toEqual([change, change === null ? null : earlier]);
  });

  it('gives a tool that lists the package later the figures that are known', async () => {
    await tools('early,Early,x,shared-one,shared-package,,,');
    await send(table(npm('shared-package', 70, '2026-10-01')));
    await tools('late,Late,x,shared-one,shared-package,,,');
    const { items } = await useOf({ category: 'shared-one' });
    expect(items.map(({ rank, tool, value }) => [rank, tool.slug, value])).toEqual([
      [1, 'early', 70],
      [1, 'late', 70],
    ]);
  });
});

describe('public figures · older than a year', () => {
  it('are thinned to the newest of each week; what waits stays', async () => {
    const subject = 'npm:thinned-package';
    const now = new Date('2026-11-27T05:00:00Z');
    for (const [day, state] of [
      ['2025-11-17', 'taken'], // a Monday
      ['2025-11-18', 'taken'],
      ['2025-11-19', 'declined'],
      ['2025-11-23', 'taken'], // the Sunday of that week
      ['2025-11-24', 'taken'], // the next Monday: 368 days before
      ['2025-11-25', 'held'],
      ['2025-11-26', 'taken'],
      ['2025-11-27', 'taken'], // 365 days before: within the year
      ['2025-11-28', 'taken'],
    ] as const)
      await query(
        app.databaseUrl,
        `insert into measure_day (kind, subject, day, state, id, value, source, noted_at)
         values ('npm_weekly_downloads', $1, $2, $3, gen_random_uuid(), 1, 'a test', now())`,
        [subject, day, state],
      );
    await thinMeasureHistory.run({ ...app.app.platform, clock: { now: () => now } }, {});
    expect((await days(subject)).map(({ day, state }) => `${day} ${state}`)).toEqual([
      '2025-11-23 taken',
      '2025-11-25 held',
      '2025-11-27 taken',
      '2025-11-28 taken',
    ]);
  });
});

describe('public figures · what waits for a reviewer', () => {
  const held = async (cookie = reviewer) => {
    const { data, errors } = await askGraphql<{
      heldMeasures: {
        items: {
          id: string;
          subject: string;
          day: string;
          value: number;
          reason: string;
          standingValue: number | null;
          tools: { slug: string }[];
        }[];
      };
    }>(
      app,
      '{ heldMeasures(limit: 100) { items { id subject day value reason standingValue tools { slug } } } }',
      {},
      { cookie },
    );
    return data?.heldMeasures.items ?? errors[0]?.extensions.code;
  };
  const decide = async (id: string | undefined, decision: string, cookie = reviewer) => {
    const { data, errors } = await askGraphql<{ decideHeldMeasure: { state: string; changed: boolean } | null }>(
      app,
      'mutation ($input: DecideHeldMeasureInput!) { decideHeldMeasure(input: $input) { state changed } }',
      { input: { id, decision, reason: 'looked at the source' } },
      { cookie },
    );
    return data?.decideHeldMeasure ?? errors[0]?.extensions.code;
  };
  const ofSubject = async (subject: string) => {
    const all = await held();
    return Array.isArray(all) ? all.filter((one) => one.subject === subject) : [];
  };

  it('is a zero or a move of more than tenfold, and the row says so', async () => {
    await tools('jumping,Jumping,x,jumps,jumping-package,,,');
    await send(table(npm('jumping-package', 1_000, '2026-10-01')));
    for (const [value, day, outcome] of [
      [10_000, '2026-10-02', 'taken'],
      [100_001, '2026-10-03', 'held'],
      [1_000, '2026-10-04', 'taken'],
      [99, '2026-10-05', 'held'],
      [0, '2026-10-06', 'held'],
    ] as const) {
      const { held: waits } = await send(table(npm('jumping-package', value, day)));
      expect([day, waits]).toEqual([day, outcome === 'held' ? 1 : 0]);
    }
    expect((await days('npm:jumping-package')).map(({ day, state, value }) => [day, state, Number(value)])).toEqual([
      ['2026-10-01', 'taken', 1_000],
      ['2026-10-02', 'taken', 10_000],
      ['2026-10-03', 'held', 100_001],
      ['2026-10-04', 'taken', 1_000],
      ['2026-10-05', 'held', 99],
      ['2026-10-06', 'held', 0],
    ]);
    expect(await ofSubject('npm:jumping-package')).toMatchObject([
      { day: '2026-10-03', reason: 'jump', standingValue: 10_000, tools: [{ slug: 'jumping' }] },
      { day: '2026-10-05', reason: 'jump', standingValue: 1_000 },
      { day: '2026-10-06', reason: 'zero', standingValue: 1_000 },
    ]);
    expect((await historyOf('jumping'))?.[0]?.points.map(({ value }) => value)).toEqual([1_000, 10_000, 1_000]);
  });

  it('is taken or declined once, with an audit entry; a declined figure is not asked about again', async () => {
    await tools('settled,Settled,x,settled,settled-package,,,');
    await send(table(npm('settled-package', 10, '2026-10-01')));
    await send(table(npm('settled-package', 500, '2026-10-08'), npm('settled-package', 0, '2026-10-09')));
    const waiting = await ofSubject('npm:settled-package');
    const [jump, zero] = waiting.map(({ id }) => id);
    expect(await decide(jump, 'accept')).toEqual({ state: 'taken', changed: true });
    expect(await decide(jump, 'decline')).toEqual({ state: 'taken', changed: false });
    expect(await decide(zero, 'decline')).toEqual({ state: 'declined', changed: true });
    expect(await decide('msr_01890000-0000-7000-8000-000000000000', 'accept')).toBe('NOT_FOUND');
    expect((await useOf({ category: 'settled' })).items).toMatchObject([{ value: 500, asOf: '2026-10-08' }]);
    expect(await ofSubject('npm:settled-package')).toEqual([]);
    expect((await send(table(npm('settled-package', 0, '2026-10-09')))).refusedRows).toMatchObject([
      { problems: [{ code: 'declined' }] },
    ]);
    const audited = await query<{ action: string }>(
      app.databaseUrl,
      `select action from audit_entry where resource = 'measure' and resource_id = any($1) order by sequence`,
      [[jump, zero]],
    );
    expect(audited.map(({ action }) => action)).toEqual(['measure.accept', 'measure.decline']);
  });

  it('is for reviewers alone', async () => {
    const owner = await signIn(app, app.credentials.users.owner);
    expect(await held(owner)).toBe('NOT_A_MEMBER');
    expect(await decide('msr_01890000-0000-7000-8000-000000000000', 'accept', owner)).toBe('NOT_A_MEMBER');
  });
});

describe('publicUse', () => {
  it('ranks the main package of each tool, shares ties and goes on with a cursor', async () => {
    await tools(
      'use-a,Use A,x,use-ranked,use-plugin;use-a,,npm,npm install use-a',
      'use-b,Use B,x,use-ranked,use-b;use-b-more,,,',
      'use-c,Use C,x,use-ranked,use-c,,,',
      'use-d,Use D,x,use-ranked,use-d,,,',
      'use-e,Use E,x,use-ranked,,use_e,,',
    );
    await send(
      table(
        npm('use-plugin', 900, '2026-10-01'),
        npm('use-a', 300, '2026-10-01'),
        npm('use-b', 300, '2026-10-02'),
        npm('use-b-more', 800, '2026-10-01'),
        npm('use-c', 400, '2026-10-01'),
        npm('use-d', 200, '2026-10-01'),
        ['Use.E', 'pypi_weekly_downloads', 5, '2026-10-03', SOURCE],
      ),
    );
    const first = await useOf({ category: 'use-ranked', limit: 3 });
    expect(first).toMatchObject({ label: 'public-source', category: 'use-ranked', asOf: '2026-10-02', total: 4 });
    expect(first.items).toMatchObject([
      { rank: 1, tool: { slug: 'use-c' }, value: 400 },
      { rank: 2, tool: { slug: 'use-a' }, value: 300, subject: 'npm:use-a', source: SOURCE },
      { rank: 2, tool: { slug: 'use-b' }, value: 300, subject: 'npm:use-b', asOf: '2026-10-02' },
    ]);
    const second = await useOf({ category: 'use-ranked', limit: 3, cursor: first.nextCursor });
    expect(second.items).toMatchObject([{ rank: 4, tool: { slug: 'use-d' } }]);
    expect(second.nextCursor).toBe(null);
    expect(await useOf({ kind: 'pypi-weekly-downloads', category: 'use-ranked' })).toMatchObject({
      kind: 'pypi_weekly_downloads',
      items: [{ tool: { slug: 'use-e' }, subject: 'pypi:use-e', value: 5 }],
    });
  });

  it.each([
    [{ kind: 'events' }, '/kind'],
    [{ category: 'no-such-category' }, '/category'],
    [{ limit: 0 }, '/limit'],
    [{ limit: 101 }, '/limit'],
    [{ cursor: 'nonsense' }, '/cursor'],
  ])('refuses %o', async (variables, pointer) => {
    const { errors } = await askGraphql(app, USE, { kind: 'npm_weekly_downloads', ...variables });
    expect(errors[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer }] });
  });
});

describe('POST /api/imports/catalog · dated figures', () => {
  it('takes what is right as a table, and says of each wrong row what is wrong', async () => {
    await tools('rows,Rows,x,row-figures,rows-package,rows_package,,');
    const answer = await send(
      table(
        npm('rows-package', 10, '2026-10-01'),
        npm('rows-package', -1, '2026-10-02'),
        npm('rows-package', '1.5', '2026-10-02'),
        npm('rows-package', 10, '2026-02-30'),
        npm('rows-package', 10, '2999-01-01'),
        ['rows-package', 'events', 10, '2026-10-02'],
        ['rows package', 'npm_weekly_downloads', 10, '2026-10-02'],
        npm('no-tool-lists-this', 10, '2026-10-02'),
        ['rows-package', 'npm_weekly_downloads', 10, '2026-10-02', ''],
        npm('rows-package', 11, '2026-10-01'),
        ['Rows.Package', 'pypi-weekly-downloads', 20, '2026-10-01'],
      ),
    );
    expect(answer).toMatchObject({ total: 11, created: 2, refused: 9 });
    expect(answer.refusedRows.map(({ row, problems }) => [row, problems[0]?.pointer, problems[0]?.code])).toEqual([
      [3, '/value', 'count'],
      [4, '/value', 'count'],
      [5, '/day', 'pattern'],
      [6, '/day', 'future_day'],
      [7, '/kind', 'not_allowed'],
      [8, '/name', 'pattern'],
      [9, '', 'no_tool'],
      [10, '/source', 'required'],
      [11, '', 'repeated'],
    ]);
  });

  it('takes the same as JSON; a member that is not known refuses its row', async () => {
    await tools('json-rows,Json,x,json-figures,json-package,,,');
    const row = { name: 'json-package', kind: 'npm_weekly_downloads', value: 3, day: '2026-10-01', source: SOURCE };
    const file = (rows: unknown): CatalogFile => ({
      format: 'measures',
      name: 'figures.json',
      text: JSON.stringify(rows),
    });
    const answer = await send(file([row, { ...row, day: '2026-10-02', registry: 'npm' }, 5, { ...row, value: null }]));
    expect(answer).toMatchObject({ total: 4, created: 1, refused: 3 });
    expect(answer.refusedRows.map(({ problems }) => problems[0]?.code)).toEqual(['unknown_field', 'type', 'required']);
    expect(await send(file({ measures: [row] }))).toMatchObject({ unchanged: 1 });
  });

  it.each([
    ['name,kind,value,day\nx,github_stars,1,2026-10-01', 'missing_column'],
    ['name,kind,value,day,source,more\nx,github_stars,1,2026-10-01,s,m', 'unknown_column'],
    ['name,kind,value,day,source\n', 'no_rows'],
    ['{"name": 1}', 'wrong_top_level'],
  ])('refuses a file of another form whole: %s', async (text, code) => {
    const reply = await importFile(app, reviewer, { format: 'measures', name: 'figures.txt', text });
    expect([reply.status, reply.body.errors?.[0]?.code]).toEqual([400, code]);
  });
});
