import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importReaders } from '../../server/app/imports.js';
import { importCatalog } from '../../server/directory/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { type ImportAnswer, importFile, toolTable } from '../setup/catalog-file.js';
import { query } from '../setup/database.js';
import { sampleSets } from '../setup/samples.js';

let app: TestApp;
let reviewer: string;
beforeAll(async () => {
  app = await startApp();
  reviewer = await signIn(app, app.credentials.users.reviewer);
});
afterAll(() => app.close());

const upload = (text: string) => importFile(app, reviewer, { format: 'csv', name: 'tools.csv', text });
const counts = ({ created, updated, unchanged, refused }: ImportAnswer) => ({ created, updated, unchanged, refused });
const toolsOf = async (prefix: string) =>
  (
    await query<{ rows: number }>(app.databaseUrl, 'select count(*)::int as rows from tool where slug like $1', [
      `${prefix}-%`,
    ])
  )[0]?.rows;

describe('an import', () => {
  it('that fails between two runs of rows keeps the whole runs, says so, and is completed by the same file', async () => {
    const { databaseUrl } = app;
    await query(
      databaseUrl,
      `alter table tool add constraint fail_at_430 check (case when slug = 'torn-430' then 1 / (length(slug) - 8) end is null) not valid`,
    );
    const failed = await upload(toolTable(900, 'torn'));
    expect(failed.status).toBe(500);
    expect(failed.text).not.toContain('zero');
    expect(await toolsOf('torn')).toBe(400);
    const [left] = await query(
      databaseUrl,
      `select id, status, total, created, refused from catalog_import order by id desc limit 1`,
    );
    expect(left).toMatchObject({ status: 'failed', total: 900, created: 400, refused: 0 });
    const rows = await query(databaseUrl, 'select count(*)::int as rows from catalog_import_row where import_id = $1', [
      left?.id,
    ]);
    expect(rows).toEqual([{ rows: 400 }]);
    await query(databaseUrl, 'alter table tool drop constraint fail_at_430');
    expect(counts((await upload(toolTable(900, 'torn'))).body)).toEqual({
      created: 500,
      updated: 0,
      unchanged: 400,
      refused: 0,
    });
    expect(await toolsOf('torn')).toBe(900);
  });

  it('whose process died is called failed by the next one, with what it had counted', async () => {
    const [stalled] = await query<{ id: string }>(
      app.databaseUrl,
      `insert into catalog_import (id, format, file_name, digest, status, total, created, actor, started_at, moved_at)
       values (gen_random_uuid(), 'csv', 'x', 'x', 'running', 500, 200, 'operator', now() - interval '1 hour', now() - interval '30 minutes') returning id`,
    );
    await upload(toolTable(1, 'after-the-stalled'));
    const found = await query(
      app.databaseUrl,
      'select status, created, finished_at = moved_at as ended from catalog_import where id = $1',
      [stalled?.id],
    );
    expect(found).toEqual([{ status: 'failed', created: 200, ended: true }]);
  });

  it('beside another one of the same file neither waits for ever nor doubles a tool', async () => {
    const text = toolTable(700, 'twice');
    const [one, other] = await Promise.all([upload(text), upload(text)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body.created + other.body.created).toBe(700);
    expect(one.body.unchanged + other.body.unchanged).toBe(700);
    expect(await toolsOf('twice')).toBe(700);
  });

  it('is told apart from a third one by the process, which takes two at once', async () => {
    const replies = await Promise.all([1, 2, 3, 4].map((one) => upload(toolTable(300, `many-${one}`))));
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect((await upload(toolTable(1, 'many-after'))).status).toBe(200);
  });

  it('stands in the platform’s audit chain, a dry run does not', async () => {
    const entries = () =>
      query<{ action: string; actor: string; resource_id: string; changes: unknown }>(
        app.databaseUrl,
        `select e.action, e.actor, e.resource_id, v.changes from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id
         where e.action = 'catalog.import' order by e.sequence`,
      );
    const before = await entries();
    await importFile(
      app,
      reviewer,
      { format: 'csv', name: 'audit.csv', text: toolTable(1, 'audit') },
      { dryRun: 'true' },
    );
    const { body } = await importFile(app, reviewer, { format: 'csv', name: 'audit.csv', text: toolTable(1, 'audit') });
    expect((await entries()).slice(before.length)).toMatchObject([
      {
        actor: expect.stringMatching(/^usr_/),
        resource_id: body.id,
        changes: { format: [null, 'csv'], fileName: [null, 'audit.csv'], rows: [null, 1] },
      },
    ]);
  });
});

describe('a folder of startup credits', () => {
  const filesOf = (folder: string) =>
    globSync('**/*.yaml', { cwd: folder })
      .toSorted()
      .map((name) => ({ name: path.basename(name), bytes: readFileSync(path.join(folder, name)) }));
  const importFolder = (folder: string, dryRun: boolean) =>
    importCatalog(
      { readers: importReaders, em: app.app.platform.em, clock: app.clock },
      { format: 'startup-credits', files: filesOf(folder), name: 'vendors', asOf: null, dryRun, actor: 'operator' },
    );

  it.each(sampleSets('offers', 'startup-credits'))(
    '$set is taken whole; each refused row says why, and a second time nothing changes',
    async ({ folder }) => {
      const dry = await importFolder(folder, true);
      const first = await importFolder(folder, false);
      expect(dry.rows).toEqual(first.rows);
      expect(first.created).toBeGreaterThan(0);
      expect(first.total).toBeGreaterThanOrEqual(filesOf(folder).length);
      for (const { outcome, problems } of first.rows) expect(problems.length > 0).toBe(outcome === 'refused');
      const second = await importFolder(folder, false);
      expect(second).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: first.created + first.unchanged,
        refused: first.refused,
      });
    },
  );

  it('takes the file of an entity, the form of today, as it takes one of a vendor', async () => {
    const place = path.resolve(import.meta.dirname, '../samples/offers/startup-credits/entities/co/coefficient.yaml');
    const order = { format: 'startup-credits', name: 'coefficient.yaml', text: readFileSync(place, 'utf8') };
    const { body } = await importFile(app, reviewer, order);
    expect(body).toMatchObject({ total: 1, refused: 0, refusedRows: [] });
    const offers = await query(app.databaseUrl, 'select slug from offer where origin_key = $1', [
      'off_01m1v7h1k2dmfr5grdefvcz32d',
    ]);
    expect(offers).toEqual([{ slug: 'coefficient-first-year-startup-discount' }]);
  });

  it('has a row of its own for a file that is no text, and for one that is no vendor file', async () => {
    const report = await importCatalog(
      { readers: importReaders, em: app.app.platform.em, clock: app.clock },
      {
        format: 'startup-credits',
        files: [
          { name: 'a.yaml', bytes: Buffer.from([0xff, 0xfe]) },
          { name: 'b.yaml', bytes: Buffer.from('a: &x [*x]') },
        ],
        name: 'broken',
        asOf: null,
        dryRun: false,
        actor: 'operator',
      },
    );
    expect(report.rows).toMatchObject([
      { key: 'a.yaml', outcome: 'refused', problems: [{ code: 'not_utf8' }] },
      { key: 'b.yaml', outcome: 'refused', problems: [{ code: 'malformed_yaml' }] },
    ]);
  });
});
