import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/platform/clock.js';
import { type CsvImporter, openCsvImporter } from '../../server/tracking/csv/csv-import.job.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import {
  checkCsv,
  confirmCsv,
  csvOf,
  type Importer,
  type RowResult,
  startCsv,
  stateOfCsv,
  uploadCsv,
} from '../setup/csv.js';
import { query } from '../setup/database.js';

let app: TestApp;
let owner: Importer;
let importer: CsvImporter;
beforeAll(async () => {
  app = await startApp();
  owner = { app, cookie: await signIn(app, app.credentials.users.owner) };
  importer = await openCsvImporter({ databaseUrl: app.databaseUrl, log: app.app.platform.log });
});
afterAll(async () => {
  await importer.close();
  await app.close();
});

/** Does all waiting work, as the queue would. */
async function workOff(): Promise<void> {
  while (await importer.job.run({ ...app.app.platform, clock: systemClock }, {}));
}

const to = (column: string, member: string) => ({ column, member });

const stored = (prefix: string) =>
  query<{ idempotency_key: string; source: string; data_label: string; payload: Record<string, unknown> }>(
    app.databaseUrl,
    'select idempotency_key, source, data_label, payload from tracking_event where idempotency_key like $1 order by 1',
    [`csv:${prefix}%`],
  );

const problemsOf = async (importId: string, cursor: string | null = null, limit = 100) => {
  const reply = await askGraphql<{ csvImportProblems: { items: RowResult[]; nextCursor: string | null } }>(
    app,
    `query ($org: ID!, $id: ID!, $cursor: String, $limit: Int) { csvImportProblems(organizationId: $org, importId: $id, cursor: $cursor, limit: $limit) {
      items { row status problems { column pointer code detail } } nextCursor } }`,
    { org: app.credentials.organizationId, id: importId, cursor, limit },
    { cookie: owner.cookie },
  );
  return reply.data?.csvImportProblems ?? { items: [], nextCursor: null };
};

