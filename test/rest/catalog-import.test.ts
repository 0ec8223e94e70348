import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { type CatalogFile, type ImportAnswer, importFile, toolTable } from '../setup/catalog-file.js';
import { query } from '../setup/database.js';
import { proveAgain } from '../setup/people.js';
import { countRows } from '../setup/rows.js';
import { sampleSets } from '../setup/samples.js';

let app: TestApp;
let reviewer: string;
beforeAll(async () => {
  app = await startApp();
  reviewer = await signIn(app, app.credentials.users.reviewer);
});
afterAll(() => app.close());

async function taken(file: CatalogFile, fields: Record<string, string> = {}): Promise<ImportAnswer> {
  const reply = await importFile(app, reviewer, file, fields);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}
const csv = (text: string): CatalogFile => ({ format: 'csv', name: 'tools.csv', text });
const registry = (...servers: unknown[]): CatalogFile => ({
  format: 'mcp-registry',
  name: 'servers.json',
  text: JSON.stringify({ servers }),
});
const serverOf = (name: string, version: string, more: Record<string, unknown> = {}) => ({
  server: { name, description: 'A server', version, repository: { url: 'https://github.com/acme/s' }, ...more },
});
const rowsOf = ({ id }: ImportAnswer, outcome: string) =>
  query<{ row_number: number; problems: unknown[] }>(
    app.databaseUrl,
    'select row_number, problems from catalog_import_row where import_id = $1 and outcome = $2 order by row_number',
    [id?.slice(4), outcome],
  );
const counts = ({ created, updated, unchanged, refused }: ImportAnswer) => ({ created, updated, unchanged, refused });
const toolAt = async (slug: string) => {
  const { data, errors } = await askGraphql<{ tool: Record<string, unknown> }>(
    app,
    'query ($slug: String!) { tool(slug: $slug) { slug name summary install { command } verification { level } measures { kind subject value label source asOf } proof { signal label } } }',
    { slug },
  );
  if (!data && errors[0]?.extensions.code !== 'NOT_FOUND') throw new Error(JSON.stringify(errors));
  return data?.tool ?? null;
};

