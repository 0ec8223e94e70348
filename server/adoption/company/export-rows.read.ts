import type { EntityManager } from '@mikro-orm/postgresql';
import { findProductIds } from '../../accounts/index.js';
import type { Cell } from '../../platform/csv-text.rules.js';
import { type Columns, NamedStatement, type NamedValues, type RowOf } from '../../platform/database/bare-statement.js';
import { publicId } from '../../platform/ids.js';
import { eventLabel } from '../../tracking/index.js';
import { readCover } from './activity.read.js';
import { type CompanyScope, OF_FAMILY, SCOPE, valuesIn } from './company-scope.read.js';
import { readDays } from './counts.read.js';
import { ACCOUNTS, accountOf, DEVELOPERS, developerOf, listed, type TopPage } from './top.query.js';

/** Rows that are read and written at once: an export of any length holds no more of them. */
const ROWS_AT_ONCE = 1_000;

export const exported = ['days', 'accounts', 'developers', 'events'] as const;
export type Exported = (typeof exported)[number];

/** One line of an export: the same members in every line. */
export type ExportRow = Readonly<Record<string, Cell>>;

/** The members of each kind of line, in their order. */
export const exportColumns: Record<Exported, readonly string[]> = {
  days: ['day', 'events', 'developers', 'accounts'],
  accounts: ['accountDomain', 'events', 'developers', 'firstSeen', 'lastSeen', 'activatedAt'],
  developers: ['developerId', 'events', 'firstSeen', 'lastSeen', 'activatedAt', 'retainedAt'],
  events: [
    'eventId',
    'idempotencyKey',
    'productId',
    'event_name',
    'event_family',
    'developer_id',
    'account_domain',
    'campaignId',
    'occurredAt',
    'receivedAt',
    'source',
    'label',
    'vendorOwnDomain',
  ],
};

/** The lines of an export, some at a time, within the caller's transaction. */
export async function* readExportRows(
  em: EntityManager,
  scope: CompanyScope,
  what: Exported,
  today: string,
): AsyncGenerator<ExportRow[]> {
  const all: TopPage<'events'> = { sort: 'events', descending: true };
  if (what === 'days')
    yield (await readDays(em, scope, today)).map(({ day, events, developers, accounts }) => ({
      day,
      events,
      developers,
      accounts,
    }));
  else if (what === 'accounts') {
    const { statement, own } = listed(ACCOUNTS, all);
    for await (const rows of fetchAll(em, statement, { ...valuesIn(scope), ...own, ...(await readCover(em, scope)) }))
      yield rows.map((row) => ({ ...accountOf(row) }));
  } else if (what === 'developers') {
    const { statement, own } = listed(DEVELOPERS, all);
    for await (const rows of fetchAll(em, statement, { ...valuesIn(scope), ...own, ...(await readCover(em, scope)) }))
      yield rows.map((row) => ({ ...developerOf(row) }));
  } else yield* readEvents(em, scope);
}

/** The rows of a statement by a cursor of the database, which lives as long as the transaction. */
async function* fetchAll<C extends Columns>(
  em: EntityManager,
  statement: NamedStatement<C>,
  values: NamedValues,
): AsyncGenerator<RowOf<NamedStatement<C>>[]> {
  await em.execute(`declare exported no scroll cursor for ${statement.text}`, statement.valuesOf(values));
  for (;;) {
    const rows = await em.execute<RowOf<NamedStatement<C>>[]>(`fetch ${ROWS_AT_ONCE} from exported`);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

export const EVENTS = new NamedStatement(
  {
    id: 'uuid',
    idempotency_key: 'text',
    product_uuid: 'uuid',
    event_name: 'text',
    event_family: 'text?',
    developer_id: 'text',
    account_domain: 'text?',
    campaign_id: 'text?',
    occurred_at: 'timestamp with time zone?',
    received_at: 'timestamp with time zone',
    source: 'text',
    data_label: 'text',
    vendor_own_domain: 'boolean',
  },
  `with ${SCOPE}
select e.id, e.idempotency_key, e.product_uuid, e.event_name, e.event_family, e.developer_id, e.account_domain, e.campaign_id, e.occurred_at,
  e.received_at, e.source, e.data_label, e.vendor_own_domain
from tracking_event e join scope using (organization_id, product_uuid)
where (coalesce(e.occurred_at, e.received_at) at time zone 'utc')::date between :from::date and :to::date and ${OF_FAMILY}
order by e.organization_id, e.id`,
);

/** What arrived in the window, whether it counts or not, in the order in which it was received. */
async function* readEvents(em: EntityManager, scope: CompanyScope): AsyncGenerator<ExportRow[]> {
  const { organizationId } = scope;
  const names = await findProductIds(em, [organizationId]);
  for await (const rows of fetchAll(em, EVENTS, valuesIn(scope)))
    yield rows.map((row) => ({
      eventId: publicId('evt', row.id),
      idempotencyKey: row.idempotency_key,
      productId: names.get(row.product_uuid) ?? null,
      event_name: row.event_name,
      event_family: row.event_family,
      developer_id: row.developer_id,
      account_domain: row.account_domain,
      campaignId: row.campaign_id,
      occurredAt: row.occurred_at,
      receivedAt: row.received_at,
      source: row.source,
      label: eventLabel(row.source, row.data_label),
      vendorOwnDomain: row.vendor_own_domain,
    }));
}
