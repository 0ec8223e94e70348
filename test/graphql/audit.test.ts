import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../server/platform/audit/audit.verify.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { importFile, toolTable } from '../setup/catalog-file.js';
import { query } from '../setup/database.js';
import { type Company, giveRole, makeCompany, makePerson } from '../setup/people.js';
import { countRows } from '../setup/rows.js';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app);
});
afterAll(() => app.close());

interface Entry {
  actor: string;
  action: string;
  resourceId: string;
  requestId: string;
  changes: Record<string, [unknown, unknown]> | null;
  prevHash: string;
  hash: string;
}
const entriesOf = async ({ organizationId, owner }: Company, limit = 100, cursor: string | null = null) =>
  (
    await askGraphql<{ auditEntries: { items: Entry[]; nextCursor: string | null } }>(
      app,
      'query ($o: ID!, $l: Int!, $c: String) { auditEntries(organizationId: $o, limit: $l, cursor: $c) { items { actor action resourceId requestId changes prevHash hash } nextCursor } }',
      { o: organizationId, l: limit, c: cursor },
      { cookie: owner.cookie },
    )
  ).data?.auditEntries;
const update = (given: Record<string, unknown>, headers: Record<string, string> = {}) =>
  askGraphql(
    app,
    'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { id } }',
    { input: { organizationId: company.organizationId, productId: company.productId, ...given } },
    { cookie: company.owner.cookie, headers },
  );

const platformEntries = (cookie: string | undefined) =>
  askGraphql<{ auditEntries: { items: Entry[] }; auditChain: { intact: boolean; entries: number } }>(
    app,
    '{ auditEntries { items { actor action resourceId requestId changes prevHash hash } } auditChain { intact entries } }',
    {},
    cookie === undefined ? {} : { cookie },
  );

const actorsOf = async (cookie: string | undefined, organizationId: string | null) =>
  (
    await askGraphql<{ auditEntries: { actors: { id: string; name: string }[] } }>(
      app,
      'query ($o: ID) { auditEntries(organizationId: $o) { actors { id name } } }',
      { o: organizationId },
      cookie === undefined ? {} : { cookie },
    )
  ).data?.auditEntries.actors ?? [];
const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);