describe('a CSV file of events', () => {
  it('goes from upload over a dry-run that stores no event to events with their source and label', async () => {
    const file = [
      '\uFEFF"Event","User ID",Domain,When,"Event ID",Campaign,Plan,Notes',
      'FIRST_API_CALL,dev_1,customer.example,2026-10-01T10:00:00Z,happy-1,launch,"pro, yearly",private',
      'API_KEY_CREATED,dev_2,,,happy-2,,,',
      '',
    ].join('\r\n');
    const uploaded = await uploadCsv(owner, file, { fileName: 'events of October.csv' });
    expect(uploaded.status).toBe(201);
    expect(uploaded.body).toMatchObject({
      importId: expect.stringMatching(/^imp_/),
      fileName: 'events of October.csv',
      columns: ['Event', 'User ID', 'Domain', 'When', 'Event ID', 'Campaign', 'Plan', 'Notes'],
      rows: 2,
      delimiter: ',',
      suggestedMapping: [
        { column: 'Event', member: 'event_name' },
        { column: 'User ID', member: 'developer_id' },
        { column: 'Domain', member: 'account_domain' },
        { column: 'Event ID', member: 'idempotencyKey' },
        { column: 'Campaign', member: 'campaignId' },
      ],
    });
    expect(uploaded.body.sampleRows[0]).toEqual([
      'FIRST_API_CALL',
      'dev_1',
      'customer.example',
      '2026-10-01T10:00:00Z',
      'happy-1',
      'launch',
      'pro, yearly',
      'private',
    ]);
    const { importId, suggestedMapping } = uploaded.body;
    const mapping = [...suggestedMapping, to('When', 'occurredAt'), to('Plan', 'metadata.plan')];
    const checked = await checkCsv(owner, importId, mapping, [{ member: 'source', value: 'newsletter' }]);
    expect(checked.data?.checkCsvImport).toMatchObject({
      csvImport: { status: 'checked', revision: 1 },
      counts: { read: 2, taken: 2, duplicate: 0, ignored: 0, refused: 0 },
      problems: [],
      firstEvent: { idempotencyKey: 'csv:happy-1', metadata: { plan: 'pro, yearly' } },
    });
    expect(await stored('happy')).toHaveLength(0);

    const confirmed = await confirmCsv(owner, importId, 1);
    expect(confirmed.data?.confirmCsvImport).toMatchObject({ status: 'confirmed', counts: { read: 0 } });
    await workOff();
    expect(await stateOfCsv(owner, importId)).toMatchObject({
      status: 'done',
      rows: 2,
      counts: { read: 2, taken: 2, duplicate: 0, ignored: 0, refused: 0 },
    });
    const product = { id: app.credentials.productId, name: 'Demo API', type: 'api' };
    expect(await stored('happy')).toEqual([
      {
        idempotency_key: 'csv:happy-1',
        source: 'csv_import',
        data_label: 'sample',
        payload: {
          event_name: 'FIRST_API_CALL',
          developer_id: 'dev_1',
          account_domain: 'customer.example',
          occurredAt: '2026-10-01T10:00:00Z',
          idempotencyKey: 'csv:happy-1',
          product,
          context: { attribution: { campaignId: 'launch', source: 'newsletter' } },
          metadata: { plan: 'pro, yearly' },
        },
      },
      {
        idempotency_key: 'csv:happy-2',
        source: 'csv_import',
        data_label: 'sample',
        payload: {
          event_name: 'API_KEY_CREATED',
          developer_id: 'dev_2',
          idempotencyKey: 'csv:happy-2',
          product,
          context: { attribution: { source: 'newsletter' } },
        },
      },
    ]);
  });

  it('forgets the rows of the file when it is done', async () => {
    const importId = await startCsv(owner, csvOf(3, 'forgotten'));
    await workOff();
    const left = await query(app.databaseUrl, 'select 1 from csv_import_piece where import_id = $1', [
      importId.slice('imp_'.length),
    ]);
    expect(left).toHaveLength(0);
  });

  it('may be imported again: every row is a duplicate, also after the product was renamed', async () => {
    await startCsv(owner, csvOf(40, 'again'));
    await workOff();
    await query(app.databaseUrl, "update product set name = 'Renamed', version = version + 1 where product_id = $1", [
      app.credentials.productId,
    ]);
    const again = await startCsv(owner, csvOf(41, 'again'));
    await workOff();
    await query(app.databaseUrl, "update product set name = 'Demo API', version = version + 1 where product_id = $1", [
      app.credentials.productId,
    ]);
    expect((await stateOfCsv(owner, again)).counts).toEqual({
      read: 41,
      taken: 1,
      duplicate: 40,
      ignored: 0,
      refused: 0,
    });
    expect(await stored('again')).toHaveLength(41);
  });

  it('keeps the first of two rows that have one key and differ, and tells the other by its row and column', async () => {
    const file = csvOf(2, 'twice').replace('dev_1,customer.example,2026-10-01T00:00:00Z,twice-1', 'dev_9,,,twice-0');
    const { body } = await uploadCsv(owner, file);
    const checked = await checkCsv(owner, body.importId, body.suggestedMapping);
    const expected = [{ row: 3, status: 'conflict', problems: [{ column: 'idempotencyKey', code: 'repeated_key' }] }];
    expect(checked.data?.checkCsvImport.problems).toMatchObject(expected);
    await confirmCsv(owner, body.importId, 1);
    await workOff();
    const problems = await problemsOf(body.importId);
    expect(problems.items).toMatchObject([{ row: 3, status: 'conflict' }]);
    expect(problems.items[0]?.problems.map(({ column, pointer, code }) => [column, pointer, code])).toEqual([
      ['account_domain', '/account_domain', 'changed'],
      ['developer_id', '/developer_id', 'changed'],
      ['occurredAt', '/occurredAt', 'changed'],
    ]);
    expect((await stored('twice')).map(({ payload }) => payload.developer_id)).toEqual(['dev_0']);
  });

  it('tells every refused row with its column and never with a value, page by page', async () => {
    const file = [
      'event_name;developer_id;occurredAt;idempotencyKey;metadata',
      'FIRST_API_CALL;guest;2026-10-01T00:00:00Z;bad-1;',
      'NO_FAMILY_EVENT;dev_1;2026-10-01 10:00;bad-2;',
      'FIRST_API_CALL;dev_1;;bad-3;sk_live_51HsecretSecretSecretSecret',
      'FIRST_API_CALL;dev_1;;bad-4;fine',
      'FIRST_API_CALL;dev_1',
      'FIRST_API_CALL;dev_1;;;fine',
      '',
    ].join('\n');
    const { body } = await uploadCsv(owner, file);
    expect(body.delimiter).toBe(';');
    const mapping = [...body.suggestedMapping, to('metadata', 'metadata.note')];
    const checked = await checkCsv(owner, body.importId, mapping);
    expect(checked.data?.checkCsvImport.counts).toMatchObject({ read: 6, taken: 1, refused: 5 });
    await confirmCsv(owner, body.importId, 1);
    await workOff();
    const first = await problemsOf(body.importId, null, 3);
    const rest = await problemsOf(body.importId, first.nextCursor, 3);
    const reported = [...first.items, ...rest.items];
    expect(rest.nextCursor).toBeNull();
    expect(reported).toEqual(checked.data?.checkCsvImport.problems);
    const codes = reported.map(({ row, problems }) => [row, problems.map(({ column, code }) => `${column} ${code}`)]);
    expect(codes).toEqual([
      [2, ['developer_id placeholder']],
      [3, ['null family_required', 'occurredAt no_offset']],
      [4, ['metadata credential_value']],
      [6, ['null ragged_row']],
      [7, ['idempotencyKey required']],
    ]);
    const refusals = await query(app.databaseUrl, 'select r.*::text as row from csv_import_refusal r');
    expect(JSON.stringify([reported, refusals])).not.toMatch(/guest|NO_FAMILY|sk_live/);
    expect(await stored('bad')).toMatchObject([{ idempotency_key: 'csv:bad-4' }]);
  });

  it('stores a cell that looks like a formula as the text that it is', async () => {
    const file = `event_name,developer_id,idempotencyKey,note\nFIRST_API_CALL,dev_1,formula-1,"=HYPERLINK(""http://x.example"",""y"")"\nFIRST_API_CALL,+dev,formula-2,@SUM(1)\n`;
    const { body } = await uploadCsv(owner, file);
    await checkCsv(owner, body.importId, [...body.suggestedMapping, to('note', 'metadata.note')]);
    await confirmCsv(owner, body.importId, 1);
    await workOff();
    expect((await stored('formula')).map(({ payload }) => payload)).toMatchObject([
      { metadata: { note: '=HYPERLINK("http://x.example","y")' } },
      { developer_id: '+dev', metadata: { note: '@SUM(1)' } },
    ]);
  });

  it('stores nothing of an ignored product and reserves no key', async () => {
    const importId = await startCsv({ ...owner, productId: app.credentials.ignored.productId }, csvOf(5, 'ignored'));
    await workOff();
    expect((await stateOfCsv(owner, importId)).counts).toMatchObject({ read: 5, taken: 0, ignored: 5 });
    expect(await stored('ignored')).toHaveLength(0);
  });

  it('leaves what the mapping strips out of the event and says in how many rows', async () => {
    const file = 'event_name,developer_id,idempotencyKey,x\nFIRST_API_CALL,d,strip-1,1\nFIRST_API_CALL,d,strip-2,2\n';
    const { body } = await uploadCsv(owner, file);
    const checked = await checkCsv(owner, body.importId, [...body.suggestedMapping, to('x', 'metadata.import_batch')]);
    expect(checked.data?.checkCsvImport.warnings).toEqual([
      { column: 'x', pointer: '/metadata/import_batch', code: 'stripped', rows: 2 },
    ]);
    expect(checked.data?.checkCsvImport.firstEvent).not.toHaveProperty('metadata.import_batch');
  });
});

describe('csvImports', () => {
  it('lists the imports of the organization, newest first and page by page', async () => {
    const ids: string[] = [];
    for (let one = 0; one < 3; one += 1) ids.unshift((await uploadCsv(owner, csvOf(1, randomUUID()))).body.importId);
    const page = async (cursor: string | null) =>
      (
        await askGraphql<{ csvImports: { items: { id: string; expiresAt: string }[]; nextCursor: string | null } }>(
          app,
          'query ($org: ID!, $cursor: String) { csvImports(organizationId: $org, limit: 2, cursor: $cursor) { items { id expiresAt } nextCursor } }',
          { org: app.credentials.organizationId, cursor },
          { cookie: owner.cookie },
        )
      ).data?.csvImports;
    const first = await page(null);
    const second = await page(first?.nextCursor ?? null);
    const listed = [...(first?.items ?? []), ...(second?.items ?? [])].slice(0, 3);
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(listed.every(({ expiresAt }) => Date.parse(expiresAt) > Date.now())).toBe(true);
  });
});