describe('POST /api/imports/catalog · a table of tools', () => {
  it('holds a new tool that looks like another one, in the catalog or in its own file, until a reviewer takes it', async () => {
    const file = csv(
      [
        'slug,name,summary,aliases',
        'look-original,Kestrelbase,A database',
        'look-cyrillic,Kеstrelbase,A database', // its second letter is Cyrillic
        'look-digit,Kestrelba5e,A database',
        'look-same,kestrel base,Another one of the same letters',
        'look-stripe,Strіpe,Payments', // the catalog has Stripe
        'look-alias,Plainly another,Payments,Strіpe',
        'look-short,Ri0,Too short to be a disguise',
      ].join('\n'),
    );
    for (const dryRun of ['true', 'false']) {
      const answer = await taken(file, { dryRun });
      expect(answer).toMatchObject({ total: 7, created: 3, held: 4, refused: 0 });
      expect(answer.heldRows.map(({ key, problems }) => [key, problems[0]?.code, problems[0]?.detail])).toEqual([
        ['look-cyrillic', 'lookalike', 'the name looks like Kestrelbase (look-original) and is written otherwise'],
        ['look-digit', 'lookalike', 'the name looks like Kestrelbase (look-original) and is written otherwise'],
        ['look-stripe', 'lookalike', 'the name looks like Stripe (stripe) and is written otherwise'],
        ['look-alias', 'lookalike', 'the name looks like Stripe (stripe) and is written otherwise'],
      ]);
    }
    expect(await toolAt('look-stripe')).toBeNull();
    expect(await taken(file, { acceptHeld: 'true' })).toMatchObject({ created: 4, unchanged: 3, held: 0 });
    expect(await taken(file)).toMatchObject({ created: 0, unchanged: 7, held: 0 });
  });

  it('holds a server of a registry’s file that looks like a tool', async () => {
    const answer = await taken(registry(serverOf('io.example/look', '1.0.0', { title: 'Strіpe' })));
    expect(answer).toMatchObject({ created: 0, held: 1 });
    expect(answer.heldRows[0]?.problems).toMatchObject([{ code: 'lookalike' }]);
  });

  it('refuses the row whose day no calendar has, and takes the others', async () => {
    const text = [
      'slug,name,summary,source_url,read_at',
      'day-zero,A,x,https://one.example.com,0000-01-01',
      'day-thirty,B,x,https://one.example.com,2026-02-30',
      'day-first,C,x,https://one.example.com,0001-01-01',
      'day-known,D,x,https://one.example.com,2026-02-28',
    ].join('\n');
    const answer = await taken(csv(text));
    expect(counts(answer)).toEqual({ created: 2, updated: 0, unchanged: 0, refused: 2 });
    expect(answer.refusedRows).toMatchObject([
      { row: 2, problems: [{ pointer: '/read_at', code: 'not_a_day' }] },
      { row: 3, problems: [{ pointer: '/read_at', code: 'not_a_day' }] },
    ]);
  });

  it('refuses an address whose host is an IP address, however it is written', async () => {
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '10.0.0.1', '[::1]', '169.254.169.254', '[::ffff:10.0.0.1]'];
    const rows = hosts.map((host, index) => `host-${index},A,x,https://${host}/docs`);
    const answer = await taken(csv(['slug,name,summary,website', ...rows].join('\n')));
    expect(counts(answer)).toEqual({ created: 0, updated: 0, unchanged: 0, refused: 7 });
    expect(new Set(answer.refusedRows.map(({ problems: [problem] }) => problem?.code))).toEqual(
      new Set(['not_a_public_address']),
    );
  });

  it('takes a table whose last columns were emptied, and says which column in the midst has no name', async () => {
    const emptied = await taken(csv('slug,name,summary,,\nwide-one,A,x,,\nwide-two,B,x,,left\n'));
    expect(counts(emptied)).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 1 });
    expect(emptied.refusedRows).toMatchObject([{ row: 3, key: 'wide-two', problems: [{ code: 'surplus_cells' }] }]);
    const unnamed = await importFile(app, reviewer, csv('slug,,name,summary\nwide-three,?,A,x\n'));
    expect(unnamed.status).toBe(400);
    expect(unnamed.text).toContain('column 2 has no name');
  });

  it('takes what is right, says of each wrong row what is wrong and where, and shows the tools at once', async () => {
    const text = [
      'slug,name,summary,website,categories,pricing_model,interfaces,install_kind,install_command,npm,vendor_domain,source_url,read_at',
      'table-one,Table One,"Does, one thing",https://one.example.com,search;storage,open_source,sdk;cli,npm,npm install table-one,table-one,example.com,https://one.example.com/about,2026-02-01',
      'Bad Slug,,x,http://plain.example,search,cheap,telepathy,npm,,,not a domain,https://one.example.com,2026-02-30',
      '',
      'table-two,Table Two,=HYPERLINK("x"),,,,,,,,,,',
      'table-one,Again,x,,,,,,,,,,',
      'table-three,Three,x,,,,,,,,,,,surplus',
    ].join('\n');
    const answer = await taken(csv(text.replace('=HYPERLINK("x")', '"=HYPERLINK(""x"")"')));
    expect(answer).toMatchObject({ total: 5, created: 2, refused: 3, status: 'done', dryRun: false, format: 'csv' });
    expect(answer.refusedRows).toMatchObject([
      { row: 3, key: 'Bad Slug' },
      { row: 6, key: 'table-one', problems: [{ code: 'repeated' }] },
      { row: 7, key: 'table-three', problems: [{ code: 'surplus_cells' }] },
    ]);
    const wrong = answer.refusedRows[0]?.problems.map(({ pointer }) => pointer).toSorted();
    expect(wrong).toEqual(
      [
        '/install_command',
        '/interfaces',
        '/name',
        '/pricing_model',
        '/read_at',
        '/slug',
        '/vendor_domain',
        '/website',
      ].toSorted(),
    );
    expect(answer.refusedRows[0]?.problems.find(({ pointer }) => pointer === '/name')).toMatchObject({
      code: 'required',
    });
    expect(await toolAt('table-one')).toMatchObject({ name: 'Table One', verification: { level: 'listed' } });
    expect(await toolAt('table-two')).toMatchObject({ summary: '=HYPERLINK("x")', verification: { level: 'none' } });
  });

  it('leaves alone what another origin holds', async () => {
    const answer = await taken(csv('slug,name,summary\nreact,Not React,x\n'));
    expect(answer.refusedRows).toMatchObject([{ row: 2, key: 'react', problems: [{ code: 'slug_taken' }] }]);
    expect(await toolAt('react')).toMatchObject({ name: 'React' });
  });
});

