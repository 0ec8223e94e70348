import type { DirectoryParts } from '../../directory/index.js';
import type { RequestContext } from '../../platform/context.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { publicId } from '../../platform/ids.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import type { AdoptionArgs, AdoptionMethodology, MeasuredAdoptionRow, PublicAdoption } from './adoption.types.js';
import { newestDueDay, windowOf } from './days.rules.js';
import { METHODOLOGY_VERSION, ROUNDING } from './methodology.rules.js';
import { DOMINANCE, LAG_HOURS, MINIMUM_COHORT, MINIMUM_DENOMINATOR } from './publication.rules.js';
import type { DaySnapshot } from './snapshot.query.js';
import { type PublishedRow, periodDays } from './snapshot.types.js';
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
      snapshotId: snapshot?.id ?? null,
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
