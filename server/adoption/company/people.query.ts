import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement } from '../../platform/database/bare-statement.js';
import { addDays, type DayWindow, daysOf } from '../day.rules.js';
import { evidenceText, OF_ORGANIZATION, SCOPE } from '../evidence/index.js';
import { bitOf, CHUNK_BITS, chunkOf, MATURED_AFTER_HOURS, NO_BITS } from '../rollup.rules.js';
import type { AdoptionCohort } from './company-adoption.types.js';
import { type CompanyScope, IN_SCOPE, readScoped } from './company-scope.query.js';

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
  where adoption_presence.${OF_ORGANIZATION} and data_label = :label and day between :from::date and :to::date
    and (kind = 'use' or :family::text is not null and kind = 'developer' and event_family = :family)
  group by 1, 2, 3, 4),
of_family as (select chunk, bit_or(bits) as bits from present where kind = 'developer' group by 1),
activated as materialized (
  select date_trunc('week', e.activated_at at time zone 'utc')::date as monday, ${chunkOf('n.number')} as chunk, bit_or(${BITS}) as bits,
    bit_or(case when e.returned_at is null then ${NO_BITS} else ${BITS} end) as returned
  from evidence e join adoption_subject n on n.organization_id = e.organization_id and n.kind = 'developer' and n.name = e.developer_id
  where n.${OF_ORGANIZATION} group by 1, 2),
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

export interface Returned {
  readonly matured: number;
  readonly returned: number;
}

export const RETURNED = new NamedStatement(
  { matured: 'bigint', returned: 'bigint' },
  `with ${SCOPE},
${evidenceText('window')},
of_family as (
  select chunk, bit_or(bits) as bits from adoption_presence
  where ${IN_SCOPE} and data_label = :label and day between :from::date and :to::date and kind = 'developer' and event_family = :family group by 1),
activated as materialized (
  select ${chunkOf('n.number')} as chunk, bit_or(${BITS}) as bits,
    bit_or(case when e.returned_at < e.activated_at + interval '${MATURED_AFTER_HOURS} hours' then ${BITS} else ${NO_BITS} end) as returned
  from evidence e join adoption_subject n on n.organization_id = e.organization_id and n.name = e.developer_id
  where n.${OF_ORGANIZATION} and n.kind = 'developer' group by 1),
counted as (
  select bits, returned from activated where :family::text is null
  union all
  select a.bits & f.bits, a.returned & f.bits from activated a join of_family f using (chunk) where :family::text is not null)
select coalesce(sum(bit_count(bits)), 0)::bigint as matured, coalesce(sum(bit_count(returned)), 0)::bigint as returned from counted`,
);

/**
 * Developers who activated in the window 14 days earlier, and how many of them returned before 14 × 24 hours had passed: each had the same time,
 * so that windows can be compared. In a view of one family those with an event of it in that earlier window, as among the activated.
 */
export async function readReturned(em: EntityManager, scope: CompanyScope, { from, to }: DayWindow): Promise<Returned> {
  const days = -MATURED_AFTER_HOURS / 24;
  const window = { from: addDays(from, days), to: addDays(to, days) };
  const [row] = await readScoped(em, RETURNED, { ...scope, window });
  return { matured: Number(row?.matured ?? 0), returned: Number(row?.returned ?? 0) };
}

export interface NewDevelopers {
  readonly newDevelopers: number;
  readonly newActivated: number;
}

/**
 * `newcomers`: developers whose earliest counted event of all lies in the window, with the campaign that it names, and whether they activated
 * by the window's end. Only those of the window are looked up in the other products and among the activated.
 */
export const NEWCOMERS = `recent as materialized (
  select developer_id, at, event_id, campaign_id, campaign_source from adoption_first_seen
  where ${IN_SCOPE} and data_label = :label and at >= :since::timestamptz and at < :before::timestamptz),
newcomers as materialized (
  select distinct on (developer_id) developer_id, at, campaign_id, campaign_source, exists (
    select 1 from adoption_developer a where a.organization_id = :organization::uuid and a.product_uuid = any(:products::uuid[])
      and a.data_label = :label and a.developer_id = r.developer_id and a.activated_at < :before::timestamptz) as activated
  from recent r where not exists (
    select 1 from adoption_first_seen o where o.organization_id = :organization::uuid and o.product_uuid = any(:products::uuid[])
      and o.data_label = :label and o.developer_id = r.developer_id and o.at < :since::timestamptz)
  order by developer_id, at, event_id)`;

export const NEW_DEVELOPERS = new NamedStatement(
  { developers: 'bigint', activated: 'bigint' },
  `with ${NEWCOMERS},
of_family as materialized (
  select chunk, bit_or(bits) as bits from adoption_presence
  where ${IN_SCOPE} and data_label = :label and day between :from::date and :to::date and kind = 'developer' and event_family = :family group by 1)
select count(*) as developers, count(*) filter (where activated) as activated from newcomers c
where :family::text is null or exists (
  select 1 from adoption_subject n join of_family f on f.chunk = ${chunkOf('n.number')}
  where n.organization_id = :organization::uuid and n.kind = 'developer' and n.name = c.developer_id
    and get_bit(f.bits, n.number % ${CHUNK_BITS}) = 1)`,
);

/** How many developers are new in a window, and how many of them activated by its end; in a view of one family those with an event of it. */
export async function readNewDevelopers(
  em: EntityManager,
  scope: CompanyScope,
  window: DayWindow,
): Promise<NewDevelopers> {
  const [row] = await readScoped(em, NEW_DEVELOPERS, { ...scope, window });
  return { newDevelopers: Number(row?.developers ?? 0), newActivated: Number(row?.activated ?? 0) };
}

export const NEW_ACCOUNTS = new NamedStatement(
  { accounts: 'bigint' },
  `with ${SCOPE},
firsts as (
  select organization_id, account_domain from adoption_account join scope using (organization_id, product_uuid)
  where adoption_account.${OF_ORGANIZATION} and data_label = :label
  group by 1, 2 having min(activated_at) >= :since::timestamptz and min(activated_at) < :before::timestamptz)
select count(*) as accounts from firsts f where :family::text is null or exists (
  select 1 from adoption_subject n join adoption_presence p on p.organization_id = n.organization_id and p.chunk = ${chunkOf('n.number')}
    join scope s on s.organization_id = p.organization_id and s.product_uuid = p.product_uuid
  where n.${OF_ORGANIZATION} and p.${OF_ORGANIZATION} and n.kind = 'account' and n.name = f.account_domain and p.kind = 'account' and p.data_label = :label
    and p.day between :from::date and :to::date and p.event_family = :family and get_bit(p.bits, n.number % ${CHUNK_BITS}) = 1)`,
);

/** How many accounts have their earliest activation in a window; in a view of one family those with an event of it. */
export async function readNewAccounts(em: EntityManager, scope: CompanyScope, window: DayWindow): Promise<number> {
  const [row] = await readScoped(em, NEW_ACCOUNTS, { ...scope, window });
  return Number(row?.accounts ?? 0);
}
