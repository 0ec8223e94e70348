import type { EntityManager } from '@mikro-orm/postgresql';
import { evidenceOf, type SqlPart } from '../evidence/index.js';
import type { AdoptionOfAccount, AdoptionOfCampaign, AdoptionOfDeveloper } from './company-adoption.types.js';
import type { CompanyScope } from './company-scope.read.js';
import { accountOf, activatedAt, developerOf, type SeenRow } from './top.query.js';

/** How many accounts, developers and campaigns the view holds. */
const TOP = 50;
const CAMPAIGNS_MAX = 200;

interface RankedRow extends SeenRow {
  readonly kind: 'developer' | 'account' | 'campaign';
  readonly source: string | null;
  readonly accounts: string;
  readonly activated: string;
}

/** What is ranked by events in a view: its campaigns, and the accounts and developers with most of them, from one reading of the activity. */
export async function readRanked(
  em: EntityManager,
  scope: CompanyScope,
): Promise<{
  readonly campaigns: AdoptionOfCampaign[];
  readonly accounts: AdoptionOfAccount[];
  readonly developers: AdoptionOfDeveloper[];
}> {
  const { window, counted, family } = scope;
  const evidence = evidenceOf(counted, { window });
  const seen = 'sum(events)::bigint as events, min(first_at) as first_at, max(last_at) as last_at';
  const rows = await em.execute<RankedRow[]>(
    `with ${scope.scope.text},
${evidence.text},
acts as materialized (
  select developer_id, account_domain, campaign_id, campaign_source, ${seen} from adoption_activity join scope using (organization_id, product_uuid)
  where data_label = ? and day between ?::date and ?::date ${family ? 'and event_family = ?' : ''} group by 1, 2, 3, 4),
developers as (select developer_id as name, ${seen} from acts group by 1 order by events desc, name limit ${TOP}),
accounts as (
  select account_domain as name, count(distinct developer_id) as developers, ${seen} from acts where account_domain <> '' group by 1
  order by events desc, name limit ${TOP}),
campaigns as (
  select campaign_id as name, campaign_source as source, count(distinct developer_id) as developers,
    count(distinct nullif(account_domain, '')) as accounts, count(distinct developer_id) filter (where e.activated_at is not null) as activated, ${seen}
  from acts left join evidence e using (developer_id) where campaign_id is not null group by 1, 2
  order by events desc, name, source nulls first limit ${CAMPAIGNS_MAX})
select 'developer' as kind, name, null as source, events, 1 as developers, 0 as accounts, 0 as activated, first_at, last_at, null as activated_at
from developers
union all
select 'account', name, null, events, developers, 0, 0, first_at, last_at, ${activatedAt('accounts')} from accounts
union all
select 'campaign', name, source, events, developers, accounts, activated, first_at, last_at, null from campaigns
order by kind, events desc, name, source nulls first`,
    [...scope.scope.values, ...evidence.values, counted, window.from, window.to, ...(family ? [family] : []), counted],
  );
  const developers = rows.filter(({ kind }) => kind === 'developer');
  const known = await readEvidence(em, scope, developers);
  return {
    campaigns: rows.filter(({ kind }) => kind === 'campaign').map(campaignOf),
    accounts: rows.filter(({ kind }) => kind === 'account').map(accountOf),
    developers: developers.map((row) => developerOf({ ...row, ...known.get(row.name) })),
  };
}

/** The evidence of these developers, by their name. */
async function readEvidence(em: EntityManager, scope: CompanyScope, developers: readonly SeenRow[]) {
  if (developers.length === 0) return new Map<string, never>();
  const page: SqlPart = {
    text: `page as (select unnest(array[${developers.map(() => '?').join(', ')}]::text[]) as name)`,
    values: developers.map(({ name }) => name),
  };
  const evidence = evidenceOf(scope.counted, { among: 'page' });
  const rows = await em.execute<{ name: string; activated_at: string; returned_at: string | null }[]>(
    `with ${scope.scope.text},
${page.text},
${evidence.text}
select developer_id as name, activated_at, returned_at from evidence`,
    [...scope.scope.values, ...page.values, ...evidence.values],
  );
  return new Map(rows.map(({ name, ...times }) => [name, times]));
}

const campaignOf = (row: RankedRow): AdoptionOfCampaign => ({
  campaignId: row.name,
  source: row.source,
  events: Number(row.events),
  developers: Number(row.developers),
  accounts: Number(row.accounts),
  activated: Number(row.activated),
});
