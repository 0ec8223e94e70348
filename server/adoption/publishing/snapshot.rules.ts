import type { ToolTruth, WindowFigures } from '../evidence/index.js';
import { componentsOf, rankRows, type Score, scoreOf } from './agent-rank.rules.js';
import { totalCategories } from './category.rules.js';
import {
  callsAreHeld,
  type Draw,
  drawBy,
  EVIDENCE_PERIOD,
  GROUP_MIN,
  type LeftOfEvidence,
  type LeftOfWindow,
  leftOfEvidence,
  leftOfWindow,
  MINIMUM_CALLERS,
  MINIMUM_DENOMINATOR,
  ownCohort,
  type PublicationRules,
  peopleToMove,
  roundCount,
  roundShare,
  type Withheld,
  withheldOf,
  withSiblings,
} from './publication.rules.js';
import {
  type BasisKey,
  type Cohort,
  type CountName,
  type Movements,
  type PeriodId,
  type PublishedCounts,
  type PublishedPeriod,
  type PublishedPeriods,
  type PublishedProof,
  type PublishedRanking,
  type PublishedRow,
  type PublishedShares,
  periodIds,
  type ShareName,
  type ToolBasis,
} from './snapshot.types.js';

/** The directory's facts of a tool that a snapshot names; frozen with the snapshot. */
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
  readonly secret: Buffer;
  readonly tools: readonly SnapshotTool[];
  /** The truth of each tool that has a source, by its id. */
  readonly truths: ReadonlyMap<string, ToolTruth>;
  /** The numbers that were published of each tool before, by its id. */
  readonly basis: ReadonlyMap<string, ToolBasis>;
  /** The same of the next snapshot, where a missing day between two is made. */
  readonly later?: ReadonlyMap<string, ToolBasis>;
  readonly movements: Movements;
  /** Windows that begin before this day reach into days that were published under older rules, and are published later. */
  readonly publishedFrom: string | null;
  /** The first day of each window. */
  readonly windowFrom: Readonly<Record<PeriodId, string>>;
  /** The developers that the snapshot one period ago published. */
  readonly publishedBefore: (toolId: string, period: PeriodId) => number | null;
}

export interface ComposedSnapshot {
  readonly periods: PublishedPeriods;
  readonly basis: ReadonlyMap<string, ToolBasis>;
}

