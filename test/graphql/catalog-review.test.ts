import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { importFile, toolTable } from '../setup/catalog-file.js';
import { query } from '../setup/database.js';
import { makePerson } from '../setup/people.js';

let app: TestApp;
let reviewer: string;
beforeAll(async () => {
  app = await startApp();
  reviewer = await signIn(app, app.credentials.users.reviewer);
});
afterAll(() => app.close());

interface Reviewed {
  slug: string;
  revision: number;
  listed: boolean;
  editedAt: string | null;
  name: string;
  summary: string;
  install: { command: string | null };
  sources: { url: string; facts: string[] }[];
}
const FIELDS =
  'slug revision listed editedAt name summary install { command } pricing { model freeTier url } sources { url readAt facts }';
const ask = <T>(document: string, variables: Record<string, unknown> = {}, cookie = reviewer) =>
  askGraphql<T>(app, document, variables, { cookie });
const readTool = async (slug: string): Promise<Reviewed> => {
  const { data, errors } = await ask<{ catalogTool: Reviewed }>(
    `query ($slug: String!) { catalogTool(slug: $slug) { ${FIELDS} } }`,
    { slug },
  );
  if (!data) throw new Error(JSON.stringify(errors));
  return data.catalogTool;
};
const edit = (input: Record<string, unknown>, cookie = reviewer) =>
  ask<{ editTool: Reviewed }>(
    `mutation ($input: EditToolInput!) { editTool(input: $input) { ${FIELDS} } }`,
    { input },
    cookie,
  );
const setListed = (input: Record<string, unknown>, cookie = reviewer) =>
  ask<{ setToolListed: Reviewed }>(
    `mutation ($input: SetToolListedInput!) { setToolListed(input: $input) { ${FIELDS} } }`,
    { input },
    cookie,
  );
const isShown = async (slug: string) =>
  (await ask<{ tool: unknown }>('query ($slug: String!) { tool(slug: $slug) { id } }', { slug })).data !== null;
const csvImport = (text: string) => importFile(app, reviewer, { format: 'csv', name: 'tools.csv', text });

const source = { url: 'https://tool.example.com/about', readAt: '2026-11-01' };
const base = { reason: 'the page says so', source };
const audits = (action: string) =>
  query(
    app.databaseUrl,
    `select e.actor, e.revision, v.reason, v.changes from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id where e.action = $1 order by e.sequence`,
    [action],
  );

describe('imports of the catalog', () => {
  it('are listed newest first, each with its rows and reasons, page by page', async () => {
    await csvImport('slug,name,summary\nlisted-one,One,x\nBad,Bad,x\nlisted-two,Two,x\n');
    const { body } = await csvImport(`${toolTable(2, 'listed')}react,Not React,x\n`);
    const list = await ask<{ catalogImports: { items: { id: string; format: string }[]; nextCursor: string } }>(
      '{ catalogImports(limit: 1) { items { id format fileName status total created updated unchanged refused actor startedAt finishedAt } nextCursor } }',
    );
    expect(list.data?.catalogImports.items).toMatchObject([
      { id: body.id, format: 'csv', fileName: 'tools.csv', status: 'done', total: 3, created: 2, refused: 1 },
    ]);
    const cursor = list.data?.catalogImports.nextCursor;
    const next = await ask<{ catalogImports: { items: { total: number; refused: number }[] } }>(
      'query ($cursor: String) { catalogImports(limit: 1, cursor: $cursor) { items { total refused } } }',
      { cursor },
    );
    expect(next.data?.catalogImports.items).toEqual([{ total: 3, refused: 1 }]);
    const rowsOf = (variables: Record<string, unknown>) =>
      ask<{ catalogImportRows: { items: { row: number; key: string; outcome: string }[]; nextCursor: string | null } }>(
        `query ($importId: ID!, $outcome: String, $limit: Int! = 50, $cursor: String) { catalogImportRows(importId: $importId, outcome: $outcome, limit: $limit, cursor: $cursor)
          { items { row key outcome problems { pointer code detail } } nextCursor } }`,
        { importId: body.id, ...variables },
      );
    expect((await rowsOf({ outcome: 'refused' })).data?.catalogImportRows).toMatchObject({
      items: [{ row: 4, key: 'react', outcome: 'refused', problems: [{ code: 'slug_taken' }] }],
      nextCursor: null,
    });
    const first = await rowsOf({ limit: 2 });
    expect(first.data?.catalogImportRows.items.map(({ row }) => row)).toEqual([2, 3]);
    const rest = await rowsOf({ limit: 2, cursor: first.data?.catalogImportRows.nextCursor });
    expect(rest.data?.catalogImportRows).toMatchObject({ items: [{ row: 4 }], nextCursor: null });
  });

  it.each([
    ['catalogImport(importId: "imp_00000000-0000-7000-8000-000000000000") { id }', 'NOT_FOUND', undefined],
    ['catalogImport(importId: "imp_x") { id }', 'VALIDATION_FAILED', '/importId'],
    ['catalogImports(limit: 101) { nextCursor }', 'VALIDATION_FAILED', '/limit'],
    ['catalogImports(cursor: "x") { nextCursor }', 'VALIDATION_FAILED', '/cursor'],
    [
      'catalogImportRows(importId: "imp_00000000-0000-7000-8000-000000000000", outcome: "lost") { nextCursor }',
      'VALIDATION_FAILED',
      '/outcome',
    ],
    ['catalogTool(slug: "no-such-tool") { id }', 'NOT_FOUND', undefined],
  ])('refuse %s', async (field, code, pointer) => {
    const { errors } = await ask(`{ ${field} }`);
    expect([errors[0]?.extensions.code, errors[0]?.extensions.errors?.[0]?.pointer]).toEqual([code, pointer]);
  });
});

