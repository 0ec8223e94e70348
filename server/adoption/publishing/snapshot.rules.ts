import type { ToolFigures } from '../evidence/index.js';
import { componentsOf, ranksOf, scoreOf } from './agent-rank.rules.js';
import { totalCategories } from './category.rules.js';
import {
  cohortsOf,
  GROUP_MIN,
  MINIMUM_DENOMINATOR,
  movedByGroup,
  type PublicationRules,
  settleNumber,
  shownCounts,
  type ToolWindows,
  windowOf,
} from './publication.rules.js';
import {
  type Cohort,
  type CountName,
  countNames,
  type PeriodId,
  type PublishedPeriod,
  type PublishedPeriods,
  type PublishedProof,
  type PublishedRanking,
  type PublishedRow,
  periodIds,
  type ToolBasis,
} from './snapshot.types.js';

/** What the directory knows of a tool that a snapshot names; frozen with the snapshot. */
export interface SnapshotTool {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly categories: readonly string[];
  readonly docs: { readonly url: string | null; readonly llmsTxt: string | null; readonly openapi: string | null };
}

export interface SnapshotSources {
  /** The closed day that the windows end with. */
  readonly day: string;
  readonly tools: readonly SnapshotTool[];
  readonly figures: Readonly<Record<PeriodId, ReadonlyMap<string, ToolFigures>>>;
  /** What was published of each tool before, by its id. */
  readonly basis: ReadonlyMap<string, ToolBasis>;
  /** The same of the next snapshot, where a missing day between two is made. */
  readonly later?: ReadonlyMap<string, ToolBasis>;
  /** Distinct developers of a tool on the days between that one and this. */
  readonly developersSince: (toolId: string, day: string) => number;
  /** The developers that the snapshot one period ago published. */
  readonly publishedBefore: (toolId: string, period: PeriodId) => number | null;
}

export interface ComposedSnapshot {
  readonly periods: PublishedPeriods;
  readonly basis: ReadonlyMap<string, ToolBasis>;
}

/** Composes what is public of a day. The same sources and rules always give the same snapshot. */
export function composeSnapshot(sources: SnapshotSources, rules: PublicationRules): ComposedSnapshot {
  const composed = sources.tools.map((tool) => composeTool(tool, sources, rules));
  const periodOf = (id: PeriodId): PublishedPeriod => {
    const rows = composed.map(({ rows }) => rows[id]);
    const truths = sources.figures[id];
    return {
      rows: orderRows(rows, truths, rules),
      categories: totalCategories(sources.tools, new Map(rows.map((row) => [row.tool.id, row])), truths, rules),
      proof: proofOf(rows, sources.day, truths, rules),
      rankings: rankingsOf(rows, truths, rules),
    };
  };
  return {
    periods: { '7d': periodOf('7d'), '30d': periodOf('30d'), '90d': periodOf('90d') },
    basis: new Map(composed.map(({ tool, basis }) => [tool.id, basis])),
  };
}

interface ComposedTool {
  readonly tool: SnapshotTool;
  readonly rows: Readonly<Record<PeriodId, PublishedRow>>;
  readonly basis: ToolBasis;
}

function composeTool(tool: SnapshotTool, sources: SnapshotSources, rules: PublicationRules): ComposedTool {
  const figuresOf = (id: PeriodId) => sources.figures[id].get(tool.id) ?? null;
  const windows: ToolWindows = { '7d': figuresOf('7d'), '30d': figuresOf('30d'), '90d': figuresOf('90d') };
  const { suppressedOn } = sources.basis.get(tool.id) ?? {};
  const cohorts = cohortsOf(
    windows,
    rules,
    suppressedOn !== undefined && suppressedOn >= windowOf('90d', sources.day).from,
  );
  const shown = shownCounts(windows, cohorts, rules);
  const basis: ToolBasis = { ...sources.basis.get(tool.id) };
  if (periodIds.some((id) => cohorts[id] === 'suppressed')) basis.suppressedOn = sources.day;
  const rowOf = (id: PeriodId): PublishedRow => {
    const figures = windows[id];
    const counts = figures ? settleCounts(id, figures, shown[id], basis, sources, rules) : NO_COUNTS;
    return describeRow({ id, tool, figures, cohorts, counts }, sources, rules);
  };
  return { tool, rows: { '7d': rowOf('7d'), '30d': rowOf('30d'), '90d': rowOf('90d') }, basis };
}

