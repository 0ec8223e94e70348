import { sql } from 'kysely';
import { MemberRole, requireMember } from '../../accounts/index.js';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { operation } from '../../platform/operation.js';
import { productUuidOf } from '../../tracking/index.js';
import { addDays } from '../day.rules.js';
import { mapFamily } from '../family.map.js';
import type { Activity } from '../rollup.entity.js';
import { readCoverage } from './product-activity.query.js';
import type {
  DailyCount,
  DailyCountsArgs,
  EventCoverage,
  ProductViewArgs,
  ReconciliationRow,
} from './product-view.types.js';

/** Which coverage areas a product's events of the last 30 days belong to. */
export const readEventCoverage = operation(
  { name: 'eventCoverage', who: ['session'], limit: 'workflow' },
  async function eventCoverage(ctx, { organizationId, productId }: ProductViewArgs): Promise<EventCoverage> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    const product = await productUuidOf(ctx.em, organizationId, productId);
    const asOf = ctx.platform.clock.now();
    const today = asOf.toISOString().slice(0, 10);
    return { areas: await readCoverage(ctx.em, organizationId, [product], today), asOf };
  },
);

/** The product's daily counts, newest day first. */
export const readDailyCounts = operation(
  { name: 'dailyCounts', who: ['session'], limit: 'workflow' },
  async function dailyCounts(ctx, { organizationId, productId, days }: DailyCountsArgs): Promise<DailyCount[]> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    const product = await productUuidOf(ctx.em, organizationId, productId);
    const today = ctx.platform.clock.now().toISOString().slice(0, 10);
    const counted = ctx.em
      .getKysely<{ readonly adoption_activity: TableOf<Activity> }>()
      .selectFrom('adoption_activity')
      .where('organization_id', '=', organizationId)
      .where('product_uuid', '=', product)
      .where('day', '>', addDays(today, -days));
    const rows = await counted
      // Sample events count where there are no others: of the two labels the first in the alphabet is the real one.
      .where(
        'data_label',
        '=',
        counted.select(({ fn }) => fn.min('data_label').as('label')),
      )
      .select(({ fn }) => [
        sql<string>`day::text`.as('day'),
        'event_family',
        fn.sum<string>('events').as('events'),
        fn.count<string>('developer_id').distinct().as('developers'),
      ])
      .groupBy(['day', 'event_family'])
      .orderBy('day', 'desc')
      .orderBy('event_family')
      .execute();
    return rows.map(({ day, event_family, events, developers }) => ({
      day,
      event_family: mapFamily(event_family),
      events: Number(events),
      developers: Number(developers),
    }));
  },
);

const ROWS_MAX = 500;

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export const REPORTS = new BareStatement(
  {
    account_domain: 'text',
    zone: 'text',
    reported_at: 'timestamp with time zone',
    cost: 'jsonb',
    bandwidth: 'jsonb',
    reports: 'integer',
    events: 'integer',
    developers: 'integer',
  },
  `with recent as (
     select coalesce(registered_domain, account_domain) as account_domain, event_name, developer_id, coalesce(occurred_at, received_at) as at,
       payload->'metadata' as metadata
     from tracking_event where organization_id = ? and product_uuid = ? and recorded_at > now() - interval '30 days' and source <> 'relay'),
   reports as (
     select distinct on (account_domain, metadata->>'zone') account_domain, metadata->>'zone' as zone, at as reported_at, metadata->'costCents' as cost,
       metadata->'bandwidthBytes' as bandwidth, (count(*) over (partition by account_domain, metadata->>'zone'))::int as reports
     from recent where event_name = 'ZONE_USAGE_REPORTED' order by account_domain, metadata->>'zone', at desc),
   counted as (
     select account_domain, count(*)::int as events, count(distinct developer_id)::int as developers
     from recent where event_name <> 'ZONE_USAGE_REPORTED' group by account_domain)
   select r.*, coalesce(c.events, 0) as events, coalesce(c.developers, 0) as developers
   from reports r left join counted c on c.account_domain is not distinct from r.account_domain
   order by r.reported_at desc limit ${ROWS_MAX}`,
);

/**
 * The last 30 days of a product: reported counters beside counted events, for the company to compare (decisions §4, Workspace). What others
 * relayed is none of the company's own counting.
 */
export const readReconciliation = operation(
  { name: 'usageReconciliation', who: ['session'], limit: 'workflow' },
  async function usageReconciliation(
    ctx,
    { organizationId, productId }: ProductViewArgs,
  ): Promise<ReconciliationRow[]> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    const own = [organizationId, await productUuidOf(ctx.em, organizationId, productId)];
    const rows = await ctx.em.execute<RowOf<typeof REPORTS>[]>(REPORTS.text, own);
    return rows.map((row) => ({
      accountDomain: row.account_domain,
      zone: row.zone,
      reportedAt: row.reported_at,
      reportedCostCents: numberOrNull(row.cost),
      reportedBandwidthBytes: numberOrNull(row.bandwidth),
      reports: row.reports,
      events: row.events,
      developers: row.developers,
    }));
  },
);
