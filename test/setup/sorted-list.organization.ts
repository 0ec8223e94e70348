import type { Item, SortedListCase } from './sorted-list.js';
import { insertRows, lowered, openCompanies, type PersonOwner, printed, ROWS, text } from './sorted-list.people.js';

const ORGANIZATION = '(select organization_id from member where user_id = $2 limit 1)';

const running =
  (statement: string): SortedListCase['seed'] =>
  (of, owner, from, to) =>
    insertRows(of, (owner as PersonOwner).person, from, to, statement);
const inserting = (statement: string): SortedListCase['seed'] => running(`${statement} from ${ROWS}`);

const ofOrganization = {
  declared: '$organizationId: ID!',
  standard: '-created',
  oldKey: ({ id }: Item) => id.slice(4),
  open: openCompanies,
};

export const invitations: SortedListCase = {
  ...ofOrganization,
  operation: 'invitations',
  selection: '{ id email role createdAt }',
  sorts: { created: printed('id'), email: lowered('email'), role: printed('role') },
  naming: (item) => [text(item, 'email')],
  table: 'invitation',
  seed: inserting(`insert into invitation (id, organization_id, email, role, invited_by, created_at, expires_at, revoked_at)
    select id, ${ORGANIZATION}, name, case number % 2 when 0 then 'admin' else 'member' end, $2, at, at, at`),
};

export const imports: SortedListCase = {
  ...ofOrganization,
  operation: 'csvImports',
  selection: '{ id fileName status productId counts { refused } createdAt }',
  sorts: {
    created: printed('id'),
    state: printed('status'),
    refused: ({ counts }) => (counts as { refused: number }).refused,
  },
  naming: (item) => [text(item, 'fileName')],
  timeOf: printed('createdAt'),
  table: 'csv_import',
  seed: inserting(`insert into csv_import (organization_id, id, product_uuid, file_name, status, columns, total, pieces, refused, created_at, created_by)
    select ${ORGANIZATION}, id, (select id from product where organization_id = ${ORGANIZATION} limit 1), name,
      case number % 3 when 0 then 'done' else 'failed' end, '[]', 1, 1, number % 4, at, $2`),
};

const instant = (name: string) => (item: Item) => (item[name] === null ? null : text(item, name));

export const products: SortedListCase = {
  ...ofOrganization,
  operation: 'products',
  selection: '{ id productId name createdAt lastEventAt events7d }',
  sorts: {
    productId: printed('productId'),
    name: printed('name'),
    createdAt: printed('createdAt'),
    lastEventAt: instant('lastEventAt'),
    events7d: ({ events7d }) => Number(events7d),
  },
  standard: 'productId',
  readsAll: ['name', 'createdAt', 'lastEventAt', 'events7d'],
  naming: (item) => [text(item, 'productId'), text(item, 'name')],
  table: 'product',
  oldKey: printed('productId'),
  seed: running(`with numbered as (select ${ORGANIZATION} as organization_id, row.* from ${ROWS}),
    made as (insert into product (organization_id, id, product_id, name, type, created_at)
      select organization_id, id, id::text, name, 'api', at from numbered)
    insert into adoption_received (organization_id, product_uuid, day, source, event_name, event_family, events, last_at)
    select organization_id, id, current_date - day, 'api', 'SEEDED', 'none', number % 4, at
    from numbered, (values (0), (20)) as days(day) where number % 3 > 0 and (day = 0 or number % 5 > 0)`),
};

const ROW = `('x' || substr(id::text, 1, 8))::bit(32)::int`;

export const audit: SortedListCase = {
  ...ofOrganization,
  operation: 'auditEntries',
  selection: '{ id at actor action resource resourceId requestId }',
  sorts: { at: printed('at') },
  standard: '-at',
  naming: (item) => ['action', 'resource', 'resourceId', 'actor'].map((name) => text(item, name)),
  timeOf: printed('at'),
  table: 'audit_entry',
  oldKey: (item) => text(item, 'requestId'),
  seed: inserting(`insert into audit_entry (organization_id, id, sequence, at, actor, action, resource, resource_id, values_digest, request_id, prev_hash, hash)
    select ${ORGANIZATION}, id, 1000 + ${ROW}, timestamptz '2090-01-01T00:00:00Z' + ${ROW} * interval '1 second',
      case number % 3 when 0 then 'tok_' || id when 1 then 'usr_' || id else 'system' end,
      case number % 2 when 0 then 'member.invite' else 'members_only' end, 'thing', name, '', 1000 + ${ROW}, '', ''`),
};

export const enterpriseKeys: SortedListCase = {
  ...ofOrganization,
  operation: 'enterpriseKeys',
  selection: '{ id: keyId name expiresAt createdAt }',
  sorts: { created: printed('id'), name: lowered('name'), expires: printed('expiresAt') },
  naming: (item) => [text(item, 'name')],
  table: 'credential',
  seed: inserting(`insert into credential (id, kind, hash, hint, name, organization_id, product_uuid, created_by, created_at, expires_at)
    select id, 'enterprise_key', sha256(id::text::bytea), 'dae_…x', name, ${ORGANIZATION},
      (select id from product where organization_id = ${ORGANIZATION} limit 1), $2, at, at + number % 3 * interval '1 day'`),
};