describe('setToolListed', () => {
  it('takes a tool out of the directory and puts it back, with an entry in the audit log', async () => {
    await csvImport(toolTable(1, 'hidden'));
    const slug = 'hidden-0';
    const { revision } = await readTool(slug);
    const out = await setListed({ slug, revision, listed: false, reason: 'it is gone' });
    expect(out.data?.setToolListed).toMatchObject({ listed: false });
    expect(await isShown(slug)).toBe(false);
    expect((await csvImport(toolTable(1, 'hidden'))).body.refusedRows).toMatchObject([
      { problems: [{ code: 'edited_by_a_person' }] },
    ]);
    expect(await isShown(slug)).toBe(false);
    const back = await setListed({
      slug,
      revision: out.data?.setToolListed.revision,
      listed: true,
      reason: 'it is back',
    });
    expect(back.data?.setToolListed).toMatchObject({ listed: true });
    expect(await isShown(slug)).toBe(true);
    expect(await audits('tool.list')).toMatchObject([
      { reason: 'it is gone', changes: { listed: [true, false] } },
      { reason: 'it is back', changes: { listed: [false, true] } },
    ]);
  });

  it('refuses a revision that is not the present one', async () => {
    const { revision } = await readTool('react');
    const { errors } = await setListed({ slug: 'react', revision: revision - 1, listed: false, reason: 'x' });
    expect(errors[0]?.extensions).toMatchObject({ code: 'STALE_REVISION', status: 409, revision });
    expect(await isShown('react')).toBe(true);
  });
});

describe('editTool', () => {
  it('corrects facts with their source; imports leave the record alone from then on', async () => {
    await csvImport(
      'slug,name,summary,website,free_tier,source_url,read_at\nwrong,Wrong,It is wrong.,https://old.example.com,Plenty,https://old.example.com,2026-01-01\n',
    );
    const before = await readTool('wrong');
    const { data, errors } = await edit({
      ...base,
      slug: 'wrong',
      revision: before.revision,
      summary: ' It is right. ',
      pricing: { model: 'free', freeTier: null },
      install: { kind: 'npm', command: 'npm install wrong' },
    });
    expect(errors).toEqual([]);
    expect(data?.editTool).toMatchObject({
      name: 'Wrong',
      summary: 'It is right.',
      pricing: { model: 'free', freeTier: null, url: null },
      install: { command: 'npm install wrong' },
      editedAt: expect.any(String),
      sources: [
        { url: 'https://old.example.com', facts: ['slug', 'name', 'website'] },
        { url: source.url, readAt: source.readAt, facts: ['summary', 'pricing.model', 'pricing.freeTier', 'install'] },
      ],
    });
    expect(await audits('tool.edit')).toMatchObject([
      {
        revision: data?.editTool.revision,
        reason: base.reason,
        changes: {
          summary: ['It is wrong.', 'It is right.'],
          'pricing.model': ['unknown', 'free'],
          'pricing.freeTier': ['Plenty', null],
          install: [null, { kind: 'npm', command: 'npm install wrong' }],
        },
      },
    ]);
    const again = await csvImport('slug,name,summary\nwrong,Wrong,It is wrong again.\n');
    expect(again.body.refusedRows).toMatchObject([{ key: 'wrong', problems: [{ code: 'edited_by_a_person' }] }]);
    expect((await readTool('wrong')).summary).toBe('It is right.');
    const shown = await ask<{ tool: { summary: string } }>('{ tool(slug: "wrong") { summary } }');
    expect(shown.data?.tool.summary).toBe('It is right.');
  });

  it('that changes nothing leaves the record open to imports', async () => {
    await csvImport(toolTable(1, 'same'));
    const { revision, name } = await readTool('same-0');
    const { data } = await edit({ ...base, slug: 'same-0', revision, name });
    expect(data?.editTool).toMatchObject({ revision, editedAt: null });
  });

  it('of a tool that was taken out does not put it back', async () => {
    await csvImport(toolTable(1, 'taken-out'));
    const { revision } = await readTool('taken-out-0');
    const out = await setListed({ slug: 'taken-out-0', revision, listed: false, reason: 'it is gone' });
    const now = out.data?.setToolListed.revision;
    const { data } = await edit({ ...base, slug: 'taken-out-0', revision: now, summary: 'Corrected.' });
    expect(data?.editTool).toMatchObject({ listed: false, summary: 'Corrected.' });
    expect(await isShown('taken-out-0')).toBe(false);
  });

  it('that was read before another user’s is stale, and one of two at once loses', async () => {
    await csvImport(toolTable(1, 'raced'));
    const { revision } = await readTool('raced-0');
    const replies = await Promise.all(['One', 'Two'].map((name) => edit({ ...base, slug: 'raced-0', revision, name })));
    const codes = replies.map(({ errors }) => errors[0]?.extensions.code ?? 'ok').toSorted();
    expect(codes).toEqual(['STALE_REVISION', 'ok']);
  });

  it.each([
    [{ summary: '' }, '/summary'],
    [{ name: null }, '/name'],
    [{ name: 'a\u0000b' }, '/name'],
    [{ website: 'http://plain.example.com' }, '/website'],
    [{ website: 'javascript:alert(1)' }, '/website'],
    [{ pricing: { model: 'cheap' } }, '/pricing/model'],
    [{ maturity: 'ripe' }, '/maturity'],
    [{ interfaces: ['telepathy'] }, '/interfaces/0'],
    [{ environment: ['not a name'] }, '/environment/0'],
    [{ categories: ['Not A Word'] }, '/categories/0'],
    [{ docs: { openapi: 'ftp://x' } }, '/docs/openapi'],
    [{ vendor: { domain: 'not a domain' } }, '/vendor/domain'],
    [{ install: { kind: 'magic', command: 'x' } }, '/install/kind'],
    [{ summary: 'x', source: { url: 'https://a.example.com', readAt: '2026-02-30' } }, '/source/readAt'],
    [{ summary: 'x', source: { url: 'file:///etc/passwd', readAt: '2026-02-01' } }, '/source/url'],
    [{ summary: 'x', reason: ' ' }, '/reason'],
    [{ origin: 'starter' }, '/origin'],
  ])('refuses %j with a pointer', async (wrong, pointer) => {
    const { revision } = await readTool('react');
    const { errors } = await edit({ ...base, slug: 'react', revision, ...wrong });
    expect(errors[0]?.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: expect.stringContaining(pointer) }],
    });
    expect((await readTool('react')).revision).toBe(revision);
  });
});

