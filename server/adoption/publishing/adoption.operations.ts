import type { DirectoryParts } from '../../directory/index.js';
import type { RequestContext } from '../../platform/context.js';
import { invalid } from '../../platform/fault.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { publicId } from '../../platform/ids.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { addDays } from '../day.rules.js';
import type { Methodology } from './adoption.types.js';
import {
  type AdoptionArgs,
  type AdoptionDay,
  type AdoptionMethodology,
  HISTORY_DAYS,
  type MeasuredAdoptionRow,
  type PublicAdoption,
} from './adoption.types.js';
import { agentRankContract } from './agent-rank.rules.js';
import { agentRankSchema } from './agent-rank.schema.js';
import type { AgentRankContract } from './agent-rank.types.js';
import { METHODOLOGY_VERSION, methodologySections, notSaid, ROUNDING } from './methodology.rules.js';
import {
  DOMINANCE,
  LAG_HOURS,
  MINIMUM_COHORT,
  MINIMUM_DENOMINATOR,
  newestDueDay,
  windowOf,
} from './publication.rules.js';
import type { DaySnapshot } from './snapshot.query.js';
import { type PublishedRow, periodDays, periodIds } from './snapshot.types.js';
import type { PublishingParts } from './snapshots.open.js';

/** Changes when the same snapshot gets another answer: it is part of the ETag. */
const ANSWER_VERSION = 1;

export type PublishingContext = RequestContext<PublishingParts & DirectoryParts>;

/** Public adoption out of the newest snapshot: memory alone is read, and nothing is computed from events. */
export const readAdoption = operation(
  { name: 'adoption', who: ANY_KIND, limit: 'public-read' },
  async function adoption(ctx: PublishingContext, { period, limit }: AdoptionArgs): Promise<PublicAdoption> {
    const { config, clock } = ctx.platform;
    const snapshot = await ctx.parts.publishedAdoption.newest();
    const catalog = await ctx.parts.catalog.read();
    const day = snapshot?.day ?? newestDueDay(clock.now());
    const version = snapshot && publicId('snp', snapshot.id);
    endIfNotModified(ctx, ['adoption', ANSWER_VERSION, version, day, catalog.version, period, limit]);
    const published = snapshot?.periods[period];
    const measured = (row: PublishedRow): MeasuredAdoptionRow => ({
      ...rowOf(row),
      measures: [...(catalog.tools.get(row.tool.id)?.measures ?? [])],
    });
    return {
      period: { id: period, days: periodDays[period], ...windowOf(period, day) },
      asOf: snapshot?.createdAt.toISOString() ?? null,
      snapshotId: version,
      methodology: methodologyOf(snapshot, config.workspaceUrl),
      tools: (published?.rows ?? []).slice(0, limit).map(measured),
      categories: [...(published?.categories ?? [])],
      proof: [...(published?.proof ?? [])],
      rankings: (published?.rankings ?? []).map(({ entries, ...ranking }) => ({
        ...ranking,
        entries: entries.slice(0, limit),
      })),
      notices: noticesOf(snapshot, published?.rows ?? []),
    };
  },
);

/** A published row as answers have it: the tool by its name, and no member that the types don't know. */
export const rowOf = ({
  tool: { slug, name },
  components,
  ...row
}: PublishedRow): Omit<MeasuredAdoptionRow, 'measures'> => ({
  ...row,
  tool: { slug, name },
  components: [...components],
});

const methodologyOf = (snapshot: DaySnapshot | null, workspaceUrl: string): AdoptionMethodology => ({
  version: snapshot?.methodology ?? METHODOLOGY_VERSION,
  url: `${workspaceUrl}/methodology`,
  minimumCohort: { ...MINIMUM_COHORT },
  minimumDenominator: MINIMUM_DENOMINATOR,
  dominance: { ...DOMINANCE },
  rounding: ROUNDING,
  lagHours: LAG_HOURS,
});

function noticesOf(snapshot: DaySnapshot | null, rows: readonly PublishedRow[]): string[] {
  if (!snapshot) return ['No snapshot has been made yet: a day is published 24 hours after it has ended.'];
  const sample = rows.some(({ label }) => label === 'sample');
  return [
    'Missing, insufficient and suppressed are not zero, and no proof of no adoption.',
    'Tools of which no vendor reports have no row.',
    ...(sample ? ['Rows labelled sample are demo data; they are not ranked with first-party rows.'] : []),
  ];
}

/** What was published of a tool over the last days, oldest first, as it was published; part of the query that found the tool. */
export async function readAdoptionHistory(
  ctx: PublishingContext,
  toolId: string,
  days: number,
): Promise<AdoptionDay[]> {
  const { min, max } = HISTORY_DAYS;
  if (!Number.isInteger(days) || days < min || days > max)
    throw invalid([{ pointer: '/days', code: 'out_of_range', detail: `must be a whole number from ${min} to ${max}` }]);
  const after = addDays(newestDueDay(ctx.platform.clock.now()), -days);
  const history = await ctx.parts.publishedAdoption.history(toolId, after);
  return history.map(({ day, rows }) => ({
    day,
    periods: periodIds.map((period) => ({ period, ...rowOf(rows[period]) })),
  }));
}

/** The contract of the score. */
export const readAgentRank = operation(
  { name: 'agentRank', who: ANY_KIND, limit: 'public-read' },
  async function agentRank(ctx: RequestContext, _input: Record<string, never>): Promise<AgentRankContract> {
    endIfNotModified(ctx, ['agent-rank', agentRankContract]);
    return { ...agentRankContract, schema: `${ctx.platform.config.baseUrl}${agentRankSchema.$id}` };
  },
);

/** The methodology in plain words, with its version. */
export const readMethodology = operation(
  { name: 'adoptionMethodology', who: ANY_KIND, limit: 'public-read' },
  async function adoptionMethodology(_ctx, _input: Record<string, never>): Promise<Methodology> {
    return {
      version: METHODOLOGY_VERSION,
      sections: methodologySections.map(({ title, paragraphs }) => ({ title, paragraphs: [...paragraphs] })),
      notSaid: [...notSaid],
    };
  },
);
