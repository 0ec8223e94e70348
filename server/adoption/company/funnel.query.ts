import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement } from '../../platform/database/bare-statement.js';
import type { TableOf } from '../../platform/database/table.types.js';
import type { ReceivedCount } from '../rollup.entity.js';
import { type CompanyScope, IN_SCOPE, inProducts, readScoped } from './company-scope.query.js';
import type { CompanyFunnel, FunnelStepInput, JourneyStep } from './journey.types.js';
import type { NamedCampaign } from './top.query.js';

/** A funnel of ordered steps: what its answer counts. */
export interface FunnelQuestion {
  readonly steps: readonly FunnelStepInput[];
  readonly withinDays: number;
  readonly campaign: NamedCampaign | null;
  readonly account: string | null;
}

/** How many of those who stopped at a step are named. */
const STOPPED_MAX = 25;
/** The values that name the events of the steps. */
const STEPS = ['stepa', 'stepb', 'stepc', 'stepd', 'stepe', 'stepf'] as const;

/** Marks a step of a name: a space is in no family and in no name. */
const NAMED = 'name ';

/** The moment at which an event of the step follows one of before: of a day, the first and the last event of a family or name are known. */
const NEXT_AT = '(case when a.first_at >= s.at then a.first_at else a.last_at end)';

/**
 * One step after another: the earliest moment that is not before that of the last step, and within the days since the first one. The planner knows nothing of
 * the rows of two tables and would look through all of them for each developer: they are joined fully, by a condition that is never strict.
 */
const walked = STEPS.slice(1)
  .map(
    (step, index) => `,
s${index + 2} as materialized (
  select s.developer_id, s.begun, s.at as before, min(${NEXT_AT}) as at from s${index + 1} s
    full join (select * from acts where step = :${step}) a using (developer_id)
  where coalesce(a.last_at >= s.at and ${NEXT_AT} <= s.begun + make_interval(days => :within::integer), false)
  group by 1, 2, 3)`,
  )
  .join('');

const each = STEPS.map(
  (_step, index) => `select ${index + 1} as step, developer_id, begun, before, at from s${index + 1}`,
).join('\n  union all ');

const KNOWN = `${IN_SCOPE} and data_label = :label and day between :from::date and :to::date + :within::integer + 1
    and (:account::text is null or account_domain = :account)`;

/**
 * The steps of each developer, and how many took them. The first step is the earliest event of its family or name in the window; a developer who took
 * a step has taken those before it.
 */
export const FUNNEL = new NamedStatement(
  {
    step: 'integer',
    developers: 'bigint',
    open: 'bigint',
    median: 'double precision?',
    names: 'text[]',
    moments: 'text[]',
  },
  `with known as (
  select developer_id, event_family as step, day, campaign_id, campaign_source, first_at, last_at from adoption_activity
  where ${KNOWN} and event_family = any(:families::text[])
  union all
  select developer_id, '${NAMED}' || event_name, day, campaign_id, campaign_source, first_at, last_at from adoption_named_activity
  where ${KNOWN} and event_name = any(:names::text[])),
acts as materialized (
  select developer_id, step, day, min(first_at) as first_at, max(last_at) as last_at,
    min(first_at) filter (where :campaign::text is null or campaign_id = :campaign and campaign_source is not distinct from :campaignsource) as entered
  from known group by 1, 2, 3),
s1 as materialized (
  select developer_id, min(entered) as begun, null::timestamptz as before, min(entered) as at from acts
  where step = :stepa and day between :from::date and :to::date and entered is not null group by 1)${walked},
walks as (
  ${each}),
furthest as (
  select w.*, max(step) over (partition by developer_id) as reached from walks w),
stopped as (
  select step, developer_id, at, row_number() over (partition by step order by at desc, developer_id) as place from furthest
  where step = reached and step < :steps::integer)
select f.step, count(*) as developers,
  count(*) filter (where reached < :steps::integer and begun + make_interval(days => :within::integer) > :asof::timestamptz) as open,
  percentile_cont(0.5) within group (order by extract(epoch from at - before)) as median,
  coalesce((select array_agg(developer_id order by place) from stopped s where s.step = f.step and place <= ${STOPPED_MAX}), '{}') as names,
  coalesce((select array_agg(to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') order by place) from stopped s
    where s.step = f.step and place <= ${STOPPED_MAX}), '{}') as moments
from furthest f group by 1 order by 1`,
);

/** How many developers take the steps in their order, each within so many days after the first. */
export async function readFunnel(
  em: EntityManager,
  scope: CompanyScope,
  { steps, withinDays, campaign, account }: FunnelQuestion,
): Promise<Pick<CompanyFunnel, 'steps' | 'open'>> {
  const keys = steps.map(({ family, eventName }) => family ?? `${NAMED}${eventName}`);
  const named = Object.fromEntries(STEPS.map((name, index) => [name, keys[index] ?? null]));
  const rows = await readScoped(em, FUNNEL, scope, {
    ...named,
    families: textArray(steps.map(({ family }) => family)),
    names: textArray(steps.map(({ eventName }) => eventName)),
    steps: steps.length,
    within: withinDays,
    campaign: campaign?.id ?? null,
    campaignsource: campaign?.source ?? null,
    account,
    asof: scope.asOf.toISOString(),
  });
  const byStep = new Map(rows.map((row) => [row.step, row]));
  const countOf = (step: number): number => Number(byStep.get(step)?.developers ?? 0);
  return {
    steps: steps.map(({ family, eventName }, index): JourneyStep => {
      const row = byStep.get(index + 1);
      const developers = countOf(index + 1);
      return {
        family: family ?? null,
        eventName: eventName ?? null,
        developers,
        share: part(developers, countOf(1)),
        shareOfBefore: index === 0 ? null : part(developers, countOf(index)),
        medianSeconds: index === 0 ? null : (row?.median ?? null),
        stopped: (row?.names ?? []).map((developerId, place) => ({
          developerId,
          at: new Date(row?.moments[place] ?? Number.NaN),
        })),
      };
    }),
    open: Number(byStep.get(1)?.open ?? 0),
  };
}

/** The names of events that arrived from the company's servers on days of the window, the most frequent first. */
export async function readArrivedNames(em: EntityManager, scope: CompanyScope, limit: number): Promise<string[]> {
  const rows = await em
    .getKysely<{ readonly adoption_received: TableOf<ReceivedCount> }>()
    .selectFrom('adoption_received')
    .where('organization_id', '=', scope.organizationId)
    .where(inProducts(scope.productUuids))
    .where('day', '>=', scope.window.from)
    .where('day', '<=', scope.window.to)
    .where('source', '=', 'api')
    .groupBy('event_name')
    .orderBy(({ fn }) => fn.sum('events'), 'desc')
    .orderBy('event_name')
    .select('event_name')
    .limit(limit)
    .execute();
  return rows.map(({ event_name }) => event_name);
}

/** An array of PostgreSQL; families and names of events have no quotation mark and no backslash. */
const textArray = (texts: readonly (string | null | undefined)[]): string =>
  `{${texts.flatMap((text) => (text ? `"${text}"` : [])).join()}}`;

const part = (some: number, all: number): number | null => (all > 0 ? some / all : null);
