import type { EntityManager } from '@mikro-orm/postgresql';
import type { SortPlace } from '../../platform/paging/sort.place.js';
import { evidenceOf, type SqlPart } from '../evidence/index.js';
import type { AdoptionOfAccount, AdoptionOfDeveloper } from './company-adoption.types.js';
import type { SeenSort } from './company-args.types.js';
import type { CompanyScope } from './company-scope.read.js';

/** Which rows of a list are read, and in what order. */
export interface TopPage {
  /** All rows when absent. */
  readonly limit?: number;
  /** `name` ascending, `-name` descending; rows that are equal stand by name. */
  readonly sort: SeenSort | `-${SeenSort}`;
  /** A part of the name. */
  readonly q?: string | null | undefined;
  /** Events of this developer, or of this account, alone. */
  readonly developer?: string | null | undefined;
  readonly account?: string | null | undefined;
  /** Where the page before ended. */
  readonly after?: SortPlace | null;
}

interface Order {
  readonly value: string;
  readonly type: 'number' | 'time';
  /** True for what is known of the developers' evidence alone. */
  readonly ofEvidence?: boolean;
}

/** What a list is ordered by, as a column of its rows; null: by the name alone. */
const ORDERS: Record<SeenSort, Order | null> = {
  name: null,
  events: { value: 'events', type: 'number' },
  developers: { value: 'developers', type: 'number' },
  firstSeen: { value: 'first_at', type: 'time' },
  lastSeen: { value: 'last_at', type: 'time' },
  activatedAt: { value: 'activated_at', type: 'time', ofEvidence: true },
  retainedAt: { value: 'returned_at', type: 'time', ofEvidence: true },
};
const CASTS = { number: 'bigint', time: 'timestamptz' } as const;

/** The column of an order, and how values in its cursors look. */
export const orderOf = (sort: TopPage['sort']): Order | null => ORDERS[nameOf(sort)];
const nameOf = (sort: TopPage['sort']): SeenSort => sort.replace('-', '') as SeenSort; // the type has no other texts
const isDescending = (sort: TopPage['sort']): boolean => sort.startsWith('-');

/** Nulls come last in both directions; what is equal stands by name. */
function inOrder({ sort }: TopPage): string {
  const order = orderOf(sort);
  const direction = isDescending(sort) ? 'desc' : 'asc';
  return order ? `order by ${order.value} ${direction} nulls last, name` : `order by name ${direction}`;
}

/** The condition of the rows behind a place. */
function behind({ sort, after }: TopPage): SqlPart {
  if (!after) return { text: '', values: [] };
  const order = orderOf(sort);
  const beyond = isDescending(sort) ? '<' : '>';
  if (!order) return { text: `where name ${beyond} ?`, values: [after.tie] };
  const { value, type } = order;
  if (after.value === null) return { text: `where ${value} is null and name > ?`, values: [after.tie] };
  const last = `?::${CASTS[type]}`;
  return {
    text: `where ${value} ${beyond} ${last} or (${value} = ${last} and name > ?) or ${value} is null`,
    values: [after.value, after.value, after.tie],
  };
}

/** `found`: the rows of a list by the name in a column, without order. */
function foundIn(
  { scope, window, counted, family }: CompanyScope,
  column: 'developer_id' | 'account_domain',
  { q, developer, account }: TopPage,
): SqlPart {
  const seen = 'sum(events)::bigint as events, min(first_at) as first_at, max(last_at) as last_at';
  const narrowed: readonly (readonly [condition: string, value: string | null | undefined])[] = [
    ['event_family = ?', family],
    ['developer_id = ?', developer],
    ['account_domain = ?', account],
    [`position(lower(?) in lower(${column})) > 0`, q],
  ];
  const given = narrowed.filter(([, value]) => value);
  return {
    text: `${scope.text},
acts as (
  select ${column} as name, developer_id, ${seen} from adoption_activity join scope using (organization_id, product_uuid)
  where data_label = ? and day between ?::date and ?::date ${column === 'account_domain' ? "and account_domain <> ''" : ''}
    ${given.map(([condition]) => `and ${condition}`).join(' ')}
  group by ${column}, developer_id),
found as materialized (select name, count(*) as developers, ${seen} from acts group by name)`,
    values: [...scope.values, counted, window.from, window.to, ...given.map(([, value]) => value)],
  };
}