/** Composes what is public of a day. The same sources and rules always give the same snapshot. */
export function composeSnapshot(sources: SnapshotSources, rules: PublicationRules): ComposedSnapshot {
  const draw = drawBy(sources.secret);
  const composed = sources.tools.map((tool) => composeTool(tool, sources, draw, rules));
  const ranks = rankRows(
    composed.map(({ rows }) => rows[EVIDENCE_PERIOD]),
    rules.sampleApart,
  );
  const periodOf = (id: PeriodId): PublishedPeriod => {
    const rows = composed.map(({ rows: own }) => ({
      ...own[id],
      rank: own[id].score === null ? null : (ranks.get(own[id].tool.id) ?? null),
    }));
    const trueDevelopers = (toolId: string): number => sources.truths.get(toolId)?.windows[id].developers ?? 0;
    return {
      rows: orderRows(rows, trueDevelopers, rules),
      categories: totalCategories(
        sources.tools,
        new Map(rows.map((row) => [row.tool.id, row])),
        (toolId) => sources.truths.get(toolId)?.windows[id] ?? null,
        rules,
      ),
      proof: proofOf(rows, sources.day),
      rankings: rankingsOf(rows),
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

/** A tool on its way into a snapshot: its truth, what is left of it, and the numbers published before. */
interface Composing {
  readonly tool: SnapshotTool;
  readonly truth: ToolTruth | null;
  readonly sources: SnapshotSources;
  readonly draw: Draw;
  readonly rules: PublicationRules;
  /** Is written to: the numbers that were set now. */
  readonly basis: ToolBasis;
}

function composeTool(tool: SnapshotTool, sources: SnapshotSources, draw: Draw, rules: PublicationRules): ComposedTool {
  const truth = sources.truths.get(tool.id) ?? null;
  const composing: Composing = { tool, truth, sources, draw, rules, basis: { ...sources.basis.get(tool.id) } };
  const placeOf = (id: PeriodId): string[] => [
    ...(rules.drawnOnce ? [] : [sources.day]),
    ...(rules.sameInAllWindows ? [] : [id]),
  ];
  const withheld = withheldOf(draw, tool.id, rules, placeOf(EVIDENCE_PERIOD));
  const withheldIn = (id: PeriodId): Withheld =>
    rules.sameInAllWindows ? withheld : withheldOf(draw, tool.id, rules, placeOf(id));
  const left = (id: PeriodId): LeftOfWindow =>
    truth ? leftOfWindow(truth.windows[id], withheldIn(id), rules) : { developers: 0, accounts: 0, events: 0 };
  const lefts = { '7d': left('7d'), '30d': left('30d'), '90d': left('90d') };
  const own = (id: PeriodId): Cohort => ownCohort(truth?.windows[id] ?? null, lefts[id], rules);
  const cohorts = withoutOldWindows(
    withSiblings({ '7d': own('7d'), '30d': own('30d'), '90d': own('90d') }, rules),
    sources,
  );
  const counts = (id: PeriodId): PublishedCounts =>
    cohorts[id] === 'reported'
      ? settleCounts(id, lefts[id], leftOfEvidenceIn(id, composing, lefts[id], withheldIn(id)), composing)
      : NO_COUNTS;
  const shares = (id: PeriodId): PublishedShares =>
    cohorts[id] === 'reported'
      ? settleShares(id, leftOfEvidenceIn(id, composing, lefts[id], withheldIn(id)), composing)
      : NO_SHARES;
  const published = {
    '7d': { counts: counts('7d'), shares: shares('7d') },
    '30d': { counts: counts('30d'), shares: shares('30d') },
    '90d': { counts: counts('90d'), shares: shares('90d') },
  };
  const score =
    cohorts[EVIDENCE_PERIOD] === 'reported'
      ? scoreOf(
          componentsOf({
            shares: rules.publishedAlone ? published[EVIDENCE_PERIOD].shares : trueShares(truth),
            docs: tool.docs,
            cohorts,
          }),
        )
      : null;
  const rowOf = (id: PeriodId): PublishedRow => describeRow(id, composing, cohorts, published[id], score);
  if (!rules.outlivesGap) forgetGaps(composing.basis, cohorts);
  return { tool, rows: { '7d': rowOf('7d'), '30d': rowOf('30d'), '90d': rowOf('90d') }, basis: composing.basis };
}

/** A window that reaches into days which older rules published is withheld until it begins after them. */
function withoutOldWindows(
  cohorts: Readonly<Record<PeriodId, Cohort>>,
  { publishedFrom, windowFrom }: SnapshotSources,
): Readonly<Record<PeriodId, Cohort>> {
  const inTime = (id: PeriodId): Cohort =>
    cohorts[id] === 'reported' && publishedFrom !== null && windowFrom[id] < publishedFrom ? 'suppressed' : cohorts[id];
  return { '7d': inTime('7d'), '30d': inTime('30d'), '90d': inTime('90d') };
}

/** Evidence is published for a window of its own: of the others there is none. */
function leftOfEvidenceIn(
  id: PeriodId,
  { truth, rules }: Composing,
  left: LeftOfWindow,
  withheld: Withheld,
): LeftOfEvidence | null {
  const evidence = truth?.evidence[id];
  return evidence && isForEvidence(id, rules) ? leftOfEvidence(evidence, left, withheld, rules) : null;
}

/** A number that comes back after a gap is compared with nothing: only the attacker's test wants that. */
function forgetGaps(basis: ToolBasis, cohorts: Readonly<Record<PeriodId, Cohort>>): void {
  for (const key of Object.keys(basis) as BasisKey[])
    if (periodIds.some((id) => key.startsWith(`${id}:`) && cohorts[id] !== 'reported')) delete basis[key];
}

const NO_COUNTS: PublishedCounts = { developers: null, accounts: null, events: null, activated: null, retained: null };
const NO_SHARES: PublishedShares = { activation: null, return: null, steadyUse: null, toolSuccess: null };

/** Whether evidence, events and shares are published for a window. */
const isForEvidence = (id: PeriodId, { ninetyDaysAlone }: PublicationRules): boolean =>
  id === EVIDENCE_PERIOD || !ninetyDaysAlone;

/**
 * A number as it is published, noted in `basis`. One that was published before stays as it was until enough people have entered or left it:
 * otherwise two snapshots would differ by one person. A day between two snapshots moves only what both of them allow.
 */
function settle(key: BasisKey, fresh: number, isAtRest: boolean, composing: Composing): number {
  const { tool, sources, draw, rules, basis } = composing;
  const [before, after] = [basis[key], sources.later?.get(tool.id)?.[key]];
  const isSupported = (since: string): boolean =>
    !isAtRest || sources.movements(tool.id, key, since) >= peopleToMove(draw, tool.id, key, since, rules);
  const known = before ?? after;
  if (known && !(isSupported(known.day) && (!after || isSupported(after.day)))) {
    basis[key] = known;
    return known.published;
  }
  basis[key] = { published: fresh, day: sources.day };
  return fresh;
}

/** The published counts of one window. */
function settleCounts(
  id: PeriodId,
  window: LeftOfWindow,
  evidence: LeftOfEvidence | null,
  composing: Composing,
): PublishedCounts {
  const { rules } = composing;
  const publish = (name: CountName, left: number, least: number): number | null =>
    rules.subCounts && left < least
      ? null
      : settle(`${id}:${name}`, rules.rounding ? roundCount(left) : left, rules.movement, composing);
  return {
    developers: publish('developers', window.developers, 0),
    accounts: publish('accounts', window.accounts, GROUP_MIN),
    events: isForEvidence(id, rules) ? publish('events', window.events, GROUP_MIN) : null,
    activated: evidence ? publish('activated', evidence.activated, GROUP_MIN) : null,
    retained: evidence ? publish('retained', evidence.retained, GROUP_MIN) : null,
  };
}

/** The published shares of one window, each over a denominator that is large enough. */
function settleShares(id: PeriodId, left: LeftOfEvidence | null, composing: Composing): PublishedShares {
  const { rules, truth } = composing;
  const evidence = truth?.evidence[id];
  if (!left || !evidence) return NO_SHARES;
  const publish = (name: ShareName, part: number, whole: number, isFit = true): number | null => {
    if (whole === 0 || (rules.shareDenominators && (whole < MINIMUM_DENOMINATOR || !isFit))) return null;
    const percent = (100 * part) / whole;
    const fresh = rules.shareRounding ? roundShare(percent) : Math.round(100 * percent) / 100;
    return settle(`${id}:${name}`, fresh, rules.movementOfShares, composing);
  };
  const areCallsFit =
    left.callers >= MINIMUM_CALLERS.developers &&
    left.callerAccounts >= MINIMUM_CALLERS.accounts &&
    !callsAreHeld(evidence, left.calls);
  return {
    activation: publish('activation', left.newActivated, left.newDevelopers),
    return: publish('return', left.returned, left.matured),
    steadyUse: publish('steadyUse', left.steady, left.steadyOf),
    toolSuccess: publish('toolSuccess', left.succeeded, left.calls, areCallsFit),
  };
}

/** Shares of the truth, which only the attacker's test computes a score from. */
function trueShares(truth: ToolTruth | null): PublishedShares {
  const evidence = truth?.evidence[EVIDENCE_PERIOD];
  if (!evidence) return NO_SHARES;
  const share = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole);
  return {
    activation: share(evidence.newActivated, evidence.newDevelopers),
    return: share(evidence.returned, evidence.matured),
    steadyUse: share(evidence.steady, evidence.steadyOf),
    toolSuccess: share(evidence.succeeded, evidence.calls),
  };
}

interface PublishedNumbers {
  readonly counts: PublishedCounts;
  readonly shares: PublishedShares;
}

function describeRow(
  id: PeriodId,
  { tool, truth, sources, rules }: Composing,
  cohorts: Readonly<Record<PeriodId, Cohort>>,
  { counts, shares }: PublishedNumbers,
  score: Score | null,
): PublishedRow {
  const cohort = cohorts[id];
  const row = {
    rank: null,
    tool: { id: tool.id, slug: tool.slug, name: tool.name },
    label: cohort === 'missing' || !truth ? 'missing' : truth.windows[id].label,
    cohort,
    ...counts,
    shares,
    change: changeOf(id, counts.developers, tool.id, sources),
  } as const;
  if (cohort !== 'reported' || score === null) return { ...row, ...NO_SCORE };
  const change = rules.publishedAlone ? row.change : trueChange(truth?.windows[id] ?? null, id, tool.id, sources);
  return { ...row, change, ...score };
}

const NO_SCORE = { score: null, grade: null, coverage: null, components: [] } as const;

/** By what share published developers have changed since the window before, to the nearest hundredth. */
function changeOf(
  id: PeriodId,
  now: number | null,
  toolId: string,
  { publishedBefore }: SnapshotSources,
): number | null {
  const before = publishedBefore(toolId, id);
  return now === null || before === null || before === 0 ? null : Math.round((100 * (now - before)) / before) / 100;
}

const trueChange = (
  figures: WindowFigures | null,
  id: PeriodId,
  toolId: string,
  { publishedBefore }: SnapshotSources,
): number | null => {
  const before = publishedBefore(toolId, id);
  return figures && before ? figures.developers / before - 1 : null;
};

const byName = (a: PublishedRow, b: PublishedRow): number =>
  a.tool.name.localeCompare(b.tool.name, 'en') || (a.tool.slug < b.tool.slug ? -1 : 1);

/** Ranked rows first, by rank; of the rest the order tells nothing. */
export const inPublishedOrder = (a: PublishedRow, b: PublishedRow): number =>
  (a.rank ?? UNRANKED) - (b.rank ?? UNRANKED) || byName(a, b);
const UNRANKED = Number.MAX_SAFE_INTEGER;

const orderRows = (
  rows: readonly PublishedRow[],
  trueDevelopers: (toolId: string) => number,
  rules: PublicationRules,
): PublishedRow[] =>
  rules.order
    ? rows.toSorted(inPublishedOrder)
    : rows.toSorted((a, b) => trueDevelopers(b.tool.id) - trueDevelopers(a.tool.id));

function proofOf(rows: readonly PublishedRow[], day: string): PublishedProof[] {
  const asOf = `${day}T00:00:00.000Z`;
  return rows.toSorted(byName).flatMap(({ tool: { slug, name }, label, activated, retained }) => {
    const proof = (signal: PublishedProof['signal']): PublishedProof => ({ tool: { slug, name }, signal, label, asOf });
    return [...(activated === null ? [] : [proof('activation')]), ...(retained === null ? [] : [proof('retained')])];
  });
}

function rankingsOf(rows: readonly PublishedRow[]): PublishedRanking[] {
  const rank = (
    id: string,
    title: string,
    label: PublishedRow['label'],
    numberOf: (row: PublishedRow) => number | null,
  ): PublishedRanking[] => {
    const ranked = rows
      .filter((row) => row.label === label)
      .flatMap((row) => {
        const value = numberOf(row);
        return value === null ? [] : [{ row, value }];
      })
      .sort((a, b) => b.value - a.value || byName(a.row, b.row));
    if (ranked.length === 0) return [];
    const entries = ranked.map(({ row, value }) => ({
      rank: 1 + ranked.filter((other) => other.value > value).length,
      tool: { slug: row.tool.slug, name: row.tool.name },
      value,
    }));
    return [{ id, title, label, entries }];
  };
  return [
    ...rank('agent-rank', 'Highest adoption score', 'first-party', ({ score }) => score),
    ...rank('developers', 'Most developers', 'first-party', ({ developers }) => developers),
    ...rank('agent-rank-sample', 'Highest adoption score, sample data', 'sample', ({ score }) => score),
    ...rank('developers-sample', 'Most developers, sample data', 'sample', ({ developers }) => developers),
  ];
}
