import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { verifyAudit } from '../../server/platform/audit/audit.verify.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';

let app: TestApp;
const ENTRIES = 4;

beforeAll(async () => {
  app = await startApp();
  const cookie = await signIn(app, app.credentials.users.owner);
  for (let entry = 1; entry <= ENTRIES; entry += 1) {
    const { errors } = await askGraphql(
      app,
      'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { name } }',
      {
        input: {
          organizationId: app.credentials.organizationId,
          productId: app.credentials.productId,
          name: `Name ${entry}`,
        },
      },
      { cookie },
    );
    expect(errors).toEqual([]);
  }
});
afterAll(() => app?.close());

/** As the server's superuser, who can change every row. */
const asSuperuser = (sql: string) => {
  const address = new URL(inject('superuserUrl'));
  address.pathname = new URL(app.databaseUrl).pathname;
  return query(address.toString(), sql);
};
/** The verdict on the organization's chain; the owner's own is among the verdicts, too, in an order that says nothing. */
const verdict = async () => {
  const verdicts = await verifyAudit(app.app.platform.em());
  return verdicts.find(({ chain }) => chain === app.credentials.organizationId);
};
/** The same as the organization's owner reads it. */
const state = async () => {
  const { data } = await askGraphql<{ auditChain: object }>(
    app,
    'query ($organizationId: ID!) { auditChain(organizationId: $organizationId) { intact entries firstBroken } }',
    { organizationId: app.credentials.organizationId },
    { cookie: await signIn(app, app.credentials.users.owner) },
  );
  return data?.auditChain;
};
const whatBreaks = async () => [...new Set((await verdict())?.broken.map(({ what }) => what))].sort();

describe('the audit log', () => {
  it.each(["update audit_entry set actor = 'nobody'", 'delete from audit_entry', 'truncate audit_entry cascade'])(
    'refuses the gateway: %s',
    async (sql) => {
      await expect(query(app.databaseUrl, sql)).rejects.toMatchObject({ code: '42501' });
      expect(await verdict()).toMatchObject({ entries: ENTRIES, erased: 0, broken: [] });
    },
  );

  it.each([
    [
      'a changed fact',
      "update audit_entry set actor = 'x' || actor where sequence = 2",
      'update audit_entry set actor = substr(actor, 2) where sequence = 2',
      ['hash'],
    ],
    [
      'a changed value',
      'update audit_value v set changes = \'{"name": ["a", "b"]}\' from audit_entry e where e.id = v.entry_id and e.sequence = 2',
      'update audit_value v set changes = \'{"name": ["Name 1", "Name 2"]}\' from audit_entry e where e.id = v.entry_id and e.sequence = 2',
      ['values'],
    ],
    [
      'an entry that was moved',
      'update audit_entry set sequence = 9 where sequence = 3',
      'update audit_entry set sequence = 3 where sequence = 9',
      ['hash', 'head', 'missing', 'previous'],
    ],
  ])('shows %s', async (_what, tamper, repair, broken) => {
    await asSuperuser(tamper);
    expect(await whatBreaks()).toEqual(broken);
    expect(await state()).toMatchObject({ intact: false, firstBroken: expect.any(Number) });
    await asSuperuser(repair);
    expect(await whatBreaks()).toEqual([]);
    expect(await state()).toEqual({ intact: true, entries: ENTRIES, firstBroken: null });
  });

  it('shows an end that was cut off', async () => {
    await asSuperuser(
      `delete from audit_value v using audit_entry e where e.organization_id = v.organization_id and e.id = v.entry_id and e.sequence = ${ENTRIES}`,
    );
    await asSuperuser(`delete from audit_entry where sequence = ${ENTRIES}`);
    expect(await whatBreaks()).toEqual(['head']);
  });
});
