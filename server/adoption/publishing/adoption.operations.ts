import { type DirectoryParts, measureKinds, rankingIdOf } from '../../directory/index.js';
import type { RequestContext } from '../../platform/context.js';
import { ANY_KIND } from '../../platform/context.js';
import { Fault, invalid } from '../../platform/fault.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { publicId } from '../../platform/ids.js';
import { isDay } from '../../platform/instant.rules.js';
import { inShareOf, operation } from '../../platform/operation.js';
import type { PageArgs } from '../../platform/paging/page.args.js';
import { cursorAfter, keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { addDays } from '../day.rules.js';
import type { Methodology } from './adoption.types.js';
import {
  type AdoptionArgs,
  type AdoptionDay,
  type AdoptionMethodology,
  type AdoptionSnapshotList,
  HISTORY_DAYS,
  type MeasuredAdoptionRow,
  type PublicAdoption,
} from './adoption.types.js';
import { agentRankContract } from './agent-rank.rules.js';
import { agentRankSchema, supersededContract } from './agent-rank.schema.js';
import type { AgentRankContract } from './agent-rank.types.js';
import { METHODOLOGY_VERSION, methodologySections, notSaid, ROUNDING } from './methodology.rules.js';
import { placeKey, placeOf, type SnapshotName } from './named-snapshot.query.js';
import {
  DOMINANCE,
  EVIDENCE_PERIOD,
  LAG_HOURS,
  MINIMUM_COHORT,
  MINIMUM_DENOMINATOR,
  newestDueDay,
  WITHHELD,
  windowOf,
} from './publication.rules.js';
import { type DaySnapshot, readSnapshotLines } from './snapshot.query.js';
import { type PublishedRanking, type PublishedRow, periodDays, periodIds } from './snapshot.types.js';
import type { PublishingParts } from './snapshots.open.js';

/** Changes when the same snapshot gets another answer: it is part of the ETag. */
const ANSWER_VERSION = 2;

export type PublishingContext = RequestContext<PublishingParts & DirectoryParts>;

/**
 * Public adoption out of the newest snapshot, or of one that is named: memory alone is read for the newest, and nothing is computed from
 * events. An answer of a named snapshot is made of the snapshot alone, so that it never changes; the newest one shows today's measures.
 */
export const readAdoption = operation(
  { name: 'adoption', who: ANY_KIND, limit: 'public-read' },
  async function adoption(ctx: PublishingContext, args: AdoptionArgs): Promise<PublicAdoption> {
    const { config, clock } = ctx.platform;
    const { period, limit } = args;
    const { name, skip } = placeOf(args);
    const snapshot = await findSnapshot(ctx, name);
    const catalog = await ctx.parts.catalog.read();
    const day = snapshot?.day ?? newestDueDay(clock.now());
    const version = snapshot && publicId('snp', snapshot.id);
    endIfNotModified(
      ctx,
      ['adoption', ANSWER_VERSION, version, day, name === null && catalog.version, period, limit, skip],
      {
        isFinal: name !== null,
      },
    );
    const published = snapshot?.periods[period];
    const measured = (row: PublishedRow): MeasuredAdoptionRow => ({
      ...rowOf(row),
      measures:
        name === null ? [...(catalog.tools.get(row.tool.id)?.measures ?? [])] : measuresIn(snapshot, row.tool.slug),
    });
    const rows = published?.rows ?? [];
    const end = skip + limit;
    return {
      period: { id: period, days: periodDays[period], ...windowOf(period, day) },
      asOf: snapshot?.createdAt.toISOString() ?? null,
      snapshotId: version,
      nextCursor: snapshot && rows.length > end ? cursorAfter(placeKey(snapshot.id, period, end)) : null,
      methodology: methodologyOf(snapshot, config.workspaceUrl),
      tools: rows.slice(skip, end).map(measured),
      categories: [...(published?.categories ?? [])],
      proof: [...(published?.proof ?? [])],
      rankings: rankingsOf(snapshot, published?.rankings ?? [], limit),
      notices: noticesOf(snapshot, rows),
    };
  },
);

/** The snapshot that is asked for. One of an earlier methodology is named in the defect log, and no more answered. */
async function findSnapshot(ctx: PublishingContext, name: SnapshotName | null): Promise<DaySnapshot | null> {
  const { publishedAdoption } = ctx.parts;
  if (name === null) return publishedAdoption.newest();
  const snapshot = await publishedAdoption.named(name);
  if (!snapshot)
    throw new Fault('NOT_FOUND', {
      say: 'day' in name ? `There is no snapshot of ${name.day}.` : 'There is no such snapshot.',
    });
  if (snapshot.methodology !== METHODOLOGY_VERSION)
    throw new Fault('GONE', {
      say: `This snapshot was made under ${snapshot.methodology}, which was superseded: ${ctx.platform.config.workspaceUrl}/methodology has the defect log.`,
    });
  return snapshot;
}

/** The measures of a tool as the snapshot has them: those of its public rankings. A change since another day is no part of it. */
const measuresIn = (snapshot: DaySnapshot | null, slug: string): MeasuredAdoptionRow['measures'] =>
  (snapshot?.publicRankings ?? []).flatMap(({ id, label, entries }) =>
    entries
      .filter(({ tool }) => tool.slug === slug)
      .map(({ subject, value, source, asOf }) => ({
        kind: measureKinds.find(({ kind }) => rankingIdOf(kind) === id)?.kind ?? id,
        subject,
        value,
        label,
        source,
        asOf,
        change: null,
        changeSince: null,
      })),
  );

/** The snapshots that were made, newest first: each can be named in a citation. */
export const listAdoptionSnapshots = operation(
  { name: 'adoptionSnapshots', who: ANY_KIND, limit: 'public-read', share: 'public-records' },
  async function adoptionSnapshots(
    { em }: PublishingContext,
    { limit, cursor }: PageArgs,
  ): Promise<AdoptionSnapshotList> {
    const rows = await readSnapshotLines(em, keyOfCursor(cursor, { test: isDay }), limit + 1);
    const { items, nextCursor } = pageOf(rows, limit, ({ day }) => day);
    return {
      items: items.map(({ id, day, methodology, createdAt }) => ({
        snapshotId: publicId('snp', id),
        day,
        methodology,
        createdAt,
      })),
      nextCursor,
    };
  },
);

/** The rankings of a snapshot: of public sources, each figure with its own day and source, and of its own numbers, which are of its day. */
function rankingsOf(
  snapshot: DaySnapshot | null,
  own: readonly PublishedRanking[],
  limit: number,
): PublicAdoption['rankings'] {
  const day = snapshot?.day ?? null;
  return [
    ...(snapshot?.publicRankings ?? []).map((ranking) => ({
      ...ranking,
      entries: ranking.entries.slice(0, limit),
    })),
    ...own.map(({ entries, ...ranking }) => ({
      ...ranking,
      asOf: day,
      entries: entries.slice(0, limit).map((entry) => ({ ...entry, subject: null, asOf: day, source: null })),
    })),
  ];
}

/** A published row as answers have it: the tool by its name, and no member that the types don't know. */
export const rowOf = ({
  tool: { slug, name },
  components,
  ...row
}: PublishedRow): Omit<MeasuredAdoptionRow, 'measures'> => ({
  ...row,
  tool: { slug, name },
  toolSuccess: row.shares.toolSuccess,
  components: [...components],
});

const methodologyOf = (snapshot: DaySnapshot | null, workspaceUrl: string): AdoptionMethodology => ({
  version: snapshot?.methodology ?? METHODOLOGY_VERSION,
  url: `${workspaceUrl}/methodology`,
  minimumCohort: { ...MINIMUM_COHORT },
  withheld: { q: { ...WITHHELD.q }, atMost: WITHHELD.atMost, eventsAtMost: WITHHELD.eventsAtMost },
  publishedIn: {
    activated: EVIDENCE_PERIOD,
    retained: EVIDENCE_PERIOD,
    shares: EVIDENCE_PERIOD,
    events: EVIDENCE_PERIOD,
  },
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
    const { baseUrl } = ctx.platform.config;
    const { contract, superseded } = supersededContract;
    return {
      ...agentRankContract,
      schema: `${baseUrl}${agentRankSchema.$id}`,
      supersedes: [{ contract, url: `${baseUrl}${supersededContract.$id}`, on: superseded.on }],
    };
  },
);

/** The methodology in plain words, with its version. */
export const readMethodology = operation(
  { name: 'adoptionMethodology', who: ANY_KIND, limit: 'public-read' },
  async function adoptionMethodology(ctx: PublishingContext, _input: Record<string, never>): Promise<Methodology> {
    const exclusions = await inShareOf(ctx, 'public-records', () => ctx.parts.publishedAdoption.exclusions());
    return {
      version: METHODOLOGY_VERSION,
      sections: methodologySections.map(({ title, paragraphs }) => ({ title, paragraphs: [...paragraphs] })),
      notSaid: [...notSaid],
      exclusions: exclusions && [...exclusions],
    };
  },
);
