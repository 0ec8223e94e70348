import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { type Company, giveRole, makeCompany, makePerson, type Person } from '../setup/people.js';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  company = await makeCompany(app);
});
afterAll(() => app.close());

type By = Pick<Person, 'cookie'>;
interface View {
  readonly id: string;
  readonly name: string;
  readonly shared: boolean;
  readonly parameters: Record<string, unknown>;
}
const FIELDS = '{ id page name shared parameters { days from to against by measure productId family sort q } }';
const PARAMETERS = {
  days: 90,
  against: '2026-01-01',
  by: 'week',
  measure: 'events',
  productId: 'api',
  family: 'activation',
  sort: '-events',
  q: 'acme',
};

const save = (given: Record<string, unknown>, { cookie }: By, { organizationId } = company) =>
  askGraphql<{ saveView: View }>(
    app,
    `mutation ($input: SaveViewInput!) { saveView(input: $input) ${FIELDS} }`,
    { input: { organizationId, page: 'accounts', name: 'Weekly', parameters: PARAMETERS, ...given } },
    { cookie },
  );
const remove = (viewId: string | undefined, { cookie }: By, { organizationId } = company) =>
  askGraphql<{ deleteView: boolean }>(
    app,
    'mutation ($input: DeleteViewInput!) { deleteView(input: $input) }',
    { input: { organizationId, viewId } },
    { cookie },
  );
const viewsOf = async ({ cookie }: By, { organizationId } = company) =>
  (
    await askGraphql<{ savedViews: View[] }>(
      app,
      `query ($o: ID!) { savedViews(organizationId: $o) ${FIELDS} }`,
      { o: organizationId },
      { cookie },
    )
  ).data?.savedViews;
const codeOf = ({ errors }: { errors: { extensions: { code: string } }[] }) => errors[0]?.extensions.code;
const colleague = async (role: 'admin' | 'member'): Promise<Person> => {
  const person = await makePerson(app);
  await giveRole(app, company.organizationId, person, role);
  return person;
};

describe('a saved view', () => {
  it('is found again by its person with everything that it sets, and by no one else', async () => {
    const member = await colleague('member');
    expect((await save({}, member)).errors).toEqual([]);
    expect(await viewsOf(member)).toMatchObject([
      { name: 'Weekly', shared: false, parameters: { ...PARAMETERS, from: null, to: null } },
    ]);
    expect(await viewsOf(company.owner)).toEqual([]);
  });

  it('of the same name and page is replaced, also when two are saved at once', async () => {
    await Promise.all([save({}, company.owner), save({ parameters: { days: 7 } }, company.owner)]);
    await save({ parameters: { days: 14 } }, company.owner);
    await save({ page: 'developers' }, company.owner);
    const views = await viewsOf(company.owner);
    expect(views).toHaveLength(2);
    expect(views).toMatchObject([{ parameters: { days: 14, q: null } }, { parameters: { days: 90 } }]);
  });

  it('is shared by an admin, read by every member and deleted by an admin alone', async () => {
    const [admin, member] = [await colleague('admin'), await colleague('member')];
    expect(codeOf(await save({ shared: true }, member))).toBe('NOT_A_MEMBER');
    const shared = (await save({ shared: true }, admin)).data?.saveView;
    await save({}, admin); // of the same name, and the admin's own
    expect(await viewsOf(member)).toMatchObject([{ id: shared?.id, shared: true }]);
    expect(codeOf(await remove(shared?.id, member))).toBe('NOT_A_MEMBER');
    expect((await remove(shared?.id, company.owner)).data?.deleteView).toBe(true);
    expect(await viewsOf(member)).toEqual([]);
    expect(await viewsOf(admin)).toHaveLength(1);
  });

  it('of another person or another organization is not there', async () => {
    const [one, other] = [await colleague('member'), await colleague('admin')];
    const own = (await save({}, one)).data?.saveView;
    expect(codeOf(await remove(own?.id, other))).toBe('NOT_FOUND');
    const elsewhere = await makeCompany(app);
    expect(codeOf(await remove(own?.id, elsewhere.owner, elsewhere))).toBe('NOT_FOUND');
    expect(codeOf(await save({}, elsewhere.owner))).toBe('NOT_FOUND');
    await query(app.databaseUrl, 'delete from member where user_id = $1', [one.id.slice(4)]);
    expect(codeOf(await save({}, one))).toBe('NOT_FOUND');
    expect(codeOf(await remove(own?.id, one))).toBe('NOT_FOUND');
  });

  it.each([
    [{ name: ' ' }, '/name'],
    [{ name: 'two\nlines' }, '/name'],
    [{ parameters: { days: 401 } }, '/parameters/days'],
    [{ parameters: { from: 'yesterday' } }, '/parameters/from'],
    [{ parameters: { against: '2026-1-01' } }, '/parameters/against'],
    [{ parameters: { by: 'month' } }, '/parameters/by'],
    [{ parameters: { measure: 'people' } }, '/parameters/measure'],
    [{ parameters: { sort: 'events; drop' } }, '/parameters/sort'],
    [{ parameters: { q: 'x'.repeat(201) } }, '/parameters/q'],
  ])('with %o is refused', async (given, pointer) => {
    const reply = await save(given, company.owner);
    expect(reply.errors[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer }] });
    expect(await viewsOf(company.owner)).toEqual([]);
  });

  it('is one of fifty at most', async () => {
    await query(
      app.databaseUrl,
      `insert into saved_view (id, organization_id, user_id, page, name, parameters, created_by, updated_at)
       select gen_random_uuid(), $1, $2, 'overview', 'v' || n, '{}', $2, now() from generate_series(1, 49) n`,
      [company.organizationId.slice(4), company.owner.id.slice(4)],
    );
    const replies = await Promise.all([save({ name: 'a' }, company.owner), save({ name: 'b' }, company.owner)]);
    expect(replies.map(codeOf).sort()).toEqual(['ENTRY_LIMIT', undefined]);
  });

  it('goes with its person’s account, where a shared one stays', async () => {
    const admin = await colleague('admin');
    await save({}, admin);
    await save({ shared: true }, admin);
    await askGraphql(
      app,
      'mutation ($input: CloseAccountInput!) { closeAccount(input: $input) }',
      { input: { currentPassword: admin.password } },
      { cookie: admin.cookie },
    );
    expect(
      await query(app.databaseUrl, 'select user_id from saved_view where organization_id = $1', [
        company.organizationId.slice(4),
      ]),
    ).toEqual([{ user_id: null }]);
  });
});
