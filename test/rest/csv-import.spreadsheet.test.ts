import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCsvImporter } from '../../server/tracking/csv/csv-import.job.js';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import {
  checkCsv,
  confirmCsv,
  type Importer,
  type MappedValue,
  stateOfCsv,
  type Times,
  uploadCsv,
} from '../setup/csv.js';
import { query } from '../setup/database.js';
import { runDueJobs } from '../setup/jobs.js';
import { makeCompany } from '../setup/people.js';

let app: TestApp;
let owner: Importer;
beforeAll(async () => {
  app = await startApp();
  owner = { app, cookie: await signIn(app, app.credentials.users.owner) };
});
afterAll(() => app.close());

const HEADER = 'event_name,developer_id,occurredAt,idempotencyKey';
const BERLIN = { form: 'day_month_year', zone: 'Europe/Berlin' };
const table = (...rows: string[]): string => [HEADER, ...rows, ''].join('\n');

/** Uploads a file and checks it as it is suggested, with what is chosen beside. */
async function check(file: string, chosen: { values?: MappedValue[]; times?: Times | null } = {}) {
  const { body } = await uploadCsv(owner, file);
  const mapping = body.columns.includes('occurredAt') ? body.suggestedMapping : [];
  const reply = await checkCsv(owner, body.importId, mapping, [], chosen);
  return { importId: body.importId, check: reply.data?.checkCsvImport, errors: reply.errors };
}

async function importChecked(importId: string): Promise<void> {
  await confirmCsv(owner, importId, 1);
  const importer = await openCsvImporter({ databaseUrl: app.databaseUrl, log: app.app.platform.log });
  await runDueJobs(app, [importer.job]);
  await importer.close();
}

