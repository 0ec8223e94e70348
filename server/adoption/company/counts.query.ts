import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement } from '../../platform/database/bare-statement.js';
import { EventFamilyName } from '../../tracking/index.js';
import { addDays, type DayWindow, daysOf } from '../day.rules.js';
import type { AdoptionOfDay, AdoptionOfFamily } from './company-adoption.types.js';
import { type CompanyScope, IN_SCOPE, OF_FAMILY, readScoped } from './company-scope.query.js';

/** Events, and the developers and accounts behind them, each counted once. */
export interface Counts {
  readonly events: number;
  readonly developers: number;
  readonly accounts: number;
}

/** The same, and how many of the events say what others do not. */
export interface DetailedCounts extends Counts {
  readonly eventsWithAccount: number;
  readonly eventsOfUse: number;
  readonly eventsOfUseWithoutTime: number;
}

export interface CountsOfWindow {
  readonly all: DetailedCounts;
  readonly funnel: AdoptionOfFamily[];
}

const NONE: Counts = { events: 0, developers: 0, accounts: 0 };

/** Events of a window that count. */
const COUNTED = `counted as (
  select day, event_family, events, events_with_account, events_of_use, events_of_use_without_time from adoption_count
  where ${IN_SCOPE} and source = 'api' and not vendor_own_domain and data_label = :label and day between :from::date and :to::date)`;

/** Who was there in a window, as bits by a term, family and kind; a term is an expression over the day. */
const presentBy = (term: string): string => `present as materialized (
  select ${term} as term, event_family, kind, chunk, bit_or(bits) as bits from adoption_presence
  where ${IN_SCOPE} and data_label = :label and day between :from::date and :to::date and kind <> 'use' group by 1, 2, 3, 4)`;

const KINDS = `coalesce(sum(bit_count(bits)) filter (where kind = 'developer'), 0)::bigint as developers,
    coalesce(sum(bit_count(bits)) filter (where kind = 'account'), 0)::bigint as accounts`;
const NUMBERS = { events: 'bigint', developers: 'bigint', accounts: 'bigint' } as const;

/** Counts each family, and all of them together under an empty name. */
export const COUNTS = new NamedStatement(
  { family: 'text', ...NUMBERS, with_account: 'bigint', of_use: 'bigint', without_time: 'bigint' },
  `with ${COUNTED},
${presentBy("''")},
people as (
  select event_family as family, ${KINDS} from present group by 1
  union all
  select '', ${KINDS} from (select kind, chunk, bit_or(bits) as bits from present group by 1, 2) united)
select p.family, p.developers, p.accounts, coalesce(sum(c.events), 0)::bigint as events,
  coalesce(sum(c.events_with_account), 0)::bigint as with_account, coalesce(sum(c.events_of_use), 0)::bigint as of_use,
  coalesce(sum(c.events_of_use_without_time), 0)::bigint as without_time
from people p left join counted c on p.family = '' or c.event_family = p.family group by 1, 2, 3`,
);

/** Counts each day, and the events of each family on it. */
export const DAYS = new NamedStatement(
  { day: 'text', family: 'text', ...NUMBERS },
  `with ${COUNTED},
${presentBy('day')},
families as (select day, event_family, sum(events)::bigint as events from counted where ${OF_FAMILY} group by 1, 2),
people as (
  select term as day, ${KINDS} from (select term, kind, chunk, bit_or(bits) as bits from present where ${OF_FAMILY} group by 1, 2, 3) united group by 1)
select day::text as day, '' as family, sum(f.events)::bigint as events, p.developers, p.accounts from families f join people p using (day)
group by day, p.developers, p.accounts
union all
select day::text, event_family, events, 0, 0 from families`,
);

/** The counts of a window, and of each family in it; those of one family stand for all where a view is of one. */
export async function readCounts(em: EntityManager, scope: CompanyScope, window: DayWindow): Promise<CountsOfWindow> {
  const rows = await readScoped(em, COUNTS, { ...scope, window });
  const byFamily = new Map(rows.map((row) => [row.family, numbersOf(row)]));
  const own = rows.find(({ family }) => family === (scope.family ?? ''));
  return {
    all: {
      ...(own ? numbersOf(own) : NONE),
      eventsWithAccount: Number(own?.with_account ?? 0),
      eventsOfUse: Number(own?.of_use ?? 0),
      eventsOfUseWithoutTime: Number(own?.without_time ?? 0),
    },
    funnel: Object.values(EventFamilyName).map((family) => ({ family, ...(byFamily.get(family) ?? NONE) })),
  };
}

/** Every day of the window that has begun, also those without an event. */
export async function readDays(em: EntityManager, scope: CompanyScope, today: string): Promise<AdoptionOfDay[]> {
  const { from, to } = scope.window;
  const rows = await readScoped(em, DAYS, scope);
  const byDay = new Map(rows.filter(({ family }) => family === '').map((row) => [row.day, numbersOf(row)]));
  const events = new Map(rows.map((row) => [`${row.day} ${row.family}`, Number(row.events)]));
  const last = to < today ? to : today;
  const days = from <= last ? daysOf({ from, to: last }) : 0;
  return Array.from({ length: days }, (_none, n) => {
    const day = addDays(from, n);
    return {
      day,
      ...(byDay.get(day) ?? NONE),
      families: Object.values(EventFamilyName).flatMap((family) => {
        const count = events.get(`${day} ${family}`);
        return count === undefined ? [] : [{ family, events: count }];
      }),
    };
  });
}

const numbersOf = (row: Readonly<Record<keyof Counts, string>>): Counts => ({
  events: Number(row.events),
  developers: Number(row.developers),
  accounts: Number(row.accounts),
});
