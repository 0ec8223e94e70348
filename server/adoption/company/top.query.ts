import type { EntityManager } from '@mikro-orm/postgresql';
import { evidenceOf, type SqlPart } from '../evidence/index.js';
import type { AdoptionOfAccount, AdoptionOfDeveloper } from './company-adoption.types.js';
import { AdoptionOrder } from './company-args.types.js';
import type { CompanyScope } from './company-scope.read.js';

/** Which rows of a list are read: a part of the name, and after which row of the order. */
export interface TopPage {
  /** All rows when absent. */
  readonly limit?: number;
  readonly sort: AdoptionOrder;
  readonly q?: string | null;
  /** Value and name of the last row that was seen. */
  readonly after?: readonly [value: string, name: string] | null;
}

/** What a list is ordered by, as it is compared, and the type of the value in a cursor. */
const ORDERS: Record<AdoptionOrder, { readonly value: string; readonly type: string } | null> = {
  [AdoptionOrder.events]: { value: 'events', type: 'bigint' },
  [AdoptionOrder.firstSeen]: { value: 'first_at', type: 'timestamptz' },
  [AdoptionOrder.lastSeen]: { value: 'last_at', type: 'timestamptz' },
  [AdoptionOrder.name]: null,
};

/** `page`: the rows of a list by the name in a column, with the place of each in the order. */
function pageOf(
  { scope, window, counted, family }: CompanyScope,
  column: 'developer_id' | 'account_domain',
  { limit, sort, q, after }: TopPage,
): SqlPart {
  const order = ORDERS[sort];
  const conditions: string[] = [];
  const values: unknown[] = [];
  if (after) {
    conditions.push(
      order ? `(${order.value} < ?::${order.type} or (${order.value} = ?::${order.type} and name > ?))` : 'name > ?',
    );
    values.push(...(order ? [after[0], after[0], after[1]] : [after[1]]));
  }
  const seen = 'sum(events)::bigint as events, min(first_at) as first_at, max(last_at) as last_at';
  return {
    text: `${scope.text},
acts as (
  select ${column} as name, developer_id, ${seen} from adoption_activity join scope using (organization_id, product_uuid)
  where data_label = ? and day between ?::date and ?::date ${column === 'account_domain' ? "and account_domain <> ''" : ''}
    ${family ? 'and event_family = ?' : ''} ${q ? `and position(lower(?) in lower(${column})) > 0` : ''}
  group by ${column}, developer_id),
page as (
  select * from (select name, count(*) as developers, ${seen} from acts group by name) found
  ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
  order by ${order ? `${order.value} desc, ` : ''}name limit ${limit ?? 'all'})`,
    values: [
      ...scope.values,
      counted,
      window.from,
      window.to,
      ...(family ? [family] : []),
      ...(q ? [q] : []),
      ...values,
    ],
  };
}

/** A row and its place in the order. */
export interface Placed<T> {
  readonly item: T;
  readonly place: readonly [value: string, name: string];
}

/** An account or a developer with events in the window. */
export interface SeenRow {
  readonly name: string;
  readonly events: string;
  readonly developers: string;
  readonly first_at: string;
  readonly last_at: string;
  readonly activated_at: string | null;
  readonly returned_at?: string | null;
}

export interface TopRow extends SeenRow {
  readonly place: string;
}

const dateOrNull = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);
const placeOf = (sort: AdoptionOrder): string => `p.${ORDERS[sort]?.value ?? 'name'}::text as place`;
const inOrder = (sort: AdoptionOrder): string => {
  const order = ORDERS[sort];
  return `order by ${order ? `p.${order.value} desc, ` : ''}p.name`;
};

/** The first activation of the account that a row names; its value is the label. */
export const activatedAt = (row: string): string => `(
  select min(a.activated_at) from adoption_account a join scope using (organization_id, product_uuid)
  where a.data_label = ? and a.account_domain = ${row}.name)`;

/** Accounts with events in the window, in the order of a list. */
export function topAccounts(scope: CompanyScope, page: TopPage): SqlPart {
  const part = pageOf(scope, 'account_domain', page);
  return {
    text: `with ${part.text}
select p.*, ${placeOf(page.sort)}, ${activatedAt('p')} as activated_at from page p ${inOrder(page.sort)}`,
    values: [...part.values, scope.counted],
  };
}

/** Developers with events in the window, in the order of a list. */
export function topDevelopers(scope: CompanyScope, page: TopPage): SqlPart {
  const part = pageOf(scope, 'developer_id', page);
  const evidence = evidenceOf(scope.counted, { among: 'page' });
  return {
    text: `with ${part.text},
${evidence.text}
select p.*, ${placeOf(page.sort)}, e.activated_at, e.returned_at from page p left join evidence e on e.developer_id = p.name
${inOrder(page.sort)}`,
    values: [...part.values, ...evidence.values],
  };
}

export const accountOf = (row: SeenRow): AdoptionOfAccount => ({
  accountDomain: row.name,
  events: Number(row.events),
  developers: Number(row.developers),
  firstSeen: new Date(row.first_at),
  lastSeen: new Date(row.last_at),
  activatedAt: dateOrNull(row.activated_at),
});

export const developerOf = (row: SeenRow): AdoptionOfDeveloper => ({
  developerId: row.name,
  events: Number(row.events),
  firstSeen: new Date(row.first_at),
  lastSeen: new Date(row.last_at),
  activatedAt: dateOrNull(row.activated_at),
  retainedAt: dateOrNull(row.returned_at),
});

const placed =
  <T>(itemOf: (row: TopRow) => T) =>
  (row: TopRow): Placed<T> => ({ place: [row.place, row.name], item: itemOf(row) });

export async function readTopAccounts(
  em: EntityManager,
  scope: CompanyScope,
  page: TopPage,
): Promise<Placed<AdoptionOfAccount>[]> {
  const { text, values } = topAccounts(scope, page);
  return (await em.execute<TopRow[]>(text, [...values])).map(placed(accountOf));
}

export async function readTopDevelopers(
  em: EntityManager,
  scope: CompanyScope,
  page: TopPage,
): Promise<Placed<AdoptionOfDeveloper>[]> {
  const { text, values } = topDevelopers(scope, page);
  return (await em.execute<TopRow[]>(text, [...values])).map(placed(developerOf));
}