describe('a closed set in a correction', () => {
  const codesOf = async (wrong: Record<string, unknown>): Promise<unknown> => {
    const { revision } = await readTool('react');
    const { errors } = await edit({ ...base, slug: 'react', revision, ...wrong });
    return errors[0]?.extensions.errors;
  };

  it('is an enum whose wrong values have the code of the form, beside every other problem', async () => {
    expect(await codesOf({ maturity: 'ripe', interfaces: ['rest', 'telepathy'], summary: '' })).toMatchObject([
      { pointer: '/summary', code: 'required' },
      { pointer: '/maturity', code: 'not_allowed' },
      { pointer: '/interfaces/1', code: 'not_allowed' },
    ]);
    expect(await codesOf({ maturity: 7 })).toMatchObject([{ pointer: '/maturity', code: 'wrong_type' }]);
    expect(await codesOf({ install: { kind: ' ', command: 'x' } })).toMatchObject([
      { pointer: '/install/kind', code: 'required' },
    ]);
  });
});

describe('the reviewer’s role', () => {
  const everything = (revision: number, cookie: string) => [
    ask('{ catalogImports { nextCursor } }', {}, cookie),
    ask('{ catalogImport(importId: "imp_00000000-0000-7000-8000-000000000000") { id } }', {}, cookie),
    ask('{ catalogImportRows(importId: "imp_00000000-0000-7000-8000-000000000000") { nextCursor } }', {}, cookie),
    ask('{ catalogTool(slug: "react") { id } }', {}, cookie),
    setListed({ slug: 'react', revision, listed: false, reason: 'x' }, cookie),
    edit({ ...base, slug: 'react', revision, summary: 'x' }, cookie),
  ];

  it('is needed for all of it', async () => {
    const { revision } = await readTool('react');
    const owner = await signIn(app, app.credentials.users.owner);
    for (const { errors } of await Promise.all(everything(revision, owner)))
      expect(errors[0]?.extensions.code).toBe('NOT_A_MEMBER');
    for (const { errors } of await Promise.all(everything(revision, '')))
      expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('is gone at once when it is taken', async () => {
    const { revision } = await readTool('react');
    const person = await makePerson(app);
    const set = (is: boolean) =>
      query(app.databaseUrl, 'update auth."user" set reviewer = $1 where id = $2', [is, person.id.slice(4)]);
    await set(true);
    expect((await ask('{ catalogTool(slug: "react") { id } }', {}, person.cookie)).errors).toEqual([]);
    await set(false);
    for (const { errors } of await Promise.all(everything(revision, person.cookie)))
      expect(errors[0]?.extensions.code).toBe('NOT_A_MEMBER');
    expect((await importFile(app, person.cookie, { format: 'csv', text: toolTable(1, 'lost') })).body).toMatchObject({
      code: 'NOT_A_MEMBER',
    });
    expect((await readTool('react')).revision).toBe(revision);
  });
});
