import { Field, Float, Int, ObjectType } from 'type-graphql';
import { MemberRole, requireMember } from '../../accounts/index.js';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { operation } from '../../platform/operation.js';
import { productUuidOf } from '../../tracking/index.js';
import type { ProductViewArgs } from '../product-view.types.js';

const ROWS_MAX = 500;

@ObjectType({
  description:
    'What the partner last reported of an account and zone (ZONE_USAGE_REPORTED) beside what its other events say.',
})
export class ReconciliationRow {
  @Field(() => String, { nullable: true })
  accountDomain: string | null;

  @Field(() => String, { nullable: true })
  zone: string | null;

  @Field(() => Date, { description: 'occurredAt of the report, or when it was received.' })
  reportedAt: Date;

  @Field(() => Float, { nullable: true, description: 'metadata.costCents as reported; null when the report has none.' })
  reportedCostCents: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'metadata.bandwidthBytes as reported; null when the report has none.',
  })
  reportedBandwidthBytes: number | null;

  @Field(() => Int, { description: 'Reports of this account and zone in the last 30 days.' })
  reports: number;

  @Field(() => Int, { description: 'Other events of this account in the same window.' })
  events: number;

  @Field(() => Int, { description: 'Distinct developers of those events.' })
  developers: number;
}

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
    await requireMember(ctx, organizationId, MemberRole.member);
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
