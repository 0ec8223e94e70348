import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { makeOrganization, makePerson } from '../setup/people.js';
import { askList, type Item, idsOf, type SortedListCase } from '../setup/sorted-list.js';
import { insertRows, lowered, type PersonOwner, printed, ROWS, text } from '../setup/sorted-list.people.js';
import { testSortedList } from '../setup/sorted-list.tests.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const orNull = (name: string) => (item: Item) => (item[name] === null ? null : text(item, name));
const vendorOf = ({ vendor }: Item) => vendor as { name: string | null; domain: string | null };
const inserting =
  (statement: string): SortedListCase['seed'] =>
  (of, owner, from, to) =>
    insertRows(of, (owner as PersonOwner).person, from, to, `${statement} from ${ROWS} where $2::uuid is not null`);

/** Two reviewers who see the same records; a filter keeps those out that come with the project. */
const openReviewers = (filter: Record<string, unknown>) => async (of: TestApp) => {
  const caller = { cookie: await signIn(of, of.credentials.users.reviewer) };
  const reviewer = (last: string): PersonOwner => ({
    caller,
    variables: filter,
    person: `00000000-0000-7000-8000-0000000000${last}`,
  });
  return { owner: reviewer('aa'), other: reviewer('bb') };
};

const offers: SortedListCase = {
  operation: 'reviewerOffers',
  shared: true,
  declared: '$standing: OfferStanding',
  selection: '{ id slug title vendor { name domain } openClaims lastReadAt endsAt editedAt listed kind claim tools }',
  sorts: {
    slug: printed('slug'),
    title: lowered('title'),
    vendor: (item) => vendorOf(item).name?.toLowerCase() ?? null,
    openClaims: ({ openClaims }) => Number(openClaims),
    lastRead: orNull('lastReadAt'),
    edited: orNull('editedAt'),
    ends: orNull('endsAt'),
  },
  standard: 'slug',
  naming: (item) => [text(item, 'title'), text(item, 'slug'), vendorOf(item).name ?? ''],
  table: 'offer',
  oldKey: printed('slug'),
  open: openReviewers({ standing: 'unlisted' }),
  seed: inserting(`insert into offer (id, slug, title, summary, kind, claim, url, eligibility, listed, origin, version, vendor_name,
      last_read_at, edited_at, ends_at, created_at, updated_at)
    select id, 'o-' || id, name, 'Saves', 'credits', 'provider_link', 'https://x.example', '{"rules":[],"other":[]}', false, 'reviewer', 1,
      case when number % 3 > 0 then name end, case when number % 3 > 0 then at::date end, case when number % 4 > 0 then at end,
      case when number % 5 > 0 then at::date end, at, at`),
};
describe('reviewerOffers', () => {
  testSortedList(offers, () => app);

  it('has those of a standing, a kind and a way to claim alone, and says how many', async () => {
    const { owner } = await openReviewers({})(app);
    const find = (variables: Record<string, unknown>, filter: string) =>
      askList(app, { ...offers, declared: '' }, { ...owner, variables }, {}, filter);
    const open = await find({ standing: 'open' }, 'standing: OfferStanding');
    expect(open.items.length).toBeGreaterThan(10);
    expect(open.items.every(({ listed, endsAt }) => listed && (endsAt === null || String(endsAt) > '2026'))).toBe(true);
    expect((await find({ standing: 'ended' }, 'standing: OfferStanding')).items.every(({ listed }) => listed)).toBe(
      true,
    );
    const kinds = await find({ kind: 'credits' }, 'kind: String');
    expect(new Set(kinds.items.map(({ kind }) => kind))).toEqual(new Set(['credits']));
    const ways = await find({ claim: 'native' }, 'claim: String');
    expect(ways.items.every(({ claim }) => claim === 'native')).toBe(true);
    expect((await find({ kind: 'gift' }, 'kind: String')).refused).toEqual(['400 /kind']);
  });
});