describe('the platform’s audit log', () => {
  it('tells reviewers what was decided in the platform’s name, and nothing of an organization', async () => {
    const cookie = await signIn(app, app.credentials.users.reviewer);
    const { body } = await importFile(app, cookie, { format: 'csv', name: 'tools.csv', text: toolTable(2, 'audited') });
    const { data, errors } = await platformEntries(cookie);
    expect(errors).toEqual([]);
    const entries = data?.auditEntries.items ?? [];
    expect(data?.auditChain).toEqual({ intact: true, entries: entries.length });
    expect(entries[0]).toMatchObject({ action: 'catalog.import', resourceId: body.id });
    expect(entries.map(({ action }) => action)).not.toContain('product.create');
  });

  it('names the reviewers who decided, and no address of theirs', async () => {
    const { id, cookie } = await makePerson(app);
    const makeReviewer = (reviewer: boolean) =>
      query(app.databaseUrl, 'update auth."user" set reviewer = $2 where id = $1', [id.slice(4), reviewer]);
    await makeReviewer(true);
    await importFile(app, cookie, { format: 'csv', name: 'named.csv', text: toolTable(1, 'named') });
    const own = async () => (await actorsOf(cookie, null)).filter((actor) => actor.id === id);
    expect(await own()).toEqual([{ id, name: 'A Person' }]);
    await makeReviewer(false);
    const reviewer = await signIn(app, app.credentials.users.reviewer);
    expect((await actorsOf(reviewer, null)).map((actor) => actor.id)).not.toContain(id);
  });

  it('is for no one else', async () => {
    const { workflowToken: token } = app.credentials;
    expect((await platformEntries(undefined)).errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect((await platformEntries(company.owner.cookie)).errors[0]?.extensions.code).toBe('NOT_A_MEMBER');
    const byToken = await askGraphql(app, '{ auditEntries { nextCursor } }', {}, { token });
    expect(byToken.errors[0]?.extensions.code).toBe('SESSION_REQUIRED');
  });
});

describe('a search of the audit log', () => {
  const found = async (q: string, { organizationId, owner } = company) =>
    (
      await askGraphql<{ auditEntries: { items: Entry[] } }>(
        app,
        'query ($o: ID!, $q: String) { auditEntries(organizationId: $o, q: $q) { items { actor action } } }',
        { o: organizationId, q },
        { cookie: owner.cookie },
      )
    ).data?.auditEntries.items.map(({ action }) => action);

  it('finds an action by the words that the screens show, and by its name', async () => {
    expect(await found('Tracking key created')).toEqual(['tracking_key.create']);
    expect(await found('KEY CREATED')).toEqual(['tracking_key.create']);
    expect(await found('tracking_key.create')).toEqual(['tracking_key.create']);
    expect(await found('created')).toEqual(['tracking_key.create', 'product.create', 'organization.create']);
    expect(await found('Tracking key revoked')).toEqual([]);
  });

  it('finds what a member did by their name, in their own organization alone', async () => {
    const [one, other] = [await makeCompany(app), await makeCompany(app)];
    await query(app.databaseUrl, `update auth."user" set name = 'Zoe O''Hara %' where id = any($1)`, [
      [one.owner.id.slice(4), other.owner.id.slice(4)],
    ]);
    expect(await found("zoe o'hara", one)).toEqual(['tracking_key.create', 'product.create', 'organization.create']);
    expect(await found('zoe_', one)).toEqual([]);
    expect(await found('zoe', company)).toEqual([]);
    await query(app.databaseUrl, 'update auth."user" set name = $2 where id = $1', [one.owner.id.slice(4), 'Ada']);
    expect(await found('zoe', one)).toEqual([]);
  });
});

describe('the audit log', () => {
  it('tells every change of an organization: who, what, from what to what, in which request', async () => {
    await update({ name: 'Renamed', aliases: ['b', 'a'] }, { 'x-request-id': 'rename-1' });
    await update({ status: 'ignored' });
    await update({ status: 'registered' });
    const entries = (await entriesOf(company))?.items ?? [];
    expect(entries.map(({ action }) => action)).toEqual([
      'product.update',
      'product.update',
      'product.update',
      'tracking_key.create',
      'product.create',
      'organization.create',
    ]);
    expect(entries[2]).toMatchObject({
      actor: company.owner.id,
      requestId: 'rename-1',
      changes: { name: ['An API', 'Renamed'], aliases: [[], ['a', 'b']] },
    });
    expect(entries[0]?.changes).toEqual({ status: ['ignored', 'registered'] });
  });

  it('names each member who acted once, and of people who left keeps the id', async () => {
    const own = await makeCompany(app);
    const colleague = await makePerson(app);
    await giveRole(app, own.organizationId, colleague, 'admin');
    for (const { cookie } of [colleague, own.owner])
      await askGraphql(
        app,
        'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { id } }',
        { input: { organizationId: own.organizationId, name: `Renamed by ${cookie}`.slice(0, 60) } },
        { cookie },
      );
    const names = () => actorsOf(own.owner.cookie, own.organizationId);
    const named = ({ id }: { id: string }) => ({ id, name: 'A Person' });
    const both = [named(own.owner), named(colleague)];
    expect((await names()).toSorted(byId)).toEqual(both.toSorted(byId));
    await query(app.databaseUrl, 'delete from member where user_id = $1', [colleague.id.slice(4)]);
    expect(await names()).toEqual([named(own.owner)]);
  });

  it('says nothing of what changed nothing', async () => {
    const before = (await entriesOf(company))?.items.length;
    await update({ name: 'Renamed', aliases: ['a', 'b'] });
    await update({});
    expect((await entriesOf(company))?.items.length).toBe(before);
  });

  it('is one chain, and pages of it hold each entry once', async () => {
    const whole = (await entriesOf(company))?.items ?? [];
    for (const [index, { prevHash }] of whole.entries())
      expect(prevHash).toBe(whole[index + 1]?.hash ?? '0'.repeat(64));
    const paged: Entry[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof entriesOf>> = await entriesOf(company, 2, cursor);
      paged.push(...(page?.items ?? []));
      cursor = page?.nextCursor ?? null;
    } while (cursor !== null && paged.length < 100);
    expect(paged).toEqual(whole);
    const verdicts = await verifyAudit(app.app.platform.em());
    expect(verdicts.find(({ chain }) => chain === company.organizationId)).toMatchObject({
      entries: whole.length,
      broken: [],
    });
  });

  it('stays one chain when changes come at once', async () => {
    const own = await makeCompany(app);
    await Promise.all(
      Array.from({ length: 8 }, (_one, index) =>
        askGraphql(
          app,
          'mutation ($input: DeclareAccountInput!) { declareAccount(input: $input) { domain } }',
          { input: { organizationId: own.organizationId, domain: `c${index}.example` } },
          { cookie: own.owner.cookie },
        ),
      ),
    );
    const verdicts = await verifyAudit(app.app.platform.em());
    expect(verdicts.find(({ chain }) => chain === own.organizationId)).toMatchObject({
      entries: 11,
      broken: [],
    });
  });

  it('cannot be changed, emptied or cut short by the gateway’s role', async () => {
    for (const sql of [
      "update audit_entry set actor = 'somebody else'",
      'delete from audit_entry',
      'truncate audit_entry cascade',
    ])
      await expect(query(app.databaseUrl, sql)).rejects.toThrow(/permission denied/);
  });

  it('shows where it was tampered with all the same', async () => {
    const own = await makeCompany(app);
    const uuid = own.organizationId.slice(4);
    await query(
      app.databaseUrl,
      `update audit_value set changes = '{"name":[null,"Forged"]}' where organization_id = $1`,
      [uuid],
    );
    const forged = (await verifyAudit(app.app.platform.em())).find(({ chain }) => chain === own.organizationId);
    expect(forged?.broken.map(({ what }) => what)).toEqual(['values', 'values', 'values']);
    await query(app.databaseUrl, 'update audit_head set sequence = sequence - 1 where organization_id = $1', [uuid]);
    const cut = (await verifyAudit(app.app.platform.em())).find(({ chain }) => chain === own.organizationId);
    expect(cut?.broken.map(({ what }) => what)).toContain('head');
  });
});

describe('a change whose audit entry cannot be written', () => {
  it('is not made: entry and change are one transaction', async () => {
    const own = await makeCompany(app);
    const other = await makePerson(app);
    await giveRole(app, own.organizationId, other, 'member');
    const uuid = own.organizationId.slice(4);
    await query(
      app.databaseUrl,
      `alter table audit_entry add constraint refuse check (organization_id <> '${uuid}') not valid`,
    );
    const before = await countRows(app);
    const { organizationId, productId, trackingKeyId, owner } = own;
    const changes: [string, string, Record<string, unknown>, string][] = [
      ['createProduct', 'CreateProductInput', { organizationId, productId: 'new', name: 'N', type: 'api' }, '{ id }'],
      ['updateProduct', 'UpdateProductInput', { organizationId, productId, name: 'Changed', aliases: ['x'] }, '{ id }'],
      ['updateOrganization', 'UpdateOrganizationInput', { organizationId, name: 'Changed' }, '{ id }'],
      ['createTrackingKey', 'CreateTrackingKeyInput', { organizationId, productId, name: 'k' }, '{ token }'],
      ['revokeTrackingKey', 'RevokeTrackingKeyInput', { organizationId, trackingKeyId }, '{ id }'],
      ['declareAccount', 'DeclareAccountInput', { organizationId, domain: 'x.example' }, '{ domain }'],
      ['inviteMember', 'InviteMemberInput', { organizationId, email: 'new@people.example', role: 'member' }, '{ id }'],
      ['changeMemberRole', 'ChangeMemberRoleInput', { organizationId, userId: other.id, role: 'admin' }, '{ role }'],
      ['removeMember', 'RemoveMemberInput', { organizationId, userId: other.id }, ''],
    ];
    for (const [field, type, input, selection] of changes) {
      const reply = await askGraphql(
        app,
        `mutation ($input: ${type}!) { ${field}(input: $input) ${selection} }`,
        { input },
        { cookie: owner.cookie },
      );
      expect(reply.errors[0]?.extensions.code, field).toBe('INTERNAL');
      expect(JSON.stringify(reply.errors), field).not.toMatch(/constraint|audit|refuse|insert/i);
    }
    expect(await countRows(app)).toEqual(before);
    const rows = await query(
      app.databaseUrl,
      `select o.name, p.name as product, (select count(*)::int from credential c where c.organization_id = o.id and revoked_at is null) as live, (select role from member where organization_id = o.id and user_id = $2) as role from organization o join product p on p.organization_id = o.id where o.id = $1`,
      [uuid, other.id.slice(4)],
    );
    expect(rows).toEqual([{ name: 'A Company', product: 'An API', live: 1, role: 'member' }]);
  });
});