describe('POST /api/imports/catalog · the MCP registry', () => {
  it('takes the newest of several versions; the others say which row is newer', async () => {
    const name = 'io.github.acme/several';
    const answer = await taken(
      registry(serverOf(name, '1.2.0'), serverOf(name, '1.10.0'), serverOf(name, '1.9.0'), serverOf(name, '1.10.0')),
    );
    expect(counts(answer)).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 1 });
    expect(answer).toMatchObject({ total: 4, superseded: 2 });
    expect(answer.refusedRows).toMatchObject([
      { row: 4, problems: [{ code: 'repeated', detail: 'row 2 of this file has the same key' }] },
    ]);
    const detail = 'row 2 has a newer version of this server';
    expect(await rowsOf(answer, 'superseded')).toEqual([
      { row_number: 1, problems: [{ pointer: '/version', code: 'older_version', detail }] },
      { row_number: 3, problems: [{ pointer: '/version', code: 'older_version', detail }] },
    ]);
  });

  it('never puts an older version over a newer one that is stored', async () => {
    const name = 'io.github.acme/stored';
    await taken(registry(serverOf(name, '2.0.0', { title: 'Two' })));
    const older = await taken(registry(serverOf(name, '1.0.0', { title: 'One' })));
    expect(older).toMatchObject({ refused: 0, superseded: 1, refusedRows: [] });
    expect(await rowsOf(older, 'superseded')).toMatchObject([{ row_number: 1, problems: [{ code: 'older_version' }] }]);
    expect(await toolAt('io-github-acme-stored')).toMatchObject({ name: 'Two' });
    expect(counts(await taken(registry(serverOf(name, '2.1.0', { title: 'New' }))))).toMatchObject({ updated: 1 });
    expect(await toolAt('io-github-acme-stored')).toMatchObject({ name: 'New' });
  });

  it('gives two servers whose names read alike a slug each, and keeps them', async () => {
    const [one, two] = [serverOf('io.github.like/a-b', '1.0.0'), serverOf('io.github.like-a/b', '1.0.0')];
    expect(counts(await taken(registry(one)))).toMatchObject({ created: 1 });
    expect(counts(await taken(registry(two, one)))).toEqual({ created: 1, updated: 0, unchanged: 1, refused: 0 });
    expect(counts(await taken(registry(one, two)))).toEqual({ created: 0, updated: 0, unchanged: 2, refused: 0 });
    const slugs = await query<{ slug: string }>(
      app.databaseUrl,
      `select slug from tool where slug like 'io-github-like-a-b%' order by 1`,
    );
    expect(slugs.map(({ slug }) => slug)).toEqual([
      'io-github-like-a-b',
      expect.stringMatching(/^io-github-like-a-b-[0-9a-f]{8}$/),
    ]);
  });

  it('finds a server without a date unchanged on another day', async () => {
    const file = registry(serverOf('io.github.acme/undated', '1.0.0'));
    expect(counts(await taken(file))).toMatchObject({ created: 1 });
    app.clock.move(3 * 86_400_000);
    await proveAgain(app, { cookie: reviewer }, app.credentials.users.reviewer.password);
    expect(counts(await taken(file))).toMatchObject({ unchanged: 1 });
  });
});