describe('a CSV file of a spreadsheet', () => {
  it.each([
    ['\uFEFFsep=;\r\n', ';'],
    ['sep=\t\n', '\t'],
    ['"sep=|"\n', '|'],
    ['sep=; \r\n', ';'],
    ['sep = ;\n', ';'],
    ['sep=\r\n', ';'],
  ])('may begin with %j, which is no row', async (first, delimiter) => {
    const lines = ['event_name', 'developer_id', 'occurredAt', 'idempotencyKey'].join(delimiter);
    const file = `${first}${lines}\n${['FIRST_API_CALL', 'guest', '', randomUUID()].join(delimiter)}\n`;
    const { body } = await uploadCsv(owner, file);
    expect(body).toMatchObject({ delimiter, rows: 1, columns: HEADER.split(',') });
    const checked = (await checkCsv(owner, body.importId, body.suggestedMapping)).data?.checkCsvImport;
    expect(checked?.problems).toMatchObject([{ row: 2 }]);
  });

  it.each([
    ['the comment lines of an earlier export', '# organization,org_1\n# label,first-party\nday,events\n2026-11-01,2\n'],
    ['such lines without the first of them', '# label,first-party\n# as of,2026-11-30\nday,events\n2026-11-01,2\n'],
    ['such lines with colons', '# label: first-party\nday,events\n2026-11-01,2\n'],
    ['such lines of a product', '\uFEFF#product: acme-api\r\nday,events\r\n2026-11-01,2\r\n'],
    ['the export of adoption', 'developerId,events,firstSeen,label,from,to\nd1,2,,first-party,2026-11-01,2026-11-30\n'],
    ['its events', 'eventId,idempotencyKey,event_name,receivedAt,label,vendorOwnDomain,from,to\n1,2,3,4,5,6,7,8\n'],
    [
      'the list of events',
      '\uFEFFEvent,Outcome,Problem,Product,Developer,Account,Family,Source,Label,Tracking key,Idempotency key,Received\n1,2,3,4,5,6,7,8,9,10,11,12\n',
    ],
  ])('that is %s is refused with the word for it', async (_what, file) => {
    const { status, body } = await uploadCsv(owner, file);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      {
        pointer: '/file',
        code: 'own_export',
        detail: 'this is an export of DAI: the events that it tells of are stored here already',
      },
    ]);
  });

  it('has its times read in the form and time zone that a person chose once, and says which cells are none', async () => {
    const key = randomUUID();
    const file = table(
      `FIRST_API_CALL,dev_1,25.11.2025 10:00,${key}-1`,
      `FIRST_API_CALL,dev_2,25.07.2025 10:00,${key}-2`,
      `FIRST_API_CALL,dev_3,2025-11-25T10:00:00Z,${key}-3`,
      `FIRST_API_CALL,dev_4,11/25/2025,${key}-4`,
    );
    const without = await check(file);
    expect(without.check?.counts).toMatchObject({ taken: 1, refused: 3 });
    const { importId, check: checked } = await check(file, { times: BERLIN });
    expect(checked?.counts).toMatchObject({ taken: 3, refused: 1 });
    expect(checked?.causes).toMatchObject([
      {
        code: 'time_form',
        column: 'occurredAt',
        value: '11/25/2025',
        rows: 1,
        firstRow: 5,
        detail: 'this is no time of the chosen form, such as 25.11.2026 10:00',
      },
    ]);
    await importChecked(importId);
    const stored = await query<{ occurred_at: string }>(
      app.databaseUrl,
      `select to_char(occurred_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as occurred_at from tracking_event
       where idempotency_key like $1 order by idempotency_key`,
      [`csv:${key}-%`],
    );
    expect(stored.map((row) => row.occurred_at)).toEqual(['2025-11-25 09:00', '2025-07-25 08:00', '2025-11-25 10:00']);
    expect((await stateOfCsv(owner, importId)).counts).toMatchObject({ taken: 3, refused: 1 });
  });

  it.each(['PST', '+02:00', 'Mars/Base'])('has no times in %s, which is no name of the IANA list', async (zone) => {
    const { errors } = await check(table('FIRST_API_CALL,d,,k'), { times: { form: 'day_month_year', zone } });
    expect(errors[0]?.extensions.errors).toMatchObject([{ pointer: '/times/zone', code: 'time_zone' }]);
  });

  it('has its values mapped to ours, each with its cause and count before', async () => {
    const key = randomUUID();
    const rows = [
      ...Array.from({ length: 3 }, (_row, index) => `first call,dev_${index},,${key}-a${index}`),
      ...Array.from({ length: 2 }, (_row, index) => `key made,dev_${index},,${key}-b${index}`),
      `FIRST_API_CALL,dev_9,,${key}-c`,
    ];
    const before = await check(table(...rows));
    expect(before.check?.causes.filter(({ pointer }) => pointer === '/event_name')).toMatchObject([
      { column: 'event_name', value: 'first call', rows: 3, firstRow: 2 },
      { column: 'event_name', value: 'key made', rows: 2, firstRow: 5 },
    ]);
    const values = [
      { member: 'event_name', from: 'first call', to: 'FIRST_API_CALL' },
      { member: 'event_name', from: 'key made', to: 'API_KEY_CREATED' },
    ];
    const { importId, check: checked } = await check(table(...rows), { values });
    expect(checked).toMatchObject({ counts: { taken: 6, refused: 0 }, causes: [] });
    await importChecked(importId);
    const stored = await query(
      app.databaseUrl,
      'select event_name, count(*)::int as n from tracking_event where idempotency_key like $1 group by 1 order by 1',
      [`csv:${key}-%`],
    );
    expect(stored).toEqual([
      { event_name: 'API_KEY_CREATED', n: 2 },
      { event_name: 'FIRST_API_CALL', n: 4 },
    ]);
  });

  it.each([
    [
      'a member that has no few values',
      { member: 'developer_id', from: 'a', to: 'b' },
      '/values/0/member',
      'not_allowed',
    ],
    ['no value of the file', { member: 'source', from: ' ', to: 'b' }, '/values/0/from', 'required'],
    ['nothing that it becomes', { member: 'source', from: 'a', to: '' }, '/values/0/to', 'invalid'],
    ['more than 255 characters', { member: 'source', from: 'a', to: 'x'.repeat(256) }, '/values/0/to', 'invalid'],
  ])('maps no value with %s', async (_what, value, pointer, code) => {
    const { errors } = await check(table('FIRST_API_CALL,d,,k'), { values: [value] });
    expect(errors[0]?.extensions.errors).toMatchObject([{ pointer, code }]);
  });

  it('divides a cause by twenty values, repeats no private content, and cuts a value after 100 characters', async () => {
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const rows = [
      ...Array.from({ length: 25 }, (_row, index) => `bad name ${index},dev,,many-${index}`),
      `${'long '.repeat(50)},dev,,long`,
      `FIRST_API_CALL,${secret},,secret-1`,
      `bad ${secret},dev,${secret},secret-2`,
    ];
    const reply = await check(table(...rows), { times: BERLIN });
    const names = reply.check?.causes.filter(({ pointer, code }) => pointer === '/event_name' && code === 'pattern');
    expect(names?.filter(({ value }) => value !== null)).toHaveLength(20);
    expect(names?.find(({ value }) => value === null)?.rows).toBeGreaterThanOrEqual(5);
    expect(JSON.stringify(reply)).not.toContain(secret);
    expect(reply.check?.causes.every(({ value }) => (value?.length ?? 0) <= 100)).toBe(true);
  });

  it('warns of ids that a spreadsheet shortened to a power of ten, with the number of their rows', async () => {
    const { check: checked } = await check(
      [
        `${HEADER},campaignId`,
        'FIRST_API_CALL,dev_1,,1.23457E+12,',
        'FIRST_API_CALL,"1,5E+11",,k-2,',
        'FIRST_API_CALL,1e5x,,k-3,9.87654E+14',
        '',
      ].join('\n'),
    );
    expect(checked?.counts).toMatchObject({ taken: 3 });
    expect(checked?.warnings).toMatchObject([
      { pointer: '/idempotencyKey', code: 'scientific_notation', rows: 1 },
      { pointer: '/developer_id', code: 'scientific_notation', rows: 1 },
      { pointer: '/campaignId', code: 'scientific_notation', rows: 1 },
    ]);
  });

  it('with the header of an earlier one begins with what was chosen there, in its own organization alone', async () => {
    const header = `What,Who,When,Ref ${randomUUID()}`;
    const file = `${header}\nfirst call,dev_1,25.11.2025 10:00,r-1\n`;
    const first = await uploadCsv(owner, file, { fileName: 'october.csv' });
    expect(first.body).toMatchObject({ rememberedFrom: null, suggestedTimes: null, suggestedTimeForm: null });
    const [what = '', who = '', when = '', ref = ''] = header.split(',');
    const mapping = [
      { column: what, member: 'event_name' },
      { column: who, member: 'developer_id' },
      { column: when, member: 'occurredAt' },
      { column: ref, member: 'idempotencyKey' },
    ];
    const values = [{ member: 'event_name', from: 'first call', to: 'FIRST_API_CALL' }];
    const constants = [{ member: 'source', value: 'newsletter' }];
    await checkCsv(owner, first.body.importId, mapping, constants, { values, times: BERLIN });
    const next = await uploadCsv(owner, file.replace('r-1', 'r-2'), { fileName: 'november.csv' });
    expect(next.body).toMatchObject({
      suggestedMapping: mapping,
      suggestedConstants: constants,
      suggestedValues: values,
      suggestedTimes: BERLIN,
      suggestedTimeForm: 'day_month_year',
      rememberedFrom: 'october.csv',
    });
    const other = await makeCompany(app);
    const foreign = await uploadCsv({ ...other, app, cookie: other.owner.cookie }, file);
    expect(foreign.body).toMatchObject({ rememberedFrom: null, suggestedValues: [], suggestedTimes: null });
    const changed = await uploadCsv(owner, file.replace('What,Who', 'Who,What'));
    expect(changed.body.rememberedFrom).toBeNull();
  });
});
