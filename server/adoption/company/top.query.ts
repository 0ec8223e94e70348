import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement, type NamedValues, type RowOf } from '../../platform/database/bare-statement.js';
import type { SortPlace } from '../../platform/paging/sort.place.js';
import { addDays, daysOf } from '../day.rules.js';
import { evidenceText, OF_ORGANIZATION, SCOPE } from '../evidence/index.js';
import { FIRST_DAY, FOUR_WEEKS, IN_ACTIVITY, WEEK, WITH_LENGTHS } from '../folding/index.js';
import type { AdoptionOfAccount, AdoptionOfDeveloper } from './company-adoption.types.js';
import { type CompanyScope, IN_SCOPE, OF_FAMILY, readScoped } from './company-scope.query.js';
import type { AccountSort, DeveloperSort, SeenSort } from './company-view.types.js';

/** Sums over the activity of one person or account. */
export const SEEN = 'sum(events)::bigint as events, min(first_at) as first_at, max(last_at) as last_at';

const periodsOf = (days: number, firsts: string): string =>
  `adoption_period_activity where ${IN_SCOPE} and data_label = :label and days = ${days}
    and event_family = coalesce(:family, '') and first_day = any(:${firsts}::date[])`;

/**
 * The activity of a window, as what stands after `from`: added up by `who` over single days, and over the periods in place of others, which
 * is left to be added up once more. Only of a table by itself does the planner know how few groups there are, and reads it with several
 * processes. Its values are those of `readCover`.
 */
export function activityText(who: string, where = 'true'): string {
  const seen = (rows: string): string => `select ${who}, ${SEEN} from ${rows} and ${where} group by ${who}`;
  return `(
    ${seen(`adoption_activity where ${IN_SCOPE} and data_label = :label and day = any(:days::date[]) and ${OF_FAMILY}`)}
    union all ${seen(periodsOf(WEEK, 'weeks'))}
    union all ${seen(periodsOf(FOUR_WEEKS, 'fourweeks'))}) activity`;
}

/**
 * The periods within a window whose rows have all events: folding counts an event into `adoption_count` and into the activity at once, so
 * that one which came since they were compacted shows in the difference. Of several products all have to be complete.
 */
export const COMPLETE = new NamedStatement(
  { days: 'integer', first: 'text' },
  `with counted as (
  select length.days, ${FIRST_DAY} as first_day, sum(c.events) as events from adoption_count c ${WITH_LENGTHS}
  where ${IN_SCOPE} and ${IN_ACTIVITY} and c.data_label = :label and c.day between :from::date and :to::date group by 1, 2),
compacted as (
  select days, first_day, sum(events) as events from adoption_period
  where ${IN_SCOPE} and data_label = :label and first_day >= :from::date and first_day + days - 1 <= :to::date group by 1, 2)
select days, first_day::text as first from counted join compacted using (days, first_day, events) order by days desc, first_day`,
);

/** Which days of the window its activity is read of by themselves, and which periods stand for the others, as values of a statement. */
export async function readCover(em: EntityManager, scope: CompanyScope): Promise<NamedValues> {
  const { from } = scope.window;
  const left = new Set(Array.from({ length: daysOf(scope.window) }, (_none, n) => addDays(from, n)));
  const firsts = new Map<number, string[]>([
    [FOUR_WEEKS, []],
    [WEEK, []],
  ]);
  for (const { days, first } of await readScoped(em, COMPLETE, scope)) {
    if (!left.has(first)) continue; // a longer one stands for it
    firsts.get(days)?.push(first);
    for (let day = 0; day < days; day += 1) left.delete(addDays(first, day));
  }
  const listed = (days: Iterable<string> | undefined): string => `{${[...(days ?? [])].join()}}`;
  return { days: listed(left), weeks: listed(firsts.get(WEEK)), fourweeks: listed(firsts.get(FOUR_WEEKS)) };
}

/** Which rows of a list are read, and in what order. */
export interface TopPage<Sort extends SeenSort = SeenSort> {
  /** All rows when absent. */
  readonly limit?: number;
  /** Sets the order of the rows; equal rows stand by name. */
  readonly sort: Sort;
  readonly descending: boolean;
  /** A part of the name. */
  readonly q?: string | null | undefined;
  /** Events of this developer, or of this account, alone; an empty account stands for events that count for none. */
  readonly developer?: string | null | undefined;
  readonly account?: string | null | undefined;
  /** Events of this campaign alone, or developers whose earliest event names it where they are counted as new. */
  readonly campaign?: NamedCampaign | null | undefined;
  /** The last place of the page before. */
  readonly after?: SortPlace | null;
}

