import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement } from '../../platform/database/bare-statement.js';
import { addDays } from '../day.rules.js';
import { NO_BITS } from '../rollup.rules.js';
import { type CompanyScope, IN_SCOPE, readScoped } from './company-scope.query.js';
import type { ActiveOfDay, LifecycleWeek, TimeToActivation } from './journey.types.js';
import { NEWCOMERS } from './people.query.js';

const OF_DEVELOPERS = `${IN_SCOPE} and data_label = :label and kind = 'developer'`;

/** Developers of each week as bits, beside those of the week before and of all weeks before. */
export const WEEKS = new NamedStatement(
  {
    week: 'text',
    monday: 'text',
    active: 'bigint',
    fresh: 'bigint',
    returning: 'bigint',
    resurrected: 'bigint',
    dormant: 'bigint',
  },
  `with bounds as (
  select date_trunc('week', :from::date::timestamp)::date as first, date_trunc('week', :to::date::timestamp)::date as last),
weekly as materialized (
  select date_trunc('week', day::timestamp)::date as monday, chunk, bit_or(bits) as bits from adoption_presence
  where ${OF_DEVELOPERS} and day <= :to::date group by 1, 2),
grid as (
  select m.monday::date as monday, c.chunk, coalesce(w.bits, ${NO_BITS}) as bits
  from bounds cross join generate_series(first - 7, last, interval '7 days') m (monday)
    cross join (select distinct chunk from weekly) c left join weekly w on w.monday = m.monday::date and w.chunk = c.chunk),
earlier as (select chunk, bit_or(bits) as bits from weekly, bounds where monday < first - 7 group by 1),
seen as (
  select g.monday, g.bits, coalesce(lag(g.bits) over by_week, ${NO_BITS}) as last,
    coalesce(bit_or(g.bits) over (by_week rows between unbounded preceding and 1 preceding), ${NO_BITS}) | coalesce(e.bits, ${NO_BITS}) as history
  from grid g left join earlier e on e.chunk = g.chunk window by_week as (partition by g.chunk order by g.monday))
select to_char(monday, 'IYYY-"W"IW') as week, monday::text as monday, sum(bit_count(s.bits))::bigint as active,
  sum(bit_count(s.bits & ~history))::bigint as fresh, sum(bit_count(s.bits & s.last))::bigint as returning,
  sum(bit_count(s.bits & history & ~s.last))::bigint as resurrected, sum(bit_count(s.last & ~s.bits))::bigint as dormant
from seen s, bounds where monday >= first group by monday order by monday`,
);

const WEEK_DAYS = 7;
const MONTH_DAYS = 28;

/** Developers of each day, and of the days that it ends. */
export const ACTIVE_DAYS = new NamedStatement(
  { day: 'text', daily: 'bigint', weekly: 'bigint', monthly: 'bigint' },
  `with daily as materialized (
  select day, chunk, bit_or(bits) as bits from adoption_presence
  where ${OF_DEVELOPERS} and day between :from::date - ${MONTH_DAYS - 1} and :last::date group by 1, 2),
grid as (
  select d.day::date as day, c.chunk, coalesce(p.bits, ${NO_BITS}) as bits
  from generate_series(:from::date - ${MONTH_DAYS - 1}, :last::date, interval '1 day') d (day)
    cross join (select distinct chunk from daily) c left join daily p on p.day = d.day::date and p.chunk = c.chunk),
united as (
  select day, bits, bit_or(bits) over (by_day rows between ${WEEK_DAYS - 1} preceding and current row) as week,
    bit_or(bits) over (by_day rows between ${MONTH_DAYS - 1} preceding and current row) as month
  from grid window by_day as (partition by chunk order by day))
select day::text as day, sum(bit_count(bits))::bigint as daily, sum(bit_count(week))::bigint as weekly, sum(bit_count(month))::bigint as monthly
from united where day >= :from::date group by united.day order by united.day`,
);

/** The time from the first event of the new developers to their activation, as far as it is known. */
export const TIME_TO_ACTIVATION = new NamedStatement(
  {
    developers: 'bigint',
    activated: 'bigint',
    median: 'double precision?',
    hour: 'bigint',
    day: 'bigint',
    week: 'bigint',
  },
  `with ${NEWCOMERS},
timed as (
  select extract(epoch from (
    select min(a.activated_at) from adoption_developer a where a.organization_id = :organization::uuid and a.product_uuid = any(:products::uuid[])
      and a.data_label = :label and a.developer_id = n.developer_id) - n.at) as seconds
  from newcomers n)
select count(*) as developers, count(seconds) as activated, percentile_cont(0.5) within group (order by seconds) as median,
  count(*) filter (where seconds < 3600) as hour, count(*) filter (where seconds < 86400) as day,
  count(*) filter (where seconds < 7 * 86400) as week
from timed`,
);

export async function readWeeks(em: EntityManager, scope: CompanyScope): Promise<LifecycleWeek[]> {
  const { to } = scope.window;
  const rows = await readScoped(em, WEEKS, scope);
  return rows.map(({ week, monday, active, fresh, returning, resurrected, dormant }) => {
    const ended = addDays(monday, WEEK_DAYS - 1) <= to;
    return {
      week,
      monday,
      ended,
      active: Number(active),
      fresh: Number(fresh),
      returning: Number(returning),
      resurrected: Number(resurrected),
      dormant: ended ? Number(dormant) : null,
    };
  });
}

/** The days of the window that have begun. */
export async function readActiveDays(em: EntityManager, scope: CompanyScope, today: string): Promise<ActiveOfDay[]> {
  const { from, to } = scope.window;
  const last = to < today ? to : today;
  if (last < from) return [];
  const rows = await readScoped(em, ACTIVE_DAYS, scope, { last });
  return rows.map(({ day, daily, weekly, monthly }) => ({
    day,
    daily: Number(daily),
    weekly: Number(weekly),
    monthly: Number(monthly),
  }));
}

export async function readTimeToActivation(em: EntityManager, scope: CompanyScope): Promise<TimeToActivation> {
  const [row] = await readScoped(em, TIME_TO_ACTIVATION, scope);
  return {
    developers: Number(row?.developers ?? 0),
    activated: Number(row?.activated ?? 0),
    medianSeconds: row?.median ?? null,
    withinHour: Number(row?.hour ?? 0),
    withinDay: Number(row?.day ?? 0),
    withinWeek: Number(row?.week ?? 0),
  };
}