/** A row and its place in the order. */
export interface Placed<T> {
  readonly item: T;
  readonly place: SortPlace;
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
  readonly place: string | null;
}

const dateOrNull = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);
/** The first activation of the account that a row names; its value is the label. */
export const activatedAt = (row: string): string => `(
  select min(a.activated_at) from adoption_account a join scope using (organization_id, product_uuid)
  where a.data_label = ? and a.account_domain = ${row}.name)`;

/** Everything of `page`, which has the rows of a list that are read, with the place of each. */
const placed = ({ sort }: TopPage): string => `page.*, ${orderOf(sort)?.value ?? 'null'}::text as place from page`;

/** Accounts with events in the window, in the order of a list. */
export function topAccounts(scope: CompanyScope, page: TopPage): SqlPart {
  const [found, rest] = [foundIn(scope, 'account_domain', page), behind(page)];
  const limit = page.limit ?? 'all';
  if (orderOf(page.sort)?.ofEvidence)
    return {
      text: `with ${found.text},
firsts as (
  select account_domain as name, min(activated_at) as activated_at from adoption_account join scope using (organization_id, product_uuid)
  where data_label = ? group by 1),
page as (select * from found left join firsts using (name) ${rest.text} ${inOrder(page)} limit ${limit})
select ${placed(page)} ${inOrder(page)}`,
      values: [...found.values, scope.counted, ...rest.values],
    };
  return {
    text: `with ${found.text},
first as (select * from found ${rest.text} ${inOrder(page)} limit ${limit}),
page as (select first.*, ${activatedAt('first')} as activated_at from first)
select ${placed(page)} ${inOrder(page)}`,
    values: [...found.values, ...rest.values, scope.counted],
  };
}

/** Developers with events in the window, in the order of a list. */
export function topDevelopers(scope: CompanyScope, page: TopPage): SqlPart {
  const [found, rest] = [foundIn(scope, 'developer_id', page), behind(page)];
  const limit = page.limit ?? 'all';
  const joined = (rows: string) =>
    `${rows}.*, e.activated_at, e.returned_at from ${rows} left join evidence e on e.developer_id = ${rows}.name`;
  if (orderOf(page.sort)?.ofEvidence) {
    const evidence = evidenceOf(scope.counted, { among: 'found' });
    return {
      text: `with ${found.text},
${evidence.text},
page as (select * from (select ${joined('found')}) known ${rest.text} ${inOrder(page)} limit ${limit})
select ${placed(page)} ${inOrder(page)}`,
      values: [...found.values, ...evidence.values, ...rest.values],
    };
  }
  const evidence = evidenceOf(scope.counted, { among: 'first' });
  return {
    text: `with ${found.text},
first as materialized (select * from found ${rest.text} ${inOrder(page)} limit ${limit}),
${evidence.text},
page as (select ${joined('first')})
select ${placed(page)} ${inOrder(page)}`,
    values: [...found.values, ...rest.values, ...evidence.values],
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

const withPlace =
  <T>(itemOf: (row: TopRow) => T) =>
  (row: TopRow): Placed<T> => ({ place: { value: row.place, tie: row.name }, item: itemOf(row) });

export async function readTopAccounts(
  em: EntityManager,
  scope: CompanyScope,
  page: TopPage,
): Promise<Placed<AdoptionOfAccount>[]> {
  const { text, values } = topAccounts(scope, page);
  return (await em.execute<TopRow[]>(text, [...values])).map(withPlace(accountOf));
}

export async function readTopDevelopers(
  em: EntityManager,
  scope: CompanyScope,
  page: TopPage,
): Promise<Placed<AdoptionOfDeveloper>[]> {
  const { text, values } = topDevelopers(scope, page);
  return (await em.execute<TopRow[]>(text, [...values])).map(withPlace(developerOf));
}