describe('POST /api/imports/catalog · weekly downloads', () => {
  const downloads = (text: unknown, day = '2026-08-16'): CatalogFile => ({
    format: 'npm-downloads',
    name: `npm-weekly-downloads-${day}.json`,
    text: typeof text === 'string' ? text : JSON.stringify(text),
  });

  it('become public-source figures of the tools that list the package, with a day and a source', async () => {
    await taken(csv('slug,name,summary,npm\nmeasured,Measured,x,measured-package;second-package\n'));
    const before = await versionOf('measured');
    const answer = await taken(downloads({ 'measured-package': 1200, '@no.such/_package': 5 }));
    expect(counts(answer)).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 1 });
    expect(answer.refusedRows).toMatchObject([{ row: 2, key: '@no.such/_package', problems: [{ code: 'no_tool' }] }]);
    expect(await toolAt('measured')).toMatchObject({
      measures: [
        {
          kind: 'npm_weekly_downloads',
          subject: 'npm:measured-package',
          value: 1200,
          label: 'public-source',
          asOf: '2026-08-16',
          source: expect.stringContaining('npm-weekly-downloads-2026-08-16.json'),
        },
      ],
      proof: [{ signal: 'public_source', label: 'public-source' }],
    });
    expect(await versionOf('measured')).toBeGreaterThan(before);
    const changes = await query(
      app.databaseUrl,
      `select change, fields from catalog_change where slug = 'measured' order by version desc limit 1`,
    );
    expect(changes).toEqual([{ change: 'updated', fields: ['measures'] }]);
  });

  it('of an older day never replace a newer one; the same file changes nothing, a corrected one does', async () => {
    await taken(csv('slug,name,summary,npm\nmeasured-often,Often,x,often-package\n'));
    await taken(downloads({ 'often-package': 10 }, '2026-08-16'));
    const version = await versionOf('measured-often');
    expect(counts(await taken(downloads({ 'often-package': 10 }, '2026-08-16')))).toMatchObject({ unchanged: 1 });
    expect(await versionOf('measured-often')).toBe(version);
    expect(counts(await taken(downloads({ 'often-package': 5 }, '2026-08-09')))).toMatchObject({ updated: 1 });
    expect(await toolAt('measured-often')).toMatchObject({ measures: [{ value: 10, asOf: '2026-08-16' }] });
    expect(counts(await taken(downloads({ 'often-package': 11 }, '2026-08-16')))).toMatchObject({ updated: 1 });
    expect(await toolAt('measured-often')).toMatchObject({ measures: [{ value: 11 }] });
  });

  it('go with the package that the tool no longer lists', async () => {
    await taken(csv('slug,name,summary,npm\nrenamed,Renamed,x,old-package\n'));
    await taken(downloads({ 'old-package': 10 }));
    await taken(csv('slug,name,summary,npm\nrenamed,Renamed,x,new-package\n'));
    expect(await toolAt('renamed')).toMatchObject({ measures: [] });
  });

  it.each([
    ['-1', '/downloads'],
    ['1.5', '/downloads'],
    ['1e400', '/downloads'],
    ['9007199254740993', '/downloads'],
    ['"12"', '/downloads'],
    ['null', '/downloads'],
    ['{}', '/downloads'],
  ])('that are %s are refused', async (value, pointer) => {
    const answer = await taken(downloads(`{"react": ${value}}`));
    expect(answer.refusedRows).toMatchObject([{ key: 'react', problems: [{ pointer }] }]);
  });

  it.each(['', ' ', 'a b', '../x', '@a', 'x'.repeat(215), 'constructor/x'])('of %j are of no package', async (name) => {
    const answer = await taken(downloads({ [name]: 1 }));
    expect(answer.refusedRows[0]?.problems[0]).toMatchObject({ pointer: '/name', code: 'pattern' });
  });
});

