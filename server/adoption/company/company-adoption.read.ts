import type { EntityManager } from '@mikro-orm/postgresql';
import { operation } from '../../platform/operation.js';
import { EventFamilyName, readRefused } from '../../tracking/index.js';
import { addDays, type DayWindow, daysOf, evidenceOf, precedingWindow, type SqlPart } from '../evidence/index.js';
import type {
  AdoptionCohort,
  AdoptionOfCampaign,
  AdoptionOfDay,
  AdoptionOfFamily,
  AdoptionOfToolCall,
  AdoptionTotals,
  CompanyAdoption,
} from './company-adoption.types.js';
import { AdoptionOrder, type CompanyAdoptionArgs, windowProblems } from './company-args.types.js';
import { type CompanyScope, readInScope } from './company-scope.read.js';
import { readTopAccounts, readTopDevelopers } from './top.query.js';

/** How many accounts, developers, campaigns and tools the answer holds. */
const TOP = 50;
const CAMPAIGNS_MAX = 200;
const TOOLS_MAX = 200;
/** Fewer calls say nothing of how often they fail (decisions §5, Company view). */
const CALLS_MIN = 5;

/** Adoption of the organization's products in a window, for its members: live, exact and not suppressed (decisions §5, Company view). */
export const readCompanyAdoption = operation(
  { name: 'companyAdoption', who: ['session'], limit: 'workflow' },
  (ctx, args: CompanyAdoptionArgs): Promise<CompanyAdoption> =>
    readInScope(ctx, args, async (em, scope) => {
      const { window, label, sources, excluded, asOf } = scope;
      const top = { limit: TOP, sort: AdoptionOrder.events };
      return {
        scope: { organizationId: args.organizationId, productId: args.productId ?? null },
        window: { ...window, days: daysOf(window) },
        asOf,
        label,
        sources,
        excluded,
        totals: await readTotals(em, scope, window),
        previous: await readTotals(em, scope, precedingWindow(window)),
        funnel: await readFunnel(em, scope),
        days: await readDays(em, scope, ctx.platform.clock.now().toISOString().slice(0, 10)),
        retention: await readRetention(em, scope),
        campaigns: await readCampaigns(em, scope),
        accounts: (await readTopAccounts(em, scope, top)).map(({ item }) => item),
        developers: (await readTopDevelopers(em, scope, top)).map(({ item }) => item),
        toolCalls: await readToolCalls(em, scope),
        notices: noticesOf(scope),
      };
    }),
  { check: windowProblems },
);

/** What is counted in a window, as a table `acts`. */
const actsIn = ({ scope, counted }: CompanyScope, { from, to }: DayWindow): SqlPart => ({
  text: `${scope.text},
acts as (
  select a.* from adoption_activity a join scope using (organization_id, product_uuid) where a.data_label = ? and a.day between ?::date and ?::date)`,
  values: [...scope.values, counted, from, to],
});

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** What is counted in a window, under the label of the scope. */
export async function readTotals(em: EntityManager, scope: CompanyScope, window: DayWindow): Promise<AdoptionTotals> {
  const acts = actsIn(scope, window);
  const evidence = evidenceOf(scope.counted, { window });
  const [row] = await em.execute<[Record<'events' | 'developers' | 'accounts' | 'activated' | 'retained', string>]>(
    `with ${acts.text},
${evidence.text}
select coalesce(sum(events), 0) as events, count(distinct developer_id) as developers, count(distinct nullif(account_domain, '')) as accounts,
  (select count(*) from evidence) as activated, (select count(returned_at) from evidence) as retained from acts`,
    [...acts.values, ...evidence.values],
  );
  const refused = await readRefused(em, scope.organizationUuid, scope.productUuids, window);
  const events = Number(row.events);
  const developers = Number(row.developers);
  const activated = Number(row.activated);
  return {
    events,
    developers,
    accounts: Number(row.accounts),
    activated,
    retained: Number(row.retained),
    activationShare: share(activated, developers),
    refused,
    refusedShare: share(refused, refused + events),
  };
}

async function readFunnel(em: EntityManager, scope: CompanyScope): Promise<AdoptionOfFamily[]> {
  const acts = actsIn(scope, scope.window);
  const rows = await em.execute<{ family: string; events: string; developers: string; accounts: string }[]>(
    `with ${acts.text}
     select event_family as family, sum(events) as events, count(distinct developer_id) as developers,
       count(distinct nullif(account_domain, '')) as accounts from acts group by 1`,
    acts.values,
  );
  return Object.values(EventFamilyName).map((family) => {
    const row = rows.find((one) => one.family === family);
    return {
      family,
      events: Number(row?.events ?? 0),
      developers: Number(row?.developers ?? 0),
      accounts: Number(row?.accounts ?? 0),
    };
  });
}

