import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement } from '../../platform/database/bare-statement.js';
import { type DayWindow, daysOf, evidenceText } from '../evidence/index.js';
import { bitOf, chunkOf, NO_BITS } from '../presence.rules.js';
import type { AdoptionCohort } from './company-adoption.types.js';
import { type CompanyScope, readScoped, SCOPE } from './company-scope.read.js';

/** Developers whose earliest activation lies in a window, and how many of them returned since. */
export interface Activated {
  readonly activated: number;
  readonly retained: number;
}

const BITS = bitOf('n.number');

export const COHORTS = new NamedStatement(
  { monday: 'text', cohort: 'text', week: 'integer', developers: 'bigint', returned: 'bigint' },
  `with ${SCOPE},
${evidenceText('window')},
present as materialized (
  select kind, event_family, date_trunc('week', day::timestamp)::date as monday, chunk, bit_or(bits) as bits
  from adoption_presence join scope using (organization_id, product_uuid)
  where data_label = :label and day between :from::date and :to::date
    and (kind = 'use' or :family::text is not null and kind = 'developer' and event_family = :family)
  group by 1, 2, 3, 4),
of_family as (select chunk, bit_or(bits) as bits from present where kind = 'developer' group by 1),
activated as materialized (
  select date_trunc('week', e.activated_at at time zone 'utc')::date as monday, ${chunkOf('n.number')} as chunk, bit_or(${BITS}) as bits,
    bit_or(case when e.returned_at is null then ${NO_BITS} else ${BITS} end) as returned
  from evidence e join adoption_subject n on n.organization_id = e.organization_id and n.kind = 'developer' and n.name = e.developer_id
  group by 1, 2),
cohorts as (
  select monday, chunk, bits, returned from activated where :family::text is null
  union all
  select a.monday, chunk, a.bits & f.bits, a.returned & f.bits from activated a join of_family f using (chunk) where :family::text is not null),
weeks as (
  select monday, 0 as week, sum(bit_count(bits)) as developers, sum(bit_count(returned)) as returned from cohorts group by 1
  union all
  select c.monday, (p.monday - c.monday) / 7, sum(bit_count(c.bits & p.bits)), 0
  from cohorts c join present p on p.chunk = c.chunk and p.kind = 'use' and p.monday > c.monday group by 1, 2)
select monday::text as monday, to_char(monday, 'IYYY-"W"IW') as cohort, week, developers::bigint as developers, returned::bigint as returned from weeks`,
);

/** Who activated in a window, week by week, and in which of the weeks after they used the product; in a view of one family those with an event of it. */
export async function readCohorts(
  em: EntityManager,
  scope: CompanyScope,
  window: DayWindow,
): Promise<Activated & { readonly retention: AdoptionCohort[] }> {
  const { to } = window;
  const rows = await readScoped(em, COHORTS, { ...scope, window });
  const cohorts = rows.filter(({ week, developers }) => week === 0 && Number(developers) > 0);
  return {
    activated: sumOf(cohorts.map(({ developers }) => developers)),
    retained: sumOf(cohorts.map(({ returned }) => returned)),
    retention: cohorts
      .sort((a, b) => (a.monday < b.monday ? -1 : 1))
      .map(({ monday, cohort, developers }) => {
        const byWeek = new Map(
          rows.filter((row) => row.monday === monday).map((row) => [row.week, Number(row.developers)]),
        );
        const ended = Math.floor(daysOf({ from: monday, to }) / 7);
        return {
          cohort,
          developers: Number(developers),
          weeks: Array.from({ length: Math.max(0, ended) }, (_none, week) => byWeek.get(week) ?? 0),
        };
      }),
  };
}

const sumOf = (numbers: readonly string[]): number => numbers.reduce((sum, one) => sum + Number(one), 0);