/** A campaign as a view lists it: without a source it is the one whose events name none. */
export interface NamedCampaign {
  readonly id: string;
  readonly source: string | null;
}

interface Order {
  readonly value: string;
  readonly type: 'number' | 'time';
  /** True for what is known of the developers' evidence alone. */
  readonly ofEvidence?: boolean;
}

/** Maps each order of a list to a column of its rows and the type of its cursors' values; null orders by the name alone. */
export const orders: Record<SeenSort, Order | null> = {
  name: null,
  events: { value: 'events', type: 'number' },
  developers: { value: 'developers', type: 'number' },
  firstSeen: { value: 'first_at', type: 'time' },
  lastSeen: { value: 'last_at', type: 'time' },
  activatedAt: { value: 'activated_at', type: 'time', ofEvidence: true },
  retainedAt: { value: 'returned_at', type: 'time', ofEvidence: true },
};
const CASTS = { number: 'bigint', time: 'timestamptz' } as const;

/** How the rows of a list are cut and ordered: those behind a place, and which come first. */
interface Cut {
  readonly order: Order | null;
  readonly behind: string;
  readonly inOrder: string;
}

/** Nulls come last in both directions; what is equal stands by name. */
function cutBy(order: Order | null, descending: boolean): Cut {
  const direction = descending ? 'desc' : 'asc';
  const beyond = descending ? '<' : '>';
  if (!order)
    return {
      order,
      behind: `where (:tie::text is null or name ${beyond} :tie)`,
      inOrder: `order by name ${direction}`,
    };
  const { value, type } = order;
  const last = `:value::${CASTS[type]}`;
  return {
    order,
    behind: `where (:tie::text is null or ${last} is null and ${value} is null and name > :tie
      or ${last} is not null and (${value} ${beyond} ${last} or (${value} = ${last} and name > :tie) or ${value} is null))`,
    inOrder: `order by ${value} ${direction} nulls last, name`,
  };
}

export interface Both<T> {
  readonly ascending: T;
  readonly descending: T;
}

/** One statement for each order and direction. */
export function forEachOrder<T>(make: (cut: Cut) => T): Record<SeenSort, Both<T>> {
  const both = (order: Order | null): Both<T> => ({
    ascending: make(cutBy(order, false)),
    descending: make(cutBy(order, true)),
  });
  return {
    name: both(orders.name),
    events: both(orders.events),
    developers: both(orders.developers),
    firstSeen: both(orders.firstSeen),
    lastSeen: both(orders.lastSeen),
    activatedAt: both(orders.activatedAt),
    retainedAt: both(orders.retainedAt),
  };
}

/** `found`: the rows of a list by the name in a column, without order. */
export const foundBy = (column: 'developer_id' | 'account_domain'): string => `${SCOPE},
acts as (
  select ${column} as name, developer_id, ${SEEN} from ${activityText(
    column === 'developer_id' ? column : `${column}, developer_id`,
    `(:developer::text is null or developer_id = :developer) and (:account::text is null or account_domain = :account)
      and (:part::text is null or position(lower(:part) in lower(${column})) > 0)
      and (:campaign::text is null or campaign_id = :campaign and campaign_source is not distinct from :campaignsource) ${column === 'account_domain' ? "and account_domain <> ''" : ''}`,
  )}
  group by ${column}, developer_id),
found as materialized (select name, count(*) as developers, ${SEEN} from acts group by name)`;

export const ROW = {
  name: 'text',
  events: 'bigint',
  developers: 'bigint',
  first_at: 'timestamp with time zone',
  last_at: 'timestamp with time zone',
  activated_at: 'timestamp with time zone?',
  place: 'text?',
} as const;

/** The first activation of the account that a row names. */
export const activatedAt = (row: string): string => `(
  select min(a.activated_at) from adoption_account a join scope using (organization_id, product_uuid)
  where a.${OF_ORGANIZATION} and a.data_label = :label and a.account_domain = ${row}.name)`;

/** Everything of `page`, which has the rows of a list that are read, with the place of each. */
export const placed = ({ order, inOrder }: Cut): string =>
  `select page.*, ${order?.value ?? 'null'}::text as place from page ${inOrder}`;

