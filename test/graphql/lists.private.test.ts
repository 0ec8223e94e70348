import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { askList, type Item, idsOf, type ListOwner, type SortedListCase } from '../setup/sorted-list.js';
import {
  insertRows,
  lowered,
  openCompanies,
  openPeople,
  type PersonOwner,
  printed,
  ROWS,
  text,
} from '../setup/sorted-list.people.js';
import { testSortedList } from '../setup/sorted-list.tests.js';
import { makeToken } from '../setup/tokens.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const toolOf = (item: Item) => item.tool as { slug: string; name: string };
/** Some tools of the starter catalog by the number of a row, of which several have the same. */
const TOOL = '(select id from tool order by slug offset number % 4 limit 1)';

const receipts: SortedListCase = {
  operation: 'usage',
  items: 'receipts',
  selection: '{ id tool { slug name } receiptType state success createdAt projectId }',
  sorts: {
    created: printed('id'),
    tool: (item) => toolOf(item).name.toLowerCase(),
    state: printed('state'),
  },
  standard: '-created',
  naming: (item) => [toolOf(item).name, toolOf(item).slug, text(item, 'receiptType')],
  timeOf: printed('createdAt'),
  table: 'usage_receipt',
  oldKey: ({ id }) => id.slice(4),
  open: openPeople,
  seed: (of, owner, from, to) =>
    insertRows(
      of,
      (owner as PersonOwner).person,
      from,
      to,
      `insert into usage_receipt (user_id, id, idempotency_key, tool_id, receipt_type, success, state, project_id, connection_id, organization_id, product_uuid, created_at, updated_at)
       select $2, id, id, ${TOOL}, case number % 2 when 0 then 'search' else 'api_call' end, case number % 3 when 0 then true when 1 then false end,
         case number % 3 when 0 then 'stored' else 'failed' end, case when number % 5 = 0 then $2::uuid end, $2, $2, $2, at, at from ${ROWS}`,
    ),
};
describe('usage', () => {
  testSortedList(receipts, () => app);

  it.each<[string, unknown, (item: Item) => boolean]>([
    ['state: [UsageReceiptState!]', ['stored'], ({ state }) => state === 'stored'],
    ['result: ReceiptResult', 'succeeded', ({ success }) => success === true],
    ['result: ReceiptResult', 'failed', ({ success }) => success === false],
    ['result: ReceiptResult', 'unknown', ({ success }) => success === null],
  ])('has those of a filter alone: %s %s', async (declared, value, isWanted) => {
    const { owner } = await openPeople(app);
    await receipts.seed(app, owner, 1, 12);
    const { items } = await askList(app, receipts, owner, {});
    const variables = { [declared.split(':')[0] ?? '']: value };
    const found = await askList(app, receipts, { ...owner, variables }, {}, declared);
    expect(idsOf(found.items)).toEqual(idsOf(items.filter(isWanted)));
    expect(found.items.length).toBeGreaterThan(0);
  });

  it('has those of a tool and of a project alone', async () => {
    const { owner } = await openPeople(app);
    await receipts.seed(app, owner, 1, 12);
    const { items } = await askList(app, receipts, owner, {});
    const slug = toolOf(items[0] as Item).slug;
    const ofTool = await askList(app, receipts, { ...owner, variables: { toolSlug: slug } }, {}, 'toolSlug: String');
    expect(idsOf(ofTool.items)).toEqual(idsOf(items.filter((one) => toolOf(one).slug === slug)));
    const projectId = `prj_${owner.person}`;
    const ofProject = await askList(app, receipts, { ...owner, variables: { projectId } }, {}, 'projectId: ID');
    expect(idsOf(ofProject.items)).toEqual(idsOf(items.filter((one) => one.projectId === projectId)));
    expect(ofProject.items).toHaveLength(2);
  });

  it('is sorted at its REST path as well', async () => {
    const { owner } = await openPeople(app);
    await receipts.seed(app, owner, 1, 8);
    const { token } = await makeToken(
      app,
      { cookie: owner.caller.cookie ?? '' },
      { name: 'CI', scopes: ['project:read'] },
    );
    const read = (sort: string) =>
      ask<{ receipts: Item[] }>(`${app.url}/api/me/usage?sort=${sort}&q=a&since=2026-01-01`, { token });
    const { items } = await askList(app, receipts, owner, { sort: 'tool', q: 'a' });
    expect(idsOf((await read('tool')).body.receipts)).toEqual(idsOf(items));
    expect((await read('cost')).status).toBe(400);
  });
});