const versionOf = async (slug: string) =>
  Number(
    (await query<{ version: string }>(app.databaseUrl, 'select version from tool where slug = $1', [slug]))[0]?.version,
  );

/** How many servers of the registry's first seed are taken and refused. */
const SEED = { 'in the repository': [10, 2], 'beside the repository': [464, 7] };

describe('POST /api/imports/catalog · a figure that is likely a mistake of its source', () => {
  const figures = (value: number, day: string): CatalogFile => ({
    format: 'npm-downloads',
    name: `npm-weekly-downloads-${day}.json`,
    text: JSON.stringify({ 'held-package': value }),
  });
  const stored = async () =>
    (
      await query<{ value: string }>(
        app.databaseUrl,
        `select value from tool_measure where subject = 'npm:held-package'`,
      )
    ).map(({ value }) => Number(value));
  const send = async (file: CatalogFile, fields: Record<string, string> = {}) =>
    (await importFile(app, reviewer, file, fields)).body;

  it('waits for a reviewer: a zero and a jump of more than tenfold, until they are accepted', async () => {
    await taken(csv('slug,name,summary,npm\nheld,Held,x,held-package\n'));
    expect(await send(figures(0, '2026-08-01'))).toMatchObject({ created: 0, held: 1, refused: 0 });
    expect(await stored()).toEqual([]);
    await send(figures(1200, '2026-08-02'));
    for (const [value, code] of [
      [0, 'zero'],
      [12_001, 'jump'],
      [119, 'jump'],
    ] as const) {
      const answer = await send(figures(value, '2026-08-09'));
      expect(answer).toMatchObject({ total: 1, created: 0, updated: 0, unchanged: 0, held: 1, refused: 0 });
      expect(answer.heldRows).toMatchObject([{ row: 1, key: 'held-package', problems: [{ code }] }]);
      expect(await stored()).toEqual([1200]);
      const [row] = await query(
        app.databaseUrl,
        'select outcome, problems from catalog_import_row where import_id = $1',
        [answer.id?.slice(4)],
      );
      expect(row).toMatchObject({ outcome: 'held', problems: [{ code }] });
    }
    expect(await send(figures(12_000, '2026-08-09'))).toMatchObject({ updated: 1, held: 0 });
    expect(await send(figures(1_200, '2026-08-10'))).toMatchObject({ updated: 1, held: 0 });
    expect(await send(figures(0, '2026-08-16'), { acceptHeld: 'true' })).toMatchObject({ updated: 1, held: 0 });
    expect(await stored()).toEqual([0]);
    expect(await send(figures(0, '2026-08-17'))).toMatchObject({ updated: 1, held: 0 });
    const reply = await importFile(app, reviewer, figures(1, '2026-08-18'), { acceptHeld: 'perhaps' });
    expect([reply.status, reply.body.errors?.[0]?.pointer]).toEqual([400, '/acceptHeld']);
  });
});

describe.each(sampleSets())('the sample files $set', ({ set, folder }) => {
  it.each([
    { format: 'mcp-registry', file: 'catalog/mcp-registry/seed_2025_05_16.json', shares: SEED[set] },
    { format: 'npm-downloads', file: 'adoption/npm-weekly-downloads-2026-08-16.json', shares: null },
  ])('of $format are taken whole; each refused row says why, and a second time nothing changes', async (sample) => {
    const { format, shares } = sample;
    const file = { format, name: path.basename(sample.file), text: readFileSync(path.join(folder, sample.file)) };
    const first = await taken(file);
    expect(first.created + first.updated + first.unchanged + first.superseded + first.held + first.refused).toBe(
      first.total,
    );
    if (shares) expect([first.created, first.refused]).toEqual(shares);
    const rows = await query<{ outcome: string; problems: unknown[] }>(
      app.databaseUrl,
      'select outcome, problems from catalog_import_row where import_id = $1',
      [first.id?.slice(4)],
    );
    expect(rows).toHaveLength(first.total);
    for (const { outcome, problems } of rows)
      expect(problems.length > 0).toBe(['refused', 'held', 'superseded'].includes(outcome));
    const versions = await query(app.databaseUrl, 'select version from catalog_head');
    expect(counts(await taken(file))).toEqual({
      created: 0,
      updated: 0,
      unchanged: first.total - first.refused - first.held - first.superseded,
      refused: first.refused,
    });
    expect(await query(app.databaseUrl, 'select version from catalog_head')).toEqual(versions);
  });
});

