import type { EntityManager } from '@mikro-orm/postgresql';
import { Product } from '../../accounts/index.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { eventLabel } from '../../tracking/index.js';
import type { SqlPart } from '../evidence/index.js';
import type { CompanyScope } from './company-scope.read.js';
import { readDays } from './counts.read.js';
import type { Cell } from './export-text.rules.js';
import { accountOf, developerOf, type TopRow, topAccounts, topDevelopers } from './top.query.js';

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
  const all = { sort: '-events' } as const;
  if (what === 'days')
    yield (await readDays(em, scope, today)).map(({ day, events, developers, accounts }) => ({
      day,
      events,
      developers,
      accounts,
    }));
  else if (what === 'accounts')
    for await (const rows of fetchAll<TopRow>(em, topAccounts(scope, all)))
      yield rows.map((row) => ({ ...accountOf(row) }));
  else if (what === 'developers')
    for await (const rows of fetchAll<TopRow>(em, topDevelopers(scope, all)))
      yield rows.map((row) => ({ ...developerOf(row) }));
  else yield* readEvents(em, scope);
}

/** The rows of a statement by a cursor of the database, which lives as long as the transaction. */
async function* fetchAll<T>(em: EntityManager, { text, values }: SqlPart): AsyncGenerator<T[]> {
  await em.execute(`declare exported no scroll cursor for ${text}`, [...values]);
  for (;;) {
    const rows = await em.execute<T[]>(`fetch ${ROWS_AT_ONCE} from exported`);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

interface EventRow {
  readonly id: string;
  readonly idempotency_key: string;
  readonly product_uuid: string;
  readonly event_name: string;
  readonly event_family: string | null;
  readonly developer_id: string;
  readonly account_domain: string | null;
  readonly campaign_id: string | null;
  readonly occurred_at: string | null;
  readonly received_at: string;
  readonly source: string;
  readonly data_label: string;
  readonly vendor_own_domain: boolean;
}

/** What arrived in the window, whether it counts or not, in the order in which it was received. */
async function* readEvents(em: EntityManager, scope: CompanyScope): AsyncGenerator<ExportRow[]> {
  const { organizationId, scope: products, window, family } = scope;
  const named = await em.find(
    Product,
    { organization: organizationId },
    { fields: ['productId'], disableIdentityMap: true },
  );
  const names = new Map(named.map(({ id, productId }) => [uuidOf('prd', id), productId]));
  const part = {
    text: `with ${products.text}
select e.id, e.idempotency_key, e.product_uuid, e.event_name, e.event_family, e.developer_id, e.account_domain, e.campaign_id, e.occurred_at,
  e.received_at, e.source, e.data_label, e.vendor_own_domain
from tracking_event e join scope using (organization_id, product_uuid)
where (coalesce(e.occurred_at, e.received_at) at time zone 'utc')::date between ?::date and ?::date
  ${family ? 'and e.event_family = ?' : ''} order by e.organization_id, e.id`,
    values: [...products.values, window.from, window.to, ...(family ? [family] : [])],
  };
  for await (const rows of fetchAll<EventRow>(em, part))
    yield rows.map((row) => ({
      eventId: publicId('evt', row.id),
      idempotencyKey: row.idempotency_key,
      productId: names.get(row.product_uuid) ?? null,
      event_name: row.event_name,
      event_family: row.event_family,
      developer_id: row.developer_id,
      account_domain: row.account_domain,
      campaignId: row.campaign_id,
      occurredAt: row.occurred_at === null ? null : new Date(row.occurred_at),
      receivedAt: new Date(row.received_at),
      source: row.source,
      label: eventLabel(row.source, row.data_label),
      vendorOwnDomain: row.vendor_own_domain,
    }));
}
