import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { evidenceText, SCOPE } from '../evidence/index.js';
import type { AdoptionOfAccount, AdoptionOfCampaign, AdoptionOfDeveloper } from './company-adoption.types.js';
import { type CompanyScope, readScoped } from './company-scope.query.js';
import { NEWCOMERS } from './people.query.js';
import { accountOf, activatedAt, activityText, developerOf, readCover, SEEN } from './top.query.js';

/** How many accounts, developers and campaigns the view holds. */
const TOP = 50;
const CAMPAIGNS_MAX = 200;

export const RANKED = new NamedStatement(
  {
    kind: 'text',
    name: 'text',
    source: 'text?',
    events: 'bigint',
    developers: 'bigint',
    accounts: 'bigint',
    activated: 'bigint',
    new_developers: 'bigint',
    new_activated: 'bigint',
    first_at: 'timestamp with time zone',
    last_at: 'timestamp with time zone',
    activated_at: 'timestamp with time zone?',
  },
  `with ${SCOPE},
${evidenceText('window')},
${NEWCOMERS},
acts as materialized (
  select developer_id, account_domain, campaign_id, campaign_source, ${SEEN}
  from ${activityText('developer_id, account_domain, campaign_id, campaign_source')} group by 1, 2, 3, 4),
developers as (select developer_id as name, ${SEEN} from acts group by 1 order by events desc, name limit ${TOP}),
accounts as (
  select account_domain as name, count(distinct developer_id) as developers, ${SEEN} from acts where account_domain <> '' group by 1
  order by events desc, name limit ${TOP}),
brought as (
  select campaign_id as name, campaign_source as source, count(*) as developers, count(*) filter (where activated) as activated from newcomers
  where campaign_id is not null and (:family::text is null or developer_id in (select developer_id from acts)) group by 1, 2),
campaigns as (
  select campaign_id as name, campaign_source as source, count(distinct developer_id) as developers,
    count(distinct nullif(account_domain, '')) as accounts, count(distinct developer_id) filter (where e.activated_at is not null) as activated, ${SEEN}
  from acts left join evidence e using (developer_id) where campaign_id is not null group by 1, 2
  order by events desc, name, source nulls first limit ${CAMPAIGNS_MAX})
select 'developer' as kind, name, null as source, events, 1::bigint as developers, 0::bigint as accounts, 0::bigint as activated, 0::bigint as new_developers, 0::bigint as new_activated, first_at, last_at,
  null::timestamptz as activated_at
from developers
union all
select 'account', name, null, events, developers, 0, 0, 0, 0, first_at, last_at, ${activatedAt('accounts')} from accounts
union all
select 'campaign', c.name, c.source, c.events, c.developers, c.accounts, c.activated, coalesce(b.developers, 0), coalesce(b.activated, 0),
  c.first_at, c.last_at, null
from campaigns c left join brought b on b.name = c.name and b.source is not distinct from c.source
order by kind, events desc, name, source nulls first`,
);
type RankedRow = RowOf<typeof RANKED>;

/** The evidence of the developers whose names are a list. */
export const EVIDENCE = new NamedStatement(
  { name: 'text', activated_at: 'timestamp with time zone', returned_at: 'timestamp with time zone?' },
  `with ${SCOPE},
page as (select jsonb_array_elements_text(:names::jsonb) as name),
${evidenceText('page')}
select developer_id as name, activated_at, returned_at from evidence`,
);

/** Ranks a view's campaigns, accounts and developers by events, from one reading of the activity. */
export async function readRanked(
  em: EntityManager,
  scope: CompanyScope,
): Promise<{
  readonly campaigns: AdoptionOfCampaign[];
  readonly accounts: AdoptionOfAccount[];
  readonly developers: AdoptionOfDeveloper[];
}> {
  const rows = await readScoped(em, RANKED, scope, await readCover(em, scope));
  const developers = rows.filter(({ kind }) => kind === 'developer');
  const known = await readEvidence(em, scope, developers);
  return {
    campaigns: rows.filter(({ kind }) => kind === 'campaign').map(campaignOf),
    accounts: rows.filter(({ kind }) => kind === 'account').map(accountOf),
    developers: developers.map((row) => developerOf({ ...row, ...NO_PROOF, ...known.get(row.name) })),
  };
}

const NO_PROOF = { activated_at: null, returned_at: null };

/** The evidence of these developers, by their name. */
async function readEvidence(em: EntityManager, scope: CompanyScope, developers: readonly RankedRow[]) {
  const names = JSON.stringify(developers.map(({ name }) => name));
  const rows = await readScoped(em, EVIDENCE, scope, { names });
  return new Map(rows.map(({ name, ...times }) => [name, times]));
}

const campaignOf = (row: RankedRow): AdoptionOfCampaign => ({
  campaignId: row.name,
  source: row.source,
  events: Number(row.events),
  developers: Number(row.developers),
  accounts: Number(row.accounts),
  activated: Number(row.activated),
  newDevelopers: Number(row.new_developers),
  newActivated: Number(row.new_activated),
});