type Counts = Readonly<Record<CountName | 'toolSuccess', number | null>>;
const NO_COUNTS: Counts = {
  developers: null,
  accounts: null,
  activated: null,
  retained: null,
  events: null,
  toolSuccess: null,
};

/** The published numbers of one window; notes in `basis` which of them moved. */
function settleCounts(
  id: PeriodId,
  figures: ToolFigures,
  shown: Readonly<Record<CountName, boolean>>,
  basis: ToolBasis,
  { day, developersSince, later }: SnapshotSources,
  rules: PublicationRules,
): Counts {
  const { toolId } = figures;
  const next = later?.get(toolId);
  const isSupportedBy = (name: CountName | 'toolSuccess', from: ToolBasis): boolean => {
    const before = from[`${id}:${name}`];
    if (!before) return true;
    const byPeople =
      developersSince(toolId, before.day) >= GROUP_MIN || movedByGroup(figures.developers, from[`${id}:developers`]);
    if (name === 'events' || name === 'toolSuccess') return byPeople;
    return movedByGroup(figures[name], before) && (name !== 'accounts' || byPeople);
  };
  const names = [...countNames, 'toolSuccess'] as const;
  const supported = new Map(
    names.map((name) => [name, isSupportedBy(name, basis) && (!next || isSupportedBy(name, next))]),
  );
  const settle = (name: CountName | 'toolSuccess', truth: number, round?: (truth: number) => number): number => {
    const key = `${id}:${name}` as const;
    const settled = settleNumber(
      { truth, day, before: basis[key] ?? next?.[key], supported: supported.get(name) ?? true },
      rules,
      round,
    );
    basis[key] = settled;
    return settled.published;
  };
  const counts: Record<CountName | 'toolSuccess', number | null> = { ...NO_COUNTS };
  for (const name of countNames) if (shown[name]) counts[name] = settle(name, figures[name]);
  const { succeeded, failed } = figures.toolCalls;
  const calls = succeeded + failed;
  if (shown.developers && calls >= (rules.minimumDenominator ? MINIMUM_DENOMINATOR : 1))
    counts.toolSuccess = settle('toolSuccess', (100 * succeeded) / calls, roundShare);
  return counts;
}

/** A share in percent to the nearest 5: the counts behind it are not published. */
const SHARE_STEP = 5;
const roundShare = (percent: number): number => Math.round(percent / SHARE_STEP) * SHARE_STEP;

interface RowParts {
  readonly id: PeriodId;
  readonly tool: SnapshotTool;
  readonly figures: ToolFigures | null;
  readonly cohorts: Readonly<Record<PeriodId, Cohort>>;
  readonly counts: Counts;
}

function describeRow(
  { id, tool, figures, cohorts, counts }: RowParts,
  { publishedBefore }: SnapshotSources,
  rules: PublicationRules,
): PublishedRow {
  const cohort = cohorts[id];
  const named = { id: tool.id, slug: tool.slug, name: tool.name };
  const label = cohort === 'missing' || !figures ? 'missing' : figures.label;
  const unranked = { rank: null, tool: named, label, cohort } as const;
  if (cohort !== 'reported')
    return { ...unranked, ...NO_COUNTS, change: null, score: null, grade: null, coverage: null, components: [] };
  const { developers, activated, retained } = rules.derivedFromPublished ? counts : { ...counts, ...figures };
  const components = componentsOf(
    { developers, activated, retained, toolSuccess: counts.toolSuccess, docs: tool.docs, cohorts },
    rules.minimumDenominator ? MINIMUM_DENOMINATOR : 1,
  );
  return {
    ...unranked,
    ...counts,
    change: changeOf(developers, publishedBefore(tool.id, id), rules),
    ...scoreOf(components),
  };
}