describe('POST /api/imports/catalog · a dry run', () => {
  it('answers what the import would do, row by row, and leaves every table as it was', async () => {
    const text = `${toolTable(450, 'dry')}react,Not React,x\nBad,,\n`;
    const before = [await countRows(app), await query(app.databaseUrl, 'select * from catalog_head')];
    const dry = await taken(csv(text), { dryRun: 'true' });
    expect([await countRows(app), await query(app.databaseUrl, 'select * from catalog_head')]).toEqual(before);
    expect(dry).toMatchObject({ id: null, dryRun: true, total: 452, created: 450, refused: 2 });
    const real = await taken(csv(text));
    expect(counts(real)).toEqual(counts(dry));
    expect(real.refusedRows).toEqual(dry.refusedRows);
    const again = await taken(csv(text), { dryRun: 'true' });
    expect(counts(again)).toEqual({ created: 0, updated: 0, unchanged: 450, refused: 2 });
  });
});

describe('POST /api/imports/catalog · refusals', () => {
  const good = csv('slug,name,summary\nrefusals,Refusals,x\n');

  it('are 401 without a session and 403 for a person who is no reviewer, for a token and for another origin', async () => {
    const owner = await signIn(app, app.credentials.users.owner);
    expect((await importFile(app, '', good)).body).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await importFile(app, owner, good)).body).toMatchObject({ code: 'NOT_A_MEMBER' });
    const url = `${app.url}/api/imports/catalog`;
    expect((await ask(url, { body: 'x', token: app.credentials.workflowToken })).body).toMatchObject({
      code: 'SESSION_REQUIRED',
    });
    const elsewhere = { origin: 'https://elsewhere.example' };
    expect((await ask(url, { body: 'x', cookie: reviewer, headers: elsewhere })).body).toMatchObject({
      code: 'CROSS_ORIGIN',
    });
    expect(await toolAt('refusals')).toBeNull();
  });

  it('say which field of the form is wrong', async () => {
    const reply = await importFile(
      app,
      reviewer,
      { ...good, format: 'xml' },
      { dryRun: 'perhaps', asOf: '2026-02-30' },
    );
    expect(reply.status).toBe(400);
    expect(reply.body.errors?.map(({ pointer }) => pointer)).toEqual(['/format', '/dryRun', '/asOf']);
    const unknown = await importFile(app, reviewer, good, { actor: 'somebody' });
    expect(unknown.body.errors).toMatchObject([{ pointer: '/actor', code: 'unknown_field' }]);
  });

  it.each([
    ['mcp-registry', '[{"__proto__":{"reviewer":true}}]', 'prototype_key'],
    ['mcp-registry', '{"servers":', 'malformed_json'],
    ['npm-downloads', '{"react":1,"react":2}', 'duplicate_key'],
    ['mcp-registry', '['.repeat(50_000), 'too_deep'],
    ['csv', 'slug,name,summary,evil\n', 'unknown_column'],
  ])('of a %s file say what is wrong and store nothing', async (format, text, code) => {
    const before = await countRows(app);
    const reply = await importFile(app, reviewer, { format, name: 'x-2026-01-01.json', text });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([{ pointer: '/file', code }]);
    expect(await countRows(app)).toEqual(before);
  });

  it('answer 413 beyond 10 MiB', async () => {
    const reply = await importFile(app, reviewer, csv(`slug,name,summary\n${'x'.repeat(10 * 1024 * 1024)}`));
    expect([reply.status, reply.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});
