import { MINIMUM_DENOMINATOR } from './publication.rules.js';
import type { Cohort, PeriodId, ScoreComponent } from './snapshot.types.js';

export const SCORE_CONTRACT = 'agent-rank-v1';
/** Below this share of observed weight there is no score. */
export const COVERAGE_MIN = 0.6;
export const COMPONENT_CAP = 100;

export const scoreWeights = {
  activation: 30,
  retention: 25,
  agent_tool_success: 15,
  docs_readiness: 15,
  evidence_freshness: 15,
} as const;
export type ComponentId = keyof typeof scoreWeights;
export const componentIds = Object.keys(scoreWeights) as ComponentId[];

/** The lowest score of each grade, best first. */
export const grades = [
  { grade: 'A', from: 80 },
  { grade: 'B', from: 65 },
  { grade: 'C', from: 50 },
  { grade: 'D', from: 35 },
  { grade: 'E', from: 0 },
] as const;

export const gradeNames = grades.map(({ grade }) => grade);

/** Points of each kind of documentation that the directory has an address of. */
export const docsPoints = { url: 40, llmsTxt: 30, openapi: 30 } as const;
/** Points of the shortest window with a published row. */
export const freshnessPoints: Readonly<Record<PeriodId, number>> = { '7d': 100, '30d': 60, '90d': 30 };

/** What the components are made of: published numbers and public facts alone. */
export interface ScoreSources {
  readonly developers: number | null;
  readonly activated: number | null;
  readonly retained: number | null;
  readonly toolSuccess: number | null;
  readonly docs: { readonly url: string | null; readonly llmsTxt: string | null; readonly openapi: string | null };
  readonly cohorts: Readonly<Record<PeriodId, Cohort>>;
}

export interface Score {
  readonly components: ScoreComponent[];
  readonly coverage: number;
  readonly score: number | null;
  readonly grade: string | null;
}

const percentOf = (part: number | null, whole: number | null, denominatorMin: number): number | null =>
  part === null || whole === null || whole < Math.max(1, denominatorMin)
    ? null
    : Math.min(COMPONENT_CAP, Math.round((100 * part) / whole));

/** The components of a published row, whose values are whole numbers from 0 to 100. */
export function componentsOf(sources: ScoreSources, denominatorMin: number = MINIMUM_DENOMINATOR): ScoreComponent[] {
  const { developers, activated, retained, toolSuccess, docs, cohorts } = sources;
  const fresh = (['7d', '30d', '90d'] as const).find((id) => cohorts[id] === 'reported');
  const documented = (['url', 'llmsTxt', 'openapi'] as const).filter((kind) => docs[kind] !== null);
  const values: Record<ComponentId, number | null> = {
    activation: percentOf(activated, developers, denominatorMin),
    retention: percentOf(retained, activated, denominatorMin),
    agent_tool_success: toolSuccess,
    docs_readiness: documented.length === 0 ? null : documented.reduce((sum, kind) => sum + docsPoints[kind], 0),
    evidence_freshness: fresh ? freshnessPoints[fresh] : null,
  };
  return componentIds.map((id) => ({ id, value: values[id], weight: scoreWeights[id] }));
}

/** The weighted mean of what was observed; what is missing is left out, and too little of it is no score. */
export function scoreOf(components: readonly ScoreComponent[]): Score {
  const observed = components.flatMap(({ value, weight }) => (value === null ? [] : [{ value, weight }]));
  const whole = components.reduce((sum, { weight }) => sum + weight, 0);
  const weight = observed.reduce((sum, one) => sum + one.weight, 0);
  const coverage = whole === 0 ? 0 : weight / whole;
  const score =
    weight === 0 || coverage < COVERAGE_MIN
      ? null
      : Math.round(observed.reduce((sum, one) => sum + one.value * one.weight, 0) / weight);
  return { components: [...components], coverage, score, grade: gradeOf(score) };
}

export const gradeOf = (score: number | null): string | null =>
  score === null ? null : (grades.find(({ from }) => score >= from)?.grade ?? null);

/** Ranks by score, the highest first; equal scores share a rank, and the next one counts them all. */
export function ranksOf(scores: readonly number[]): number[] {
  return scores.map((score) => 1 + scores.filter((other) => other > score).length);
}