/** By what share developers have changed since the window before, to the nearest hundredth. */
function changeOf(now: number | null, before: number | null, rules: PublicationRules): number | null {
  const least = rules.minimumDenominator ? MINIMUM_DENOMINATOR : 1;
  return now === null || before === null || before < least ? null : Math.round((100 * (now - before)) / before) / 100;
}

const byName = (a: PublishedRow, b: PublishedRow): number =>
  a.tool.name.localeCompare(b.tool.name, 'en') || (a.tool.slug < b.tool.slug ? -1 : 1);

/** Ranked rows first, by rank; of the rest the order tells nothing. */
export const inPublishedOrder = (a: PublishedRow, b: PublishedRow): number =>
  (a.rank ?? UNRANKED) - (b.rank ?? UNRANKED) || byName(a, b);
const UNRANKED = Number.MAX_SAFE_INTEGER;

function orderRows(
  rows: readonly PublishedRow[],
  truths: ReadonlyMap<string, ToolFigures>,
  rules: PublicationRules,
): PublishedRow[] {
  const developers = ({ tool }: PublishedRow): number => truths.get(tool.id)?.developers ?? 0;
  if (!rules.derivedFromPublished) return [...rows].sort((a, b) => developers(b) - developers(a));
  const isRanked = ({ score, label }: PublishedRow): boolean =>
    score !== null && (label === 'first-party' || !rules.sampleApart);
  const ranked = rows.filter(isRanked);
  const ranks = ranksOf(ranked.map(({ score }) => score ?? 0));
  return [
    ...ranked.map((row, index) => ({ ...row, rank: ranks[index] ?? null })),
    ...rows.filter((row) => !isRanked(row)),
  ].sort(inPublishedOrder);
}

function proofOf(
  rows: readonly PublishedRow[],
  day: string,
  truths: ReadonlyMap<string, ToolFigures>,
  rules: PublicationRules,
): PublishedProof[] {
  const asOf = `${day}T00:00:00.000Z`;
  return rows.toSorted(byName).flatMap(({ tool: { id, slug, name }, label, activated, retained }) => {
    const truth = rules.derivedFromPublished ? undefined : truths.get(id);
    const proof = (signal: PublishedProof['signal']): PublishedProof => ({ tool: { slug, name }, signal, label, asOf });
    return [
      ...((truth ? truth.activated > 0 : activated !== null) ? [proof('activation')] : []),
      ...((truth ? truth.retained > 0 : retained !== null) ? [proof('retained')] : []),
    ];
  });
}

function rankingsOf(
  rows: readonly PublishedRow[],
  truths: ReadonlyMap<string, ToolFigures>,
  rules: PublicationRules,
): PublishedRanking[] {
  const rank = (
    id: string,
    title: string,
    label: PublishedRow['label'],
    numberOf: (row: PublishedRow) => number | null,
  ): PublishedRanking[] => {
    const ranked = rows
      .filter((row) => row.label === label || !rules.sampleApart)
      .flatMap((row) => {
        const value = numberOf(row);
        return value === null ? [] : [{ row, value }];
      })
      .sort((a, b) => b.value - a.value || byName(a.row, b.row));
    const ranks = ranksOf(ranked.map(({ value }) => value));
    if (ranked.length === 0) return [];
    const entries = ranked.map(({ row, value }, index) => ({
      rank: ranks[index] ?? 0,
      tool: { slug: row.tool.slug, name: row.tool.name },
      value,
    }));
    return [{ id, title, label, entries }];
  };
  const developersOf = (row: PublishedRow): number | null =>
    rules.derivedFromPublished ? row.developers : (truths.get(row.tool.id)?.developers ?? null);
  return [
    ...rank('agent-rank', 'Highest adoption score', 'first-party', ({ score }) => score),
    ...rank('developers', 'Most developers', 'first-party', developersOf),
    ...rank('agent-rank-sample', 'Highest adoption score, sample data', 'sample', ({ score }) => score),
    ...rank('developers-sample', 'Most developers, sample data', 'sample', developersOf),
  ];
}