const tokens: SortedListCase = {
  operation: 'workflowTokens',
  items: 'tokens',
  selection: '{ id name expiresAt revokedAt createdAt }',
  sorts: { created: printed('id'), name: lowered('name'), expires: printed('expiresAt') },
  standard: '-created',
  naming: (item) => [text(item, 'name')],
  table: 'credential',
  oldKey: ({ id }) => id.slice(4),
  open: openPeople,
  seed: (of, owner, from, to) =>
    insertRows(
      of,
      (owner as PersonOwner).person,
      from,
      to,
      `insert into credential (id, kind, hash, hint, name, user_id, scopes, created_at, expires_at, revoked_at)
       select id, 'workflow_token', uuid_send(id), 'dai_…', name, $2, '["project:read"]', at, at + interval '50 years' * (number % 2),
         case when number % 3 = 0 then at end from ${ROWS}`,
    ),
};
describe('workflowTokens', () => {
  testSortedList(tokens, () => app);

  it('has those of some states alone, as they are now', async () => {
    const { owner } = await openPeople(app);
    await tokens.seed(app, owner, 1, 12);
    const { items } = await askList(app, tokens, owner, {});
    const stateOf = ({ revokedAt, expiresAt }: Item) =>
      revokedAt ? 'revoked' : String(expiresAt) > '2030' ? 'active' : 'expired';
    for (const state of [['active'], ['expired'], ['revoked'], ['active', 'revoked']]) {
      const found = await askList(app, tokens, { ...owner, variables: { state } }, {}, 'state: [TokenState!]');
      expect(idsOf(found.items)).toEqual(idsOf(items.filter((item) => state.includes(stateOf(item)))));
      expect(found.items.length).toBeGreaterThan(0);
    }
  });
});

/** Offers of the first organization that a person is in, or of any: a person has one open claim on each. */
const OFFERS = `insert into offer (id, slug, title, summary, kind, claim, eligibility, organization_id, origin, version, vendor_name, created_at, updated_at)
  select id, 'o-' || id, name, 'Saves', 'credits', 'native', '{"rules":[],"other":[]}',
    coalesce((select organization_id from member where user_id = $2 limit 1), (select id from organization limit 1)),
    'reviewer', 1, 'Vendor', at, at from ${ROWS}`;
const CLAIMS = `insert into offer_claim (id, offer_id, user_id, state, facts, created_at, updated_at)
  select id, id, $2, case number % 3 when 0 then 'requested' when 1 then 'approved' else 'withdrawn' end, '{}', at, at from ${ROWS}`;
const titleOf = (item: Item): string => (item.offer as { title: string }).title;
const claims = {
  selection: '{ id state createdAt updatedAt offer { title } }',
  sorts: {
    created: printed('id'),
    updated: printed('updatedAt'),
    state: printed('state'),
    offer: (item: Item) => titleOf(item).toLowerCase(),
  },
  standard: '-created',
  naming: (item: Item) => [titleOf(item), 'Vendor'],
  timeOf: printed('updatedAt'),
  table: 'offer_claim',
  oldKey: ({ id }: Item) => id.slice(4),
  seed: async (of: TestApp, owner: ListOwner, from: number, to: number) => {
    const { person } = owner as PersonOwner;
    await insertRows(of, person, from, to, OFFERS);
    await insertRows(of, person, from, to, CLAIMS);
  },
};
const mine: SortedListCase = { ...claims, operation: 'myClaims', open: openPeople };
const ofVendor: SortedListCase = {
  ...claims,
  operation: 'offerClaims',
  declared: '$organizationId: ID!',
  open: openCompanies,
};

describe.each([
  ['myClaims', mine],
  ['offerClaims', ofVendor],
])('%s', (_name, list) => {
  testSortedList(list, () => app);

  it('has those of some states alone', async () => {
    const { owner } = await list.open(app);
    await list.seed(app, owner, 1, 12);
    const { items } = await askList(app, list, owner, {});
    const variables = { ...owner.variables, states: ['approved', 'withdrawn'] };
    const found = await askList(app, list, { ...owner, variables }, {}, 'states: [ClaimState!]');
    expect(idsOf(found.items)).toEqual(idsOf(items.filter(({ state }) => state !== 'requested')));
  });
});