/** Accounts with events in the window, in the order of a list; no account returns by itself. */
const { retainedAt: _ofDevelopers, ...ofAccounts } = forEachOrder((cut) => {
  const { order, behind, inOrder } = cut;
  const page = order?.ofEvidence
    ? `firsts as (
  select account_domain as name, min(activated_at) as activated_at from adoption_account join scope using (organization_id, product_uuid)
  where adoption_account.${OF_ORGANIZATION} and data_label = :label group by 1),
page as (select * from found left join firsts using (name) ${behind} ${inOrder} limit :limit)`
    : `first as (select * from found ${behind} ${inOrder} limit :limit),
page as (select first.*, ${activatedAt('first')} as activated_at from first)`;
  return new NamedStatement(ROW, `with ${foundBy('account_domain')},\n${page}\n${placed(cut)}`);
});

export const ACCOUNTS: Readonly<Record<AccountSort, (typeof ofAccounts)['name']>> = ofAccounts;

/** Rows of developers with what is known of their activation and return. */
export const KNOWN = (rows: string): string =>
  `select ${rows}.*, e.activated_at, e.returned_at from ${rows} left join evidence e on e.developer_id = ${rows}.name`;

/** Developers with events in the window, in the order of a list. */
export const DEVELOPERS = forEachOrder((cut) => {
  const { order, behind, inOrder } = cut;
  const page = order?.ofEvidence
    ? `${evidenceText('found')},
page as (select * from (${KNOWN('found')}) known ${behind} ${inOrder} limit :limit)`
    : `first as materialized (select * from found ${behind} ${inOrder} limit :limit),
${evidenceText('first')},
page as (${KNOWN('first')})`;
  return new NamedStatement(
    { ...ROW, returned_at: 'timestamp with time zone?' },
    `with ${foundBy('developer_id')},\n${page}\n${placed(cut)}`,
  );
});

/** A row and its place in the order. */
export interface Placed<T> {
  readonly item: T;
  readonly place: SortPlace;
}

export type AccountRow = RowOf<(typeof ACCOUNTS)['name']['ascending']>;
export type DeveloperRow = RowOf<(typeof DEVELOPERS)['name']['ascending']>;

/** A statement of a list, and the values of a page of it. */
export const listed = <Sort extends SeenSort, T>(
  statements: Readonly<Record<Sort, Both<T>>>,
  { sort, descending, limit, q, developer, account, campaign, after }: TopPage<Sort>,
): { readonly statement: T; readonly own: NamedValues } => ({
  statement: statements[sort][descending ? 'descending' : 'ascending'],
  own: {
    limit: limit ?? null,
    part: q || null,
    developer: developer || null,
    account: account ?? null,
    campaign: campaign?.id ?? null,
    campaignsource: campaign?.source ?? null,
    tie: after?.tie ?? null,
    value: after?.value ?? null,
  },
});

export const accountOf = (row: Omit<AccountRow, 'place'>): AdoptionOfAccount => ({
  accountDomain: row.name,
  events: Number(row.events),
  developers: Number(row.developers),
  firstSeen: row.first_at,
  lastSeen: row.last_at,
  activatedAt: row.activated_at,
});

export const developerOf = (row: Omit<DeveloperRow, 'place'>): AdoptionOfDeveloper => ({
  developerId: row.name,
  events: Number(row.events),
  firstSeen: row.first_at,
  lastSeen: row.last_at,
  activatedAt: row.activated_at,
  retainedAt: row.returned_at,
});

export const placeOf = ({ place, name }: AccountRow): SortPlace => ({ value: place, tie: name });

export async function readTopAccounts(
  em: EntityManager,
  scope: CompanyScope,
  page: TopPage<AccountSort>,
): Promise<Placed<AdoptionOfAccount>[]> {
  const { statement, own } = listed(ACCOUNTS, page);
  const rows = await readScoped(em, statement, scope, { ...own, ...(await readCover(em, scope)) });
  return rows.map((row) => ({ place: placeOf(row), item: accountOf(row) }));
}

export async function readTopDevelopers(
  em: EntityManager,
  scope: CompanyScope,
  page: TopPage<DeveloperSort>,
): Promise<Placed<AdoptionOfDeveloper>[]> {
  const { statement, own } = listed(DEVELOPERS, page);
  const rows = await readScoped(em, statement, scope, { ...own, ...(await readCover(em, scope)) });
  return rows.map((row) => ({ place: placeOf(row), item: developerOf(row) }));
}