const tools: SortedListCase = {
  operation: 'reviewerTools',
  shared: true,
  declared: '$category: String',
  selection:
    '{ id slug name vendor { name domain } categories maturity listed linked lastVerifiedAt editedAt updatedAt }',
  sorts: {
    name: lowered('name'),
    category: ({ categories }) => (categories as string[])[0] ?? null,
    maturity: printed('maturity'),
    verified: orNull('lastVerifiedAt'),
    edited: orNull('editedAt'),
  },
  standard: 'name',
  naming: (item) => [text(item, 'name'), text(item, 'slug'), vendorOf(item).name ?? ''],
  table: 'tool',
  open: openReviewers({ category: 'trial' }),
  seed: inserting(`insert into tool (id, slug, name, summary, vendor_name, categories, capabilities, pricing_model, maturity, listed, origin, version,
      verification_checked_at, edited_at, created_at, updated_at)
    select id, 't-' || id, name, 'Does it', 'Vendor', jsonb_build_array('c' || number % 3, 'trial'), '[]', 'free',
      case number % 2 when 0 then 'beta' else 'stable' end, number % 4 > 0, 'reviewer', 1, case when number % 3 > 0 then at end,
      case when number % 5 > 0 then at end, at, at`),
};
describe('reviewerTools', () => {
  testSortedList(tools, () => app);

  it('has those of a maturity, and in or out of the directory, alone', async () => {
    const { owner } = await tools.open(app);
    await tools.seed(app, owner, 41, 52);
    const { items } = await askList(app, tools, owner, {});
    const find = (variables: Record<string, unknown>, filter: string) =>
      askList(app, tools, { ...owner, variables: { ...owner.variables, ...variables } }, {}, filter);
    const beta = await find({ maturity: 'beta' }, 'maturity: String');
    expect(idsOf(beta.items)).toEqual(idsOf(items.filter(({ maturity }) => maturity === 'beta')));
    for (const listed of [true, false]) {
      const found = await find({ listed }, 'listed: Boolean');
      expect(idsOf(found.items)).toEqual(idsOf(items.filter((item) => item.listed === listed)));
    }
    expect((await find({ maturity: 'ripe' }, 'maturity: String')).refused).toEqual(['400 /maturity']);
  });

  it('is for reviewers alone', async () => {
    const { cookie } = await makePerson(app);
    const { refused } = await askList(app, tools, { caller: { cookie }, variables: {} }, {});
    expect(refused).toEqual(['403 NOT_A_MEMBER']);
  });
});

describe('reviewerOrganizations', () => {
  const QUERY = `query ($q: String, $sort: String, $organizationId: ID, $limit: Int, $cursor: String) {
    reviewerOrganizations(q: $q, sort: $sort, organizationId: $organizationId, limit: $limit, cursor: $cursor) {
      items { id name domain domainVerified }
      nextCursor
    }
  }`;
  interface Found {
    readonly items: readonly { readonly id: string; readonly name: string; readonly domainVerified: boolean }[];
    readonly nextCursor: string | null;
  }
  const find = async (variables: Record<string, unknown>, cookie?: string) => {
    const caller = { cookie: cookie ?? (await signIn(app, app.credentials.users.reviewer)) };
    const { data, errors } = await askGraphql<{ reviewerOrganizations: Found }>(app, QUERY, variables, caller);
    return { ...data?.reviewerOrganizations, errors };
  };
  const namesIn = ({ items = [] }: Partial<Found>) => items.map(({ name }) => name);

  it('are found by a part of name or domain, page after page, and one by its id', async () => {
    for (const name of ['Quokka Labs', 'quokka again', 'Other'])
      await makeOrganization(app, { name, domain: name === 'Other' ? 'quokka.example' : null });
    expect(namesIn(await find({ q: 'QUOKKA' }))).toEqual(['Other', 'quokka again', 'Quokka Labs']);
    const first = await find({ q: 'quokka', sort: '-name', limit: 2 });
    expect(namesIn(first)).toEqual(['Quokka Labs', 'quokka again']);
    expect(namesIn(await find({ q: 'quokka', sort: '-name', limit: 2, cursor: first.nextCursor }))).toEqual(['Other']);
    const organizationId = first.items?.[0]?.id;
    expect((await find({ organizationId })).items).toMatchObject([{ id: organizationId, domainVerified: false }]);
  });

  it('are named to reviewers alone', async () => {
    const { errors } = await find({}, (await makePerson(app)).cookie);
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_A_MEMBER' } }]);
  });
});

const imports: SortedListCase = {
  operation: 'catalogImports',
  shared: true,
  declared: '$format: String',
  selection: '{ id format fileName status refused startedAt }',
  sorts: { created: printed('id'), state: printed('status'), refused: ({ refused }) => Number(refused) },
  standard: '-created',
  naming: (item) => [text(item, 'fileName')],
  timeOf: printed('startedAt'),
  table: 'catalog_import',
  oldKey: ({ id }) => id.slice(4),
  open: openReviewers({ format: 'csv' }),
  seed: inserting(`insert into catalog_import (id, format, file_name, digest, status, total, refused, actor, started_at)
    select id, 'csv', name, '', case number % 2 when 0 then 'done' else 'failed' end, 9, number % 4, 'operator', at`),
};
describe('catalogImports', () => {
  testSortedList(imports, () => app);

  it('has those of some states alone', async () => {
    const { owner } = await imports.open(app);
    const { items } = await askList(app, imports, owner, {});
    const variables = { ...owner.variables, state: ['done'] };
    const found = await askList(app, imports, { ...owner, variables }, {}, 'state: [String!]');
    expect(idsOf(found.items)).toEqual(idsOf(items.filter(({ status }) => status === 'done')));
  });
});