/** Every day of the window that has begun, also those without an event. */
export async function readDays(em: EntityManager, scope: CompanyScope, today: string): Promise<AdoptionOfDay[]> {
  const { from, to } = scope.window;
  const acts = actsIn(scope, scope.window);
  const rows = await em.execute<
    { day: string; events: string; developers: string; accounts: string; families: Record<string, number> }[]
  >(
    `with ${acts.text},
     families as (select day, event_family, sum(events) as events from acts group by 1, 2)
     select day::text as day, sum(events) as events, count(distinct developer_id) as developers, count(distinct nullif(account_domain, '')) as accounts,
       (select jsonb_object_agg(f.event_family, f.events) from families f where f.day = acts.day) as families
     from acts group by day`,
    acts.values,
  );
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const last = to < today ? to : today;
  const days = from <= last ? daysOf({ from, to: last }) : 0;
  return Array.from({ length: days }, (_none, n) => {
    const day = addDays(from, n);
    const row = byDay.get(day);
    return {
      day,
      events: Number(row?.events ?? 0),
      developers: Number(row?.developers ?? 0),
      accounts: Number(row?.accounts ?? 0),
      families: Object.values(EventFamilyName).flatMap((family) => {
        const events = row?.families[family];
        return events === undefined ? [] : [{ family, events }];
      }),
    };
  });
}

async function readRetention(em: EntityManager, scope: CompanyScope): Promise<AdoptionCohort[]> {
  const acts = actsIn(scope, scope.window);
  const evidence = evidenceOf(scope.counted, { window: scope.window });
  const rows = await em.execute<{ monday: string; cohort: string; week: number; developers: string }[]>(
    `with ${acts.text},
${evidence.text},
cohorts as (select developer_id, date_trunc('week', activated_at at time zone 'utc')::date as monday from evidence)
select monday::text as monday, to_char(monday, 'IYYY-"W"IW') as cohort, 0 as week, count(*) as developers from cohorts group by 1, 2
union all
select monday::text, to_char(monday, 'IYYY-"W"IW'), (date_trunc('week', a.day::timestamp)::date - monday) / 7, count(distinct developer_id)
from cohorts join acts a using (developer_id) where a.uses > 0 and a.day >= monday + 7 group by 1, 2, 3`,
    [...acts.values, ...evidence.values],
  );
  return [...Map.groupBy(rows, ({ monday }) => monday)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([monday, same]) => {
      const byWeek = new Map(same.map(({ week, developers }) => [week, Number(developers)]));
      const ended = Math.floor(daysOf({ from: monday, to: scope.window.to }) / 7);
      return {
        cohort: same[0]?.cohort ?? '',
        developers: byWeek.get(0) ?? 0,
        weeks: Array.from({ length: Math.max(0, ended) }, (_none, week) => byWeek.get(week) ?? 0),
      };
    });
}

async function readCampaigns(em: EntityManager, scope: CompanyScope): Promise<AdoptionOfCampaign[]> {
  const acts = actsIn(scope, scope.window);
  const evidence = evidenceOf(scope.counted, { window: scope.window });
  const rows = await em.execute<
    (Record<'events' | 'developers' | 'accounts' | 'activated', string> & { campaign: string; source: string | null })[]
  >(
    `with ${acts.text},
${evidence.text}
select campaign_id as campaign, campaign_source as source, sum(events) as events, count(distinct developer_id) as developers,
  count(distinct nullif(account_domain, '')) as accounts, count(distinct developer_id) filter (where e.activated_at is not null) as activated
from acts left join evidence e using (developer_id) where campaign_id is not null group by 1, 2
order by events desc, campaign, source nulls first limit ${CAMPAIGNS_MAX}`,
    [...acts.values, ...evidence.values],
  );
  return rows.map((row) => ({
    campaignId: row.campaign,
    source: row.source,
    events: Number(row.events),
    developers: Number(row.developers),
    accounts: Number(row.accounts),
    activated: Number(row.activated),
  }));
}

async function readToolCalls(
  em: EntityManager,
  { scope, counted, window }: CompanyScope,
): Promise<AdoptionOfToolCall[]> {
  const rows = await em.execute<{ server: string; tool: string; calls: string; failed: string }[]>(
    `with ${scope.text}
     select mcp_server as server, mcp_tool as tool, sum(calls) as calls, sum(failed) as failed from adoption_tool_call
     join scope using (organization_id, product_uuid) where data_label = ? and day between ?::date and ?::date group by 1, 2
     order by calls desc, server, tool limit ${TOOLS_MAX}`,
    [...scope.values, counted, window.from, window.to],
  );
  return rows.map((row) => {
    const calls = Number(row.calls);
    const failed = Number(row.failed);
    return {
      mcpServer: row.server || null,
      mcpTool: row.tool || null,
      calls,
      failed,
      failureShare: calls < CALLS_MIN ? null : failed / calls,
    };
  });
}

function noticesOf({ label, sources }: CompanyScope): string[] {
  return [
    ...(label === 'sample' ? ['Every event of this window is sample data.'] : []),
    ...(sources.some(({ source }) => source !== 'api')
      ? ['Imported and relayed events are listed in sources and counted nowhere else.']
      : []),
  ];
}
