import type { EntityManager } from '@mikro-orm/postgresql';
import { LIVE_LINK } from '../../directory/index.js';
import { BareStatement, NamedStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { addDays, type DayWindow, instantsOf, windowEndingAt } from '../day.rules.js';
import { EventCount } from '../rollup.entity.js';
import { MATURED_AFTER_HOURS, NO_BITS } from '../rollup.rules.js';
import { type CountedLabel, evidenceText, OF_ORGANIZATION, SCOPE } from './evidence.query.js';

/** Parts of a count that the largest contributor, and the largest two together, hold. */
export interface Top {
  readonly top1: number;
  readonly top2: number;
}

/** The windows that are read, in days. */
export type WindowId = '7d' | '30d' | '90d';
const WINDOW_DAYS: Readonly<Record<WindowId, number>> = { '7d': 7, '30d': 30, '90d': 90 };
/** The window whose evidence is read. */
const EVIDENCE_WINDOW: WindowId = '90d';

/** Exact figures of a tool in one closed window of UTC days; they must not be shown as they are (decisions §5). */
export interface WindowFigures {
  /** Label of the events that are counted: sample ones only where there are no others. */
  readonly label: CountedLabel;
  /** A developer counts with at most 1,000 events a day. */
  readonly events: number;
  readonly developers: number;
  readonly accounts: number;
  readonly top: Readonly<Record<'developersByEvents' | 'accountsByEvents' | 'accountsByDevelopers', Top>>;
}

/** How far the use of a tool is proven in a window; the members have the meanings of the company view (decisions §5). */
export interface EvidenceFigures {
  readonly activated: number;
  readonly retained: number;
  readonly newDevelopers: number;
  readonly newActivated: number;
  readonly matured: number;
  readonly returned: number;
  /** Developers of any of the four ISO weeks that ended by the day, and those of two of them. */
  readonly steadyOf: number;
  readonly steady: number;
  readonly calls: number;
  readonly succeeded: number;
  readonly callers: number;
  readonly callerAccounts: number;
  readonly top: Readonly<Record<'developersByCalls' | 'accountsByCalls', Top>>;
}

/** Sets of developers that two days are compared by. */
export type FigureOfPeople =
  | 'developers'
  | 'activated'
  | 'retained'
  | 'newDevelopers'
  | 'newActivated'
  | 'matured'
  | 'returned'
  | 'steadyOf'
  | 'steady'
  | 'callers';

/** A question how many developers have entered or left a set since a day: the set of that day's window, by what is known now. */
export interface WantedMovement {
  readonly figure: FigureOfPeople;
  readonly window: WindowId;
  readonly setOn: string;
}

/** Exact figures of a tool on a day: its windows, its evidence, and how its sets have moved. */
export interface ToolTruth {
  readonly toolId: string;
  readonly windows: Readonly<Record<WindowId, WindowFigures>>;
  readonly evidence: Readonly<Partial<Record<WindowId, EvidenceFigures>>>;
  /** How many developers entered or left; by `movementKey`. */
  readonly movements: ReadonlyMap<string, number>;
}

export const movementKey = ({ figure, window, setOn }: WantedMovement): string => `${figure} ${window} ${setOn}`;

/** A product as a source of a tool's figures. */
export const SOURCES = new BareStatement(
  { tool: 'uuid', organization: 'uuid', product: 'uuid' },
  `select x.tool_id as tool, x.organization_id as organization, x.product_uuid as product from ${LIVE_LINK}
   where x.unlinked_at is null order by 1, 2, 3`,
);
/** A product as a source of a tool's figures; ids are bare UUIDs. */
export type Source = RowOf<typeof SOURCES>;

/** The sources of the tool that a product feeds; of several tools that with the smallest id. */
export const SOURCES_BESIDE = new NamedStatement(
  { tool: 'uuid', organization: 'uuid', product: 'uuid' },
  `with own as (
  select x.tool_id from ${LIVE_LINK}
  where x.organization_id = :organization::uuid and x.product_uuid = :product::uuid and x.unlinked_at is null order by 1 limit 1)
select x.tool_id as tool, x.organization_id as organization, x.product_uuid as product from ${LIVE_LINK}
where x.unlinked_at is null and x.tool_id = (select tool_id from own) order by 1, 2, 3`,
);

/** The label of what is counted of each product of an organization: first-party where there is such an event in the window, else sample, if that. */
export const LABELS = new NamedStatement(
  { product: [EventCount, 'productUuid'], label: 'text' },
  `select product_uuid as product, min(data_label) as label from adoption_count
   where ${OF_ORGANIZATION} and product_uuid = any(:products::uuid[]) and source = 'api' and not vendor_own_domain
     and day between :from::date and :to::date group by 1`,
);

/** The products that one organization linked to a tool, as a statement is wanted about them. */
interface Part {
  readonly organization: string;
  readonly products: string;
  readonly label: CountedLabel;
}

const productsOf = (sources: readonly Source[]): string =>
  `{${[...new Set(sources.map(({ product }) => product))].join()}}`;

const windowIds = Object.keys(WINDOW_DAYS) as WindowId[];
const windowOn = (id: WindowId, day: string): DayWindow => windowEndingAt(day, WINDOW_DAYS[id]);

/**
 * The truth of every tool with a source, also of one without an event. A source is a product that an approved draft linked to the tool, of an
 * organization whose domain is verified and still the approved one, and that is not ignored (decisions §5, Whose numbers). Each tool is wanted
 * for by itself, and each organization of several: PostgreSQL plans a statement by how much there is of it, and a distributed database has the
 * rows of one organization in one place. `wanted` names the sets of a tool whose movement is wanted.
 */
export async function readToolTruths(
  em: EntityManager,
  day: string,
  wanted: (toolId: string) => readonly WantedMovement[],
): Promise<ToolTruth[]> {
  const sources = await em.execute<RowOf<typeof SOURCES>[]>(SOURCES.text);
  const labels = new Map<WindowId, ReadonlyMap<string, string>>();
  for (const id of windowIds) labels.set(id, await readLabels(em, sources, windowOn(id, day)));
  const truths: ToolTruth[] = [];
  for (const [toolId, own] of Map.groupBy(sources, ({ tool }) => tool)) {
    const partsIn = (id: WindowId): Part[] => partsOf(own, labels.get(id) ?? new Map());
    const read = (id: WindowId) => readWindow(em, partsIn(id), windowOn(id, day));
    const windows = { '7d': await read('7d'), '30d': await read('30d'), '90d': await read('90d') };
    truths.push({ toolId, windows, ...(await readEvidence(em, partsIn(EVIDENCE_WINDOW), day, wanted(toolId))) });
  }
  return truths;
}

/** The products that feed the same tool as this one, itself among them; none where it feeds no tool. */
export const readSourcesBeside = (em: EntityManager, organization: string, product: string): Promise<Source[]> =>
  em.execute<RowOf<typeof SOURCES_BESIDE>[]>(SOURCES_BESIDE.text, SOURCES_BESIDE.valuesOf({ organization, product }));

/** Whether any of the sources has a first-party event that counts in the window: sample ones count only where none has. */
export const hasFirstParty = async (
  em: EntityManager,
  sources: readonly Source[],
  window: DayWindow,
): Promise<boolean> => [...(await readLabels(em, sources, window)).values()].includes('first-party');

async function readLabels(
  em: EntityManager,
  sources: readonly Source[],
  window: DayWindow,
): Promise<ReadonlyMap<string, string>> {
  const labels = new Map<string, string>();
  for (const [organization, own] of Map.groupBy(sources, (source) => source.organization)) {
    const values = LABELS.valuesOf({ organization, products: productsOf(own), ...window });
    for (const { product, label } of await em.execute<RowOf<typeof LABELS>[]>(LABELS.text, values))
      labels.set(product, label);
  }
  return labels;
}

/** The sources of a tool by organization, all under one label: sample only where no event is first-party. */
function partsOf(sources: readonly Source[], labels: ReadonlyMap<string, string>): Part[] {
  const found = new Set(sources.map(({ product }) => labels.get(product)));
  const label = found.has('sample') && !found.has('first-party') ? 'sample' : 'first-party';
  return [...Map.groupBy(sources, ({ organization }) => organization)].map(([organization, own]) => ({
    organization,
    products: productsOf(own),
    label,
  }));
}

/** The products of a part, as conditions on one of the tables of adoption. */
const OF_PART = `${OF_ORGANIZATION} and product_uuid = any(:products::uuid[]) and data_label = :label`;

/** More events of a developer on one day count as so many (decisions §5, What is counted). */
export const DAILY_EVENTS_MAX = 1_000;

const topTwo = (column: string, table: string): string =>
  `array(select ${column} from ${table} order by ${column} desc limit 2)::float8[]`;
const byAccount = (column: string): string => `array(select ${column} from accounts order by account_domain)::float8[]`;
const ACCOUNT_DOMAINS = 'array(select account_domain from accounts order by account_domain)';

/** A developer's events of a day count up to a bound; the lists of accounts are parallel, an entry for each. */
export const WINDOW = new NamedStatement(
  {
    events: 'double precision',
    developers: 'double precision',
    developer_events: 'double precision[]',
    account_domains: 'text[]',
    account_events: 'double precision[]',
    account_developers: 'double precision[]',
  },
  `with acts as materialized (
  select developer_id, account_domain, day, least(sum(events), ${DAILY_EVENTS_MAX}) as events
  from adoption_activity where ${OF_PART} and day between :from::date and :to::date group by 1, 2, 3),
people as (
  select developer_id, sum(events) as events from (
    select developer_id, day, least(sum(events), ${DAILY_EVENTS_MAX}) as events from acts group by 1, 2) days
  group by 1),
accounts as materialized (
  select account_domain, sum(events) as events, count(distinct developer_id) as developers from acts where account_domain <> '' group by 1)
select coalesce(sum(events), 0)::float8 as events, count(*)::float8 as developers, ${topTwo('events', 'people')} as developer_events,
  ${ACCOUNT_DOMAINS} as account_domains, ${byAccount('events')} as account_events, ${byAccount('developers')} as account_developers
from people`,
);

/** Adds up what organizations have of a tool. A developer is one organization's; an account may be a customer of several. */
async function readWindow(em: EntityManager, parts: readonly Part[], window: DayWindow): Promise<WindowFigures> {
  const rows: RowOf<typeof WINDOW>[] = [];
  for (const part of parts)
    rows.push(...(await em.execute<RowOf<typeof WINDOW>[]>(WINDOW.text, WINDOW.valuesOf({ ...part, ...window }))));
  const events = accountTotals(rows, ({ account_events }) => account_events);
  return {
    label: parts[0]?.label ?? 'first-party',
    events: sumOf(rows.map((row) => row.events)),
    developers: sumOf(rows.map((row) => row.developers)),
    accounts: events.length,
    top: {
      developersByEvents: topOf(rows.flatMap((row) => row.developer_events)),
      accountsByEvents: topOf(events),
      accountsByDevelopers: topOf(accountTotals(rows, ({ account_developers }) => account_developers)),
    },
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Totals of each account over all organizations. */
function accountTotals<R extends { readonly account_domains: readonly string[] }>(
  rows: readonly R[],
  listOf: (row: R) => readonly number[],
): number[] {
  const totals = new Map<string, number>();
  for (const row of rows)
    for (const [index, domain] of row.account_domains.entries())
      totals.set(domain, (totals.get(domain) ?? 0) + (listOf(row)[index] ?? 0));
  return [...totals.values()];
}

function topOf(parts: readonly number[]): Top {
  let [top1, second] = [0, 0];
  for (const part of parts)
    if (part > top1) [top1, second] = [part, top1];
    else if (part > second) second = part;
  return { top1, top2: top1 + second };
}

/** A set on two days: how many are in it now, and how many entered or left it since the other. */
const COMPARED = { key: 'text', now: 'double precision', moved: 'double precision' } as const;

/** Whether a person `p` is in a set of the window from `since` until `before`, as an expression. */
const isInSet = (since: string, before: string): string => `coalesce(case a.figure
    when 'activated' then p.activated_at >= ${since} and p.activated_at < ${before}
    when 'retained' then p.activated_at >= ${since} and p.activated_at < ${before} and p.returned_at < ${before}
    when 'newDevelopers' then p.first_at >= ${since} and p.first_at < ${before}
    when 'newActivated' then p.first_at >= ${since} and p.first_at < ${before} and p.activated_at < ${before}
    else p.activated_at >= ${since} - ${MATURED} and p.activated_at < ${before} - ${MATURED}
      and (a.figure = 'matured' or p.returned_at < p.activated_at + ${MATURED}) end, false)`;
const MATURED = `interval '${MATURED_AFTER_HOURS} hours'`;

/** Sets that are told by when a developer first came, activated and returned; `:since` is before each of their windows. */
export const EVIDENCE_SETS = new NamedStatement(
  COMPARED,
  `with ${SCOPE},
${evidenceText('window')},
recent as materialized (
  select developer_id, min(at) as at from adoption_first_seen
  where ${OF_PART} and at >= :since::timestamptz and at < :before::timestamptz group by 1),
newcomers as materialized (
  select r.* from recent r where not exists (
    select 1 from adoption_first_seen where ${OF_PART} and developer_id = r.developer_id and at < :since::timestamptz)),
people as materialized (
  select n.at as first_at, e.activated_at, e.returned_at from evidence e full join newcomers n using (developer_id)),
wanted as (
  select * from json_to_recordset(:wanted::json) as a(
    key text, figure text, was_since timestamptz, was_before timestamptz, is_since timestamptz, is_before timestamptz)),
compared as (
  select a.key, ${isInSet('a.was_since', 'a.was_before')} as was, ${isInSet('a.is_since', 'a.is_before')} as is_now from wanted a cross join people p)
select a.key, (count(*) filter (where c.is_now))::float8 as now, (count(*) filter (where c.was <> c.is_now))::float8 as moved
from wanted a left join compared c using (key) group by 1`,
);

const WEEKS = [0, 1, 2, 3] as const;
const weekBits = (week: number): string => `coalesce(bit_or(bits) filter (where week = ${week}), ${NO_BITS})`;
/** The developers of two weeks at least, as bits. */
const TWO_WEEKS = WEEKS.flatMap((one) =>
  WEEKS.filter((other) => other > one).map((other) => `(${weekBits(one)} & ${weekBits(other)})`),
).join(' | ');

/** Sets that are told by the days on which developers were there, as bits. */
export const PRESENCE_SETS = new NamedStatement(
  COMPARED,
  `with wanted as (
  select * from json_to_recordset(:wanted::json) as a(key text, figure text, was_from date, was_to date, is_from date, is_to date)),
days as (
  select key, figure, false as is_now, was_from as first, was_to as last from wanted
  union all select key, figure, true, is_from, is_to from wanted),
present as materialized (
  select day, chunk, bit_or(bits) as bits from adoption_presence
  where ${OF_PART} and kind = 'developer' and day between (select min(was_from) from wanted) and (select max(is_to) from wanted) group by 1, 2),
seen as materialized (
  select d.key, d.figure, d.is_now, p.chunk, (p.day - d.first) / 7 as week, bit_or(p.bits) as bits
  from days d join present p on p.day between d.first and d.last group by 1, 2, 3, 4, 5),
sets as (
  select key, is_now, chunk, case figure when 'steady' then ${TWO_WEEKS} else bit_or(bits) end as bits
  from seen group by key, figure, is_now, chunk),
compared as (
  select key, chunk, coalesce(bit_or(bits) filter (where not is_now), ${NO_BITS}) as was,
    coalesce(bit_or(bits) filter (where is_now), ${NO_BITS}) as is_now from sets group by 1, 2)
select a.key, coalesce(sum(bit_count(c.is_now)), 0)::float8 as now, coalesce(sum(bit_count(c.was # c.is_now)), 0)::float8 as moved
from wanted a left join compared c using (key) group by 1`,
);

/** The developers whose tools called, by the days of their calls. */
export const CALLER_SETS = new NamedStatement(
  COMPARED,
  `with wanted as (
  select * from json_to_recordset(:wanted::json) as a(key text, was_from date, was_to date, is_from date, is_to date)),
callers as materialized (
  select developer_id, day from adoption_activity
  where ${OF_PART} and calls > 0 and day between (select min(was_from) from wanted) and (select max(is_to) from wanted) group by 1, 2),
compared as (
  select a.key, c.developer_id, bool_or(c.day between a.was_from and a.was_to) as was, bool_or(c.day between a.is_from and a.is_to) as is_now
  from wanted a cross join callers c group by 1, 2)
select a.key, (count(*) filter (where c.is_now))::float8 as now, (count(*) filter (where c.was <> c.is_now))::float8 as moved
from wanted a left join compared c using (key) group by 1`,
);

export const CALLS = new NamedStatement(
  {
    calls: 'double precision',
    failed: 'double precision',
    developer_calls: 'double precision[]',
    account_domains: 'text[]',
    account_calls: 'double precision[]',
  },
  `with acts as materialized (
  select developer_id, account_domain, sum(calls) as calls, sum(failed_calls) as failed from adoption_activity
  where ${OF_PART} and calls > 0 and day between :from::date and :to::date group by 1, 2),
people as (select developer_id, sum(calls) as calls from acts group by 1),
accounts as materialized (select account_domain, sum(calls) as calls from acts where account_domain <> '' group by 1)
select coalesce(sum(calls), 0)::float8 as calls, coalesce(sum(failed), 0)::float8 as failed, ${topTwo('calls', 'people')} as developer_calls,
  ${ACCOUNT_DOMAINS} as account_domains, ${byAccount('calls')} as account_calls
from acts`,
);

const STEADY_DAYS = 28;

/** The four ISO weeks that ended by a day. */
function steadyWeeks(day: string): DayWindow {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay(); // Sunday is 0
  return windowEndingAt(addDays(day, -weekday), STEADY_DAYS);
}

const OF_PRESENCE: readonly FigureOfPeople[] = ['developers', 'steadyOf', 'steady'];
const OF_CALLS: readonly FigureOfPeople[] = ['callers'];
const COUNTED_FIGURES: readonly FigureOfPeople[] = [
  'activated',
  'retained',
  'newDevelopers',
  'newActivated',
  'matured',
  'returned',
  'steadyOf',
  'steady',
  'callers',
];

const windowOfSet = ({ figure, window }: Pick<WantedMovement, 'figure' | 'window'>, day: string): DayWindow =>
  figure === 'steady' || figure === 'steadyOf' ? steadyWeeks(day) : windowOn(window, day);

/** The evidence of a tool, and how its sets have moved: both are read in one pass, a set that did not move being compared with itself. */
async function readEvidence(
  em: EntityManager,
  parts: readonly Part[],
  day: string,
  wanted: readonly WantedMovement[],
): Promise<Pick<ToolTruth, 'evidence' | 'movements'>> {
  const counted = COUNTED_FIGURES.map((figure) => ({ figure, window: EVIDENCE_WINDOW, setOn: day }));
  const all = [...new Map([...counted, ...wanted].map((one) => [movementKey(one), one])).values()];
  const among = (figures: readonly FigureOfPeople[]): WantedMovement[] =>
    all.filter(({ figure }) => figures.includes(figure));
  const byDay = (one: WantedMovement) => {
    const [was, is] = [windowOfSet(one, one.setOn), windowOfSet(one, day)];
    return {
      key: movementKey(one),
      figure: one.figure,
      was_from: was.from,
      was_to: was.to,
      is_from: is.from,
      is_to: is.to,
    };
  };
  const byInstant = (one: WantedMovement) => {
    const [[wasSince, wasBefore], [isSince, isBefore]] = [
      instantsOf(windowOfSet(one, one.setOn)),
      instantsOf(windowOfSet(one, day)),
    ];
    return {
      key: movementKey(one),
      figure: one.figure,
      was_since: wasSince,
      was_before: wasBefore,
      is_since: isSince,
      is_before: isBefore,
    };
  };
  const sets = among(COUNTED_FIGURES.filter((figure) => !OF_PRESENCE.includes(figure) && !OF_CALLS.includes(figure)));
  const days = sets.flatMap(({ setOn }) => setOn);
  const [earliest = day] = [...days, day].toSorted();
  const latest = [...days, day].toSorted().at(-1) ?? day;
  const span = { from: addDays(windowOn(EVIDENCE_WINDOW, earliest).from, -MATURED_AFTER_HOURS / 24), to: latest };
  const [since, before] = instantsOf(span);
  const [moved, counts] = [new Map<string, number>(), new Map<string, number>()];
  const add = (to: Map<string, number>, key: string, more: number) => to.set(key, (to.get(key) ?? 0) + more);
  const calls: RowOf<typeof CALLS>[] = [];
  for (const part of parts) {
    const compare = async (
      statement: NamedStatement<typeof COMPARED>,
      rows: readonly object[],
      values: Readonly<Record<string, string>> = {},
    ): Promise<void> => {
      const named = statement.valuesOf({ ...part, wanted: JSON.stringify(rows), ...values });
      for (const row of await em.execute<RowOf<typeof statement>[]>(statement.text, named)) {
        add(moved, row.key, row.moved);
        add(counts, row.key, row.now);
      }
    };
    await compare(EVIDENCE_SETS, sets.map(byInstant), { since, before });
    await compare(PRESENCE_SETS, among(OF_PRESENCE).map(byDay));
    await compare(CALLER_SETS, among(OF_CALLS).map(byDay));
    const values = CALLS.valuesOf({ ...part, ...windowOn(EVIDENCE_WINDOW, day) });
    calls.push(...(await em.execute<RowOf<typeof CALLS>[]>(CALLS.text, values)));
  }
  const now = (figure: FigureOfPeople): number =>
    counts.get(movementKey({ figure, window: EVIDENCE_WINDOW, setOn: day })) ?? 0;
  const byAccounts = accountTotals(calls, ({ account_calls }) => account_calls);
  const total = sumOf(calls.map((row) => row.calls));
  return {
    evidence: {
      [EVIDENCE_WINDOW]: {
        activated: now('activated'),
        retained: now('retained'),
        newDevelopers: now('newDevelopers'),
        newActivated: now('newActivated'),
        matured: now('matured'),
        returned: now('returned'),
        steadyOf: now('steadyOf'),
        steady: now('steady'),
        calls: total,
        succeeded: total - sumOf(calls.map((row) => row.failed)),
        callers: now('callers'),
        callerAccounts: byAccounts.length,
        top: {
          developersByCalls: topOf(calls.flatMap((row) => row.developer_calls)),
          accountsByCalls: topOf(byAccounts),
        },
      },
    },
    movements: moved,
  };
}
