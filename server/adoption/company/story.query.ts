import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement } from '../../platform/database/bare-statement.js';
import { OF_ORGANIZATION } from '../evidence/index.js';
import { mapFamily } from '../family.map.js';
import { type CompanyScope, IN_SCOPE, readScoped } from './company-scope.query.js';
import { type AccountMilestone, MilestoneKind, type StoryCampaign } from './story.types.js';

/** Numbers of developers at which an account has a milestone. */
const DEVELOPERS = [2, 5, 10, 25, 50, 100, 250, 500, 1000];

/** Everything that the story of an account is told by, each as a name with a moment and a number, in one pass over its activity. */
export const STORY = new NamedStatement(
  { kind: 'text', name: 'text?', source: 'text?', at: 'timestamp with time zone?', count: 'bigint' },
  `with acts as materialized (
  select developer_id, event_family, day, first_at, last_at, events from adoption_activity
  where ${IN_SCOPE} and data_label = :label and day between :from::date and :to::date and account_domain = :account),
joined as (
  select developer_id, min(first_at) as at, row_number() over (order by min(first_at), developer_id) as nth from acts group by developer_id),
brought as (
  select distinct on (developer_id) developer_id, campaign_id, campaign_source from adoption_first_seen
  where ${IN_SCOPE} and data_label = :label and developer_id in (select developer_id from joined) order by developer_id, at, event_id)
select 'family' as kind, event_family as name, null as source, min(first_at) as at, sum(events)::bigint as count from acts group by event_family
union all
select 'day', day::text, null, max(last_at), sum(events)::bigint from acts group by day
union all
select 'developer', null, null, at, nth from joined where nth = any(:developers::bigint[])
union all
select 'developers', null, null, null, count(*) from joined
union all
select 'activated', null, null, min(activated_at), count(*) from adoption_account
where ${OF_ORGANIZATION} and product_uuid = any(:products::uuid[]) and data_label = :label and account_domain = :account
union all
select 'returned', null, null, min(returned_at), count(returned_at) from adoption_developer
where ${OF_ORGANIZATION} and product_uuid = any(:products::uuid[]) and data_label = :label and developer_id in (select developer_id from joined)
union all (
select 'campaign', campaign_id, campaign_source, null, count(*) from brought where campaign_id is not null
group by campaign_id, campaign_source order by count(*) desc, campaign_id, campaign_source limit 1)`,
);

/** The story of an account as it is stored; days are UTC days with an event, earliest first. */
export interface StoredStory {
  readonly milestones: AccountMilestone[];
  readonly days: readonly string[];
  readonly developers: number;
  readonly campaign: StoryCampaign | null;
}

/** Reads the milestones, days and campaign of an account in a window; null without an event. */
export async function readStory(
  em: EntityManager,
  scope: CompanyScope,
  accountDomain: string,
): Promise<StoredStory | null> {
  const rows = await readScoped(em, STORY, scope, {
    account: accountDomain,
    developers: `{${DEVELOPERS.join()}}`,
  });
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const days = of('day').flatMap(({ name }) => name ?? []);
  if (days.length === 0) return null;
  const milestones = [
    ...of('family').map(({ name, at }) => ({ kind: MilestoneKind.family, family: mapFamily(name ?? 'none'), at })),
    ...of('activated').map(({ at }) => ({ kind: MilestoneKind.activated, at })),
    ...of('returned').map(({ at }) => ({ kind: MilestoneKind.returned, at })),
    ...of('developer').map(({ at, count }) => ({ kind: MilestoneKind.developers, at, developers: Number(count) })),
  ];
  const [campaign] = of('campaign');
  return {
    milestones: milestones
      .flatMap(({ at, ...milestone }) =>
        at === null ? [] : [{ family: null, developers: null, ...milestone, at } satisfies AccountMilestone],
      )
      .filter(({ kind, family }) => kind !== MilestoneKind.family || family !== null)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    days: days.toSorted(),
    developers: Number(of('developers')[0]?.count ?? 0),
    campaign: campaign?.name
      ? { campaignId: campaign.name, source: campaign.source, developers: Number(campaign.count) }
      : null,
  };
}
