import type { TestApp } from './app.js';
import type { Item, ListOwner, SortedListCase } from './sorted-list.js';
import {
  insertRows,
  lowered,
  openCompanies,
  openPeople,
  type PersonOwner,
  printed,
  ROWS,
  text,
} from './sorted-list.people.js';

export const toolOf = (item: Item) => item.tool as { slug: string; name: string };

/** Some tools of the starter catalog by the number of a row, of which several have the same. */
const TOOL = '(array(select id from tool order by slug limit 4))[number % 4 + 1]';

export const receipts: SortedListCase = {
  operation: 'usage',
  items: 'receipts',
  selection: '{ id tool { slug name } receiptType state success createdAt projectId }',
  sorts: {
    created: printed('id'),
    tool: (item) => toolOf(item).name.toLowerCase(),
    state: printed('state'),
  },
  readsAll: ['tool'],
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

export const tokens: SortedListCase = {
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
  readsAll: ['offer'],
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

export const mine: SortedListCase = { ...claims, operation: 'myClaims', open: openPeople };

export const ofVendor: SortedListCase = {
  ...claims,
  operation: 'offerClaims',
  declared: '$organizationId: ID!',
  open: openCompanies,
};
