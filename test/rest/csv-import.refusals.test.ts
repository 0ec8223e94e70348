import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { checkCsv, confirmCsv, csvOf, type Importer, uploadCsv } from '../setup/csv.js';
import { query } from '../setup/database.js';

let app: TestApp;
let owner: Importer;
let builder: Importer;
beforeAll(async () => {
  app = await startApp();
  owner = { app, cookie: await signIn(app, app.credentials.users.owner) };
  builder = { app, cookie: await signIn(app, app.credentials.users.builder) };
});
afterAll(() => app.close());

const path = () => `${app.url}/api/imports/tracking-csv`;
const HEADER = 'event_name,developer_id,idempotencyKey';
const ROW = 'FIRST_API_CALL,dev_1,k1';
const importsStored = async () =>
  (await query<{ n: number }>(app.databaseUrl, 'select count(*)::int as n from csv_import'))[0]?.n;

/** Makes the builder a member of the demo organization with a role, or none. */
async function setRole(role: 'member' | 'admin' | null): Promise<void> {
  const who = [app.credentials.organizationId.slice('org_'.length), app.credentials.users.builder.email];
  await query(
    app.databaseUrl,
    'delete from member where organization_id = $1 and user_id = (select id from auth."user" where email = $2)',
    who,
  );
  if (role)
    await query(
      app.databaseUrl,
      'insert into member (organization_id, user_id, role) select $1, id, $3 from auth."user" where email = $2',
      [...who, role],
    );
}

describe('POST /api/imports/tracking-csv · 400', () => {
  it.each([
    ['a NUL', `${HEADER}\nFIRST_API_CALL,dev\0,k1\n`, 'nul_character', ''],
    ['another encoding', Buffer.from(`${HEADER}\nFIRST_API_CALL,M\xfcller,k1\n`, 'latin1'), 'not_utf8', 'UTF-8'],
    ['a character that is cut off', Buffer.from([...Buffer.from(`${HEADER}\n`), 0xe2, 0x82]), 'not_utf8', ''],
    ['UTF-16', Buffer.from(`\uFEFF${HEADER}\n${ROW}\n`, 'utf16le'), 'not_utf8', 'UTF-16'],
    ['a renamed zip', Buffer.from('504b0304140000000800', 'hex'), 'zip_archive', 'zip'],
    ['nothing', '', 'empty_file', ''],
    ['blank lines alone', '\n\r\n,,,\n', 'empty_file', ''],
    ['a header alone', `${HEADER}\n`, 'no_rows', ''],
    ['a quote that is never closed', `${HEADER}\n${ROW}\n"FIRST,dev_1,k2\n`, 'quote_not_closed', 'row 3'],
    ['a quote inside a cell', `${HEADER}\n${ROW}\nFIRST,de"v,k2\n`, 'stray_quote', 'row 3'],
    ['text after a closing quote', `${HEADER}\nFIRST,"dev"x,k2\n`, 'stray_quote', 'row 2'],
    ['a huge cell', `${HEADER}\nFIRST_API_CALL,${'x'.repeat(70_000)},k1\n`, 'row_too_large', 'row 2'],
    ['a row of separators', `${HEADER}\n${','.repeat(2_000_000)}\n`, 'row_too_large', 'row 2'],
    ['a row of quotes', `${HEADER}\n${'"'.repeat(2_000_000)}\n`, 'row_too_large', 'row 2'],
    ['a column named twice', `id,id,x\n1,2,3\n`, 'repeated_column', 'columns 1 and 2'],
    ['101 columns', `${Array.from({ length: 101 }, (_c, i) => `c${i}`).join(',')}\n1\n`, 'too_many_columns', ''],
    ['data where names should be', `${'x'.repeat(101)}\n1\n`, 'column_name', 'column 1'],
  ])('refuses %s by name and stores nothing', async (_what, file, code, detail) => {
    const before = await importsStored();
    const reply = await uploadCsv(owner, file);
    expect(reply.status).toBe(400);
    expect(reply.headers.get('content-type')).toContain('application/problem+json');
    expect(reply.body.errors).toMatchObject([{ pointer: '/file', code, detail: expect.stringContaining(detail) }]);
    expect(await importsStored()).toBe(before);
  });

  it.each([
    ['no file', (form: FormData) => form.delete('file'), '/file', 'required'],
    ['no product', (form: FormData) => form.delete('productId'), '/productId', 'required'],
    ['a malformed organization', (form: FormData) => form.set('organizationId', "'"), '/organizationId', 'pattern'],
    ['another field', (form: FormData) => form.set('x', '1'), '/x', 'unknown_field'],
    ['a field twice', (form: FormData) => form.append('productId', 'x'), '/productId', 'repeated'],
    ['text for the file', (form: FormData) => form.set('file', ROW), '/file', 'unknown_field'],
    ['a second file', (form: FormData) => form.append('file', new Blob(['x']), 'x.csv'), '/file', 'too_many_parts'],
  ])('refuses a form with %s', async (_what, change, pointer, code) => {
    const form = new FormData();
    form.set('organizationId', app.credentials.organizationId);
    form.set('productId', app.credentials.productId);
    form.set('file', new Blob([`${HEADER}\n${ROW}\n`]), 'x.csv');
    change(form);
    const reply = await uploadCsv(owner, '', { form });
    expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.errors).toMatchObject([{ pointer, code }]);
  });

  it('refuses a form that is no form', async () => {
    for (const [type, body] of [
      ['multipart/form-data', '--x'],
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na'],
      ['multipart/form-data; boundary=x', ''],
    ] as const) {
      const headers = { origin: app.url, 'content-type': type };
      const reply = await ask(path(), { method: 'POST', body, cookie: owner.cookie, headers });
      expect(reply.status).toBe(400);
      expect(reply.body.errors).toMatchObject([{ code: 'malformed_form' }]);
    }
  });
});

