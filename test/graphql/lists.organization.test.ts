import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { giveRole, makeCompany, makePerson } from '../setup/people.js';
import { askList, idsOf } from '../setup/sorted-list.js';
import { audit, enterpriseKeys, imports, invitations, products } from '../setup/sorted-list.organization.js';
import { openCompanies, text } from '../setup/sorted-list.people.js';
import { testSortedList } from '../setup/sorted-list.tests.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('invitations', () => testSortedList(invitations, () => app));

describe('enterpriseKeys', () => testSortedList(enterpriseKeys, () => app));

describe('products', () => testSortedList(products, () => app));

describe('csvImports', () => {
  testSortedList(imports, () => app);

  it('has those of some states, and of a product, alone', async () => {
    const { owner } = await openCompanies(app);
    await imports.seed(app, owner, 1, 9);
    const { items } = await askList(app, imports, owner, {});
    const find = (variables: Record<string, unknown>, filter: string) =>
      askList(app, imports, { ...owner, variables: { ...owner.variables, ...variables } }, {}, filter);
    const done = await find({ state: ['done'] }, 'state: [CsvImportStatus!]');
    expect(idsOf(done.items)).toEqual(idsOf(items.filter(({ status }) => status === 'done')));
    const productId = items[0]?.productId;
    expect((await find({ productId }, 'productId: String')).items).toHaveLength(9);
    expect((await find({ productId: 'another' }, 'productId: String')).items).toEqual([]);
  });
});

describe('auditEntries', () => {
  testSortedList(audit, () => app);

  it('has those with a beginning of the action, and of a kind of actor, alone', async () => {
    const { owner } = await openCompanies(app);
    await audit.seed(app, owner, 1, 12);
    const { items } = await askList(app, audit, owner, {});
    const find = (variables: Record<string, unknown>, filter: string) =>
      askList(app, audit, { ...owner, variables: { ...owner.variables, ...variables } }, {}, filter);
    for (const action of ['member', 'member.', 'member_', 'product.create']) {
      const found = await find({ action }, 'action: String');
      expect(idsOf(found.items)).toEqual(idsOf(items.filter((item) => text(item, 'action').startsWith(action))));
    }
    for (const action of ['', '%', 'Member', 'x'.repeat(61), "a'"])
      expect((await find({ action }, 'action: String')).refused).toEqual(['400 /action']);
    for (const [actorKind, prefix] of [
      ['person', 'usr_'],
      ['token', 'tok_'],
      ['system', 'system'],
    ] as const) {
      const found = await find({ actorKind }, 'actorKind: AuditActorKind');
      expect(idsOf(found.items)).toEqual(idsOf(items.filter((item) => text(item, 'actor').startsWith(prefix))));
      expect(found.items.length).toBeGreaterThan(0);
    }
  });
});

describe('members', () => {
  const open = async () => {
    const { organizationId, owner } = await makeCompany(app);
    const people = [await makePerson(app), await makePerson(app), await makePerson(app)];
    for (const [at, name] of ['éclair', 'Apple', '50% _off_'].entries()) {
      const person = people[at] ?? owner;
      await giveRole(app, organizationId, person, at === 1 ? 'admin' : 'member');
      await query(app.databaseUrl, 'update auth."user" set name = $2 where id = $1', [person.id.slice(4), name]);
    }
    return async (given: Record<string, unknown>) => {
      const { data, errors } = await askGraphql<{ members: { name: string; email: string; role: string }[] }>(
        app,
        'query ($o: ID!, $sort: String, $q: String) { members(organizationId: $o, sort: $sort, q: $q) { name email role } }',
        { o: organizationId, ...given },
        { cookie: owner.cookie },
      );
      const refused = errors.flatMap(({ extensions }) => extensions.errors?.map(({ pointer }) => pointer) ?? []);
      return { members: data?.members ?? [], refused };
    };
  };

  it('are sorted by what is asked for, and come as they joined otherwise', async () => {
    const ask = await open();
    const names = async (sort?: string) => (await ask({ sort })).members.map(({ name }) => name);
    expect(await names()).toEqual(['A Person', 'éclair', 'Apple', '50% _off_']);
    expect(await names('-joined')).toEqual(['50% _off_', 'Apple', 'éclair', 'A Person']);
    expect(await names('name')).toEqual(['50% _off_', 'A Person', 'Apple', 'éclair']);
    expect((await ask({ sort: 'role' })).members.map(({ role }) => role)).toEqual([
      'owner',
      'admin',
      'member',
      'member',
    ]);
    expect((await ask({ sort: 'since' })).refused).toEqual(['/sort']);
  });

  it('are found by a part of name or address', async () => {
    const ask = await open();
    const found = async (q: string) => (await ask({ q })).members.map(({ name }) => name);
    expect(await found('ÉCL')).toEqual(['éclair']);
    expect(await found('%')).toEqual(['50% _off_']);
    const [first] = (await ask({ q: 'Apple' })).members;
    expect(await found(first?.email.toUpperCase() ?? '')).toEqual(['Apple']);
    expect((await ask({ q: 'a\u0000' })).refused).toEqual(['/q']);
  });
});
