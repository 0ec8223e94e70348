import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement, type RowOf } from '../../platform/database/bare-statement.js';
import type { Job } from '../../platform/jobs/queue.js';
import { holdFolding } from '../../tracking/index.js';
import { Period } from '../rollup.entity.js';
import { analyzeOutgrown } from './statistics.query.js';

/** The lengths of periods in days. Four weeks are whole weeks: a period lies within one of the longer ones or beside it. */
export const WEEK = 7;
export const FOUR_WEEKS = 28;

/** Gives each day of a table `c` its period of each length. */
export const WITH_LENGTHS = `cross join (values (${WEEK}), (${FOUR_WEEKS})) length (days)`;
/** The first day of that period; all are counted from a Monday. */
export const FIRST_DAY = `(date '0001-01-01' + (c.day - date '0001-01-01') / length.days * length.days)`;
/** The condition of a row `c` of `adoption_count` whose events are in the activity. */
export const IN_ACTIVITY = "c.source = 'api' and not c.vendor_own_domain";

/** How many periods one round compacts. */
const ROUND = 100;

/** Closed periods of which events were counted that their rows do not have, the newest first: a view most often asks for these. */
export const STALE = new NamedStatement(
  {
    organization: 'uuid',
    product: 'uuid',
    label: 'text',
    days: 'integer',
    first: 'text',
    events: 'bigint',
  },
  `with counted as (
  select c.organization_id, c.product_uuid, c.data_label, length.days, ${FIRST_DAY} as first_day, sum(c.events)::bigint as events
  from adoption_count c ${WITH_LENGTHS} where ${IN_ACTIVITY} group by 1, 2, 3, 4, 5)
select n.organization_id as organization, n.product_uuid as product, n.data_label as label, n.days, n.first_day::text as first, n.events
from counted n left join adoption_period p on p.organization_id = n.organization_id and p.product_uuid = n.product_uuid
  and p.data_label = n.data_label and p.days = n.days and p.first_day = n.first_day
where n.first_day + n.days <= :today::date and p.events is distinct from n.events
order by n.first_day desc, n.organization_id, n.product_uuid, n.data_label, n.days limit ${ROUND}`,
);

/**
 * Reads the activity of a period, all of it in one snapshot, and replaces the rows and the count of the period: rows only become more, and
 * their numbers larger, until a rebuild deletes them all.
 */
export const COMPACT = new NamedStatement(
  { events: [Period, 'events'] },
  `with parts as materialized (
  select event_family, developer_id, account_domain, campaign_key, campaign_id, campaign_source,
    sum(events)::bigint as events, min(first_at) as first_at, max(last_at) as last_at
  from adoption_activity
  where organization_id = :organization::uuid and product_uuid = :product::uuid and data_label = :label
    and day >= :first::date and day < :first::date + :days::integer
  group by grouping sets ((1, 2, 3, 4, 5, 6), (2, 3, 4, 5, 6))),
rows as (
  insert into adoption_period_activity as c (organization_id, product_uuid, data_label, days, event_family, first_day, developer_id,
    account_domain, campaign_key, campaign_id, campaign_source, events, first_at, last_at)
  select :organization::uuid, :product::uuid, :label, :days::integer, coalesce(event_family, ''), :first::date, developer_id,
    account_domain, campaign_key, campaign_id, campaign_source, events, first_at, last_at
  from parts order by 5, 7, 8, 9
  on conflict (organization_id, product_uuid, data_label, days, event_family, first_day, developer_id, account_domain, campaign_key)
  do update set events = excluded.events, first_at = excluded.first_at, last_at = excluded.last_at where c.events <> excluded.events)
insert into adoption_period as c (organization_id, product_uuid, data_label, days, first_day, events)
select :organization::uuid, :product::uuid, :label, :days::integer, :first::date, coalesce(sum(events), 0)::bigint from parts where event_family is null
on conflict (organization_id, product_uuid, data_label, days, first_day) do update set events = excluded.events
returning events`,
);

/**
 * Compacts closed periods whose activity has events that their rows do not have, each in a transaction of its own that folding and a rebuild
 * wait for. `today` is the UTC day; answers whether more periods wait.
 */
export async function compactPeriods(em: EntityManager, today: string): Promise<boolean> {
  const stale = await em.execute<RowOf<typeof STALE>[]>(STALE.text, STALE.valuesOf({ today }));
  let settled = 0;
  for (const { events, ...period } of stale) {
    const compacted = await compactPeriod(em, period);
    if (compacted >= Number(events)) settled += 1;
  }
  if (settled > 0) await analyzeOutgrown(em);
  return stale.length === ROUND && settled > 0;
}

async function compactPeriod(em: EntityManager, period: Omit<RowOf<typeof STALE>, 'events'>): Promise<number> {
  return em.transactional(async (tx) => {
    await holdFolding(tx);
    const [row] = await tx.execute<RowOf<typeof COMPACT>[]>(COMPACT.text, COMPACT.valuesOf(period));
    return Number(row?.events ?? 0);
  });
}

/** Compacts the weeks that ended, and those in which events of before arrived since. */
export const periodJob: Job = {
  name: 'compact_adoption',
  cron: '*/15 * * * *',
  run: ({ em, clock }) => compactPeriods(em(), clock.now().toISOString().slice(0, 10)),
};