describe('POST /api/imports/tracking-csv · 413 and 415', () => {
  it('takes a file of 50,000 rows and refuses one more', async () => {
    const whole = csvOf(50_001, 'many');
    const fits = await uploadCsv(owner, whole.slice(0, whole.lastIndexOf('\n', whole.length - 2) + 1));
    expect([fits.status, fits.body.rows]).toEqual([201, 50_000]);
    const reply = await uploadCsv(owner, whole);
    expect([reply.status, reply.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(reply.body.errors).toMatchObject([{ pointer: '/file', code: 'too_many_rows' }]);
  });

  it('takes a file of 10 MiB and refuses one byte more', async () => {
    const limit = 10 * 1024 * 1024;
    const line = `${'x'.repeat(1022)},\n`;
    const fill = `name,other\n${line.repeat(limit / 1024)}`.slice(0, limit - 1);
    expect((await uploadCsv(owner, `${fill}\n`)).status).toBe(201);
    const reply = await uploadCsv(owner, `${fill}\n\n`);
    expect([reply.status, reply.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('refuses a body that says it is larger before it is sent', async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = request(
        path(),
        {
          method: 'POST',
          headers: {
            cookie: owner.cookie,
            origin: app.url,
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': String(100 * 1024 * 1024),
          },
        },
        (answer) => {
          resolve(answer.statusCode);
          sent.destroy();
        },
      );
      sent.on('error', reject);
      sent.flushHeaders();
    });
    expect(status).toBe(413);
  });

  it('refuses what is no multipart form, or a compressed one', async () => {
    const others: Record<string, string>[] = [
      { 'content-type': 'text/csv' },
      { 'content-type': 'application/json' },
      { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' },
    ];
    for (const headers of others) {
      const given = { method: 'POST', body: `${HEADER}\n${ROW}\n`, cookie: owner.cookie };
      const reply = await ask(path(), { ...given, headers: { origin: app.url, ...headers } });
      expect([reply.status, reply.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  });
});

describe('who may import', () => {
  it('asks a stranger to sign in, and a token to be a person', async () => {
    const file = `${HEADER}\n${ROW}\n`;
    const signedOut = await uploadCsv({ app, cookie: '' }, file);
    expect([signedOut.status, signedOut.body.code]).toEqual([401, 'UNAUTHENTICATED']);
    for (const token of [app.credentials.trackingKey, app.credentials.workflowToken, app.credentials.enterpriseKey]) {
      const given = { headers: { authorization: `Bearer ${token}` } };
      const reply = await uploadCsv({ app, cookie: owner.cookie }, file, given);
      expect([reply.status, reply.body.code]).toEqual([403, 'SESSION_REQUIRED']);
    }
  });

  it('refuses another origin, and no origin at all', async () => {
    const file = `${HEADER}\n${ROW}\n`;
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
      const reply = await uploadCsv(owner, file, { headers });
      expect([reply.status, reply.body.code]).toEqual([403, 'CROSS_ORIGIN']);
    }
  });

  it('shows nothing of it to another tenant and leaves a member without the right to change', async () => {
    const { body } = await uploadCsv(owner, `${HEADER}\n${ROW}\n`);
    const { organizationId } = app.credentials;
    const tries = async () => [
      (await uploadCsv(builder, `${HEADER}\n${ROW}\n`)).body.code,
      (await checkCsv(builder, body.importId, body.suggestedMapping)).errors[0]?.extensions.code,
      (await confirmCsv(builder, body.importId, 1)).errors[0]?.extensions.code,
    ];
    const reads = async (org: string) => {
      const reply = await askGraphql(
        app,
        `query ($org: ID!, $id: ID!) { one: csvImport(organizationId: $org, importId: $id) { id } }`,
        { org, id: body.importId },
        { cookie: builder.cookie },
      );
      return reply.errors[0]?.extensions.code ?? 'read';
    };
    expect([...(await tries()), await reads(organizationId)]).toEqual(Array(4).fill('NOT_FOUND'));
    await setRole('member');
    expect([...(await tries()), await reads(organizationId)]).toEqual([...Array(3).fill('NOT_A_MEMBER'), 'read']);
    await setRole('admin');
    expect((await checkCsv(builder, body.importId, body.suggestedMapping)).errors).toEqual([]);
    await setRole(null);
  });

  it('finds an import in its own organization alone', async () => {
    const { body } = await uploadCsv(owner, `${HEADER}\n${ROW}\n`);
    const made = await askGraphql<{ createOrganization: { id: string } }>(
      app,
      'mutation { createOrganization(input: { name: "Elsewhere" }) { id } }',
      {},
      { cookie: builder.cookie },
    );
    const elsewhere = { ...builder, organizationId: made.data?.createOrganization.id ?? '' };
    const reply = await checkCsv(elsewhere, body.importId, body.suggestedMapping);
    expect(reply.errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await uploadCsv(elsewhere, `${HEADER}\n${ROW}\n`)).status).toBe(404);
  });

  it('answers another method with 405 and Allow', async () => {
    const reply = await ask(path(), { cookie: owner.cookie });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('a mapping', () => {
  it('is refused with every pointer at once', async () => {
    const { body } = await uploadCsv(owner, `a,b,c,d/e\n1,2,3,4\n`);
    const mapping = Object.entries({
      a: 'event_name',
      b: 'event_name',
      c: 'product',
      'd/e': 'metadata.__proto__',
      z: 'account_domain',
    }).map(([column, member]) => ({ column, member }));
    const constants = [
      { member: 'developer_id', value: 'dev_1' },
      { member: 'event_family', value: 'x'.repeat(256) },
    ];
    const reply = await checkCsv(owner, body.importId, mapping, constants);
    expect(reply.errors[0]?.extensions.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/mapping/1/member mapped_twice',
      '/mapping/2/member not_allowed',
      '/mapping/3/member not_allowed',
      '/mapping/4/column unknown_column',
      '/constants/0/member never_constant',
      '/constants/1/value invalid',
      '/mapping required',
    ]);
    const blank = await checkCsv(owner, body.importId, mapping, [{ member: 'event_family', value: ' ' }]);
    expect(blank.errors[0]?.extensions.errors).toMatchObject([{ pointer: '/constants/0/value', code: 'required' }]);
  });

  it('may be confirmed only as it was last checked, once, and never again checked', async () => {
    const { body } = await uploadCsv(owner, csvOf(2, 'confirm'));
    const { importId, suggestedMapping } = body;
    const codeOf = async (revision: number, key?: string) =>
      (await confirmCsv(owner, importId, revision, key)).errors[0]?.extensions.code;
    expect(await codeOf(1)).toBe('STATE_CONFLICT');
    await checkCsv(owner, importId, suggestedMapping);
    await checkCsv(owner, importId, suggestedMapping);
    expect(await codeOf(1)).toBe('STATE_CONFLICT');
    expect(await codeOf(2, 'confirm-once')).toBeUndefined();
    expect(await codeOf(2, 'confirm-once')).toBeUndefined();
    expect(await codeOf(2)).toBe('STATE_CONFLICT');
    const checked = await checkCsv(owner, importId, suggestedMapping);
    expect(checked.errors[0]?.extensions.code).toBe('STATE_CONFLICT');
    const audited = await query<{ resource_id: string; n: number }>(
      app.databaseUrl,
      "select resource_id, count(*)::int as n from audit_entry where action = 'csv_import.confirm' and resource_id = $1 group by 1",
      [importId],
    );
    expect(audited).toEqual([{ resource_id: importId, n: 1 }]);
  });

  it('knows a repeated confirmation by the body as it was sent, with the prefixes of its ids', async () => {
    const { importId, suggestedMapping } = (await uploadCsv(owner, csvOf(2, 'as-sent'))).body;
    await checkCsv(owner, importId, suggestedMapping);
    await confirmCsv(owner, importId, 1, 'confirm-as-sent');
    const body = `{"importId":"${importId}","organizationId":"${app.credentials.organizationId}","revision":1}`;
    expect([importId, app.credentials.organizationId].map((id) => id.slice(0, 4))).toEqual(['imp_', 'org_']);
    const stored = await query(
      app.databaseUrl,
      "select encode(fingerprint, 'hex') as sent, answer from idempotent_request where key = 'confirm-as-sent'",
    );
    expect(stored).toEqual([{ sent: createHash('sha256').update(body).digest('hex'), answer: importId }]);
  });
});
