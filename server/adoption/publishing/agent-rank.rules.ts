import { MINIMUM_DENOMINATOR } from './publication.rules.js';
import { type Cohort, type PeriodId, periodIds, type ScoreComponent } from './snapshot.types.js';

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

interface ComponentText {
  readonly title: string;
  readonly window: string;
  readonly formula: string;
  readonly sources: readonly string[];
}

const texts: Readonly<Record<ComponentId, ComponentText>> = {
  activation: {
    title: 'Activation',
    window: 'the period of the row',
    formula: `round(100 * activated / developers), where developers >= ${MINIMUM_DENOMINATOR}`,
    sources: ['row.activated', 'row.developers'],
  },
  retention: {
    title: 'Retention',
    window: 'the period of the row',
    formula: `round(100 * retained / activated), where activated >= ${MINIMUM_DENOMINATOR}`,
    sources: ['row.retained', 'row.activated'],
  },
  agent_tool_success: {
    title: 'Agent tool success',
    window: 'the period of the row',
    formula: 'toolSuccess',
    sources: ['row.toolSuccess'],
  },
  docs_readiness: {
    title: 'Docs readiness',
    window: 'the day of the snapshot',
    formula: `${docsPoints.url} with a documentation address + ${docsPoints.llmsTxt} with an llms.txt + ${docsPoints.openapi} with an OpenAPI description; missing where the directory knows none`,
    sources: ['tool.docs.url', 'tool.docs.llmsTxt', 'tool.docs.openapi'],
  },
  evidence_freshness: {
    title: 'Evidence freshness',
    window: '7, 30 and 90 days',
    formula: `by the shortest period in which the tool is reported: ${periodIds.map((id) => `${freshnessPoints[id]} for ${id}`).join(', ')}`,
    sources: ['row.cohort of each period'],
  },
};

/** What a vector gives a client to compute with, in the names of a row and of the directory. */
export interface VectorInputs {
  readonly developers: number | null;
  readonly activated: number | null;
  readonly retained: number | null;
  readonly toolSuccess: number | null;
  readonly docs: readonly ('url' | 'llmsTxt' | 'openapi')[];
  /** The shortest period in which the tool is reported. */
  readonly reportedIn: PeriodId | null;
}

const vectorInputs: readonly { readonly name: string; readonly inputs: VectorInputs }[] = [
  {
    name: 'all observed',
    inputs: {
      developers: 45,
      activated: 30,
      retained: 15,
      toolSuccess: 95,
      docs: ['url', 'llmsTxt', 'openapi'],
      reportedIn: '7d',
    },
  },
  {
    name: 'missing is excluded and never zero',
    inputs: { developers: 45, activated: 30, retained: null, toolSuccess: null, docs: ['url'], reportedIn: '7d' },
  },
  {
    name: 'coverage below the minimum gives no score',
    inputs: { developers: 45, activated: null, retained: null, toolSuccess: 100, docs: ['url'], reportedIn: '30d' },
  },
  {
    name: 'a denominator below the minimum is missing',
    inputs: {
      developers: 15,
      activated: 15,
      retained: 15,
      toolSuccess: 90,
      docs: ['url', 'llmsTxt'],
      reportedIn: '30d',
    },
  },
  {
    name: 'retention needs enough who activated',
    inputs: {
      developers: 120,
      activated: 15,
      retained: 15,
      toolSuccess: 80,
      docs: ['url', 'openapi'],
      reportedIn: '90d',
    },
  },
];

/** The sources that a vector's inputs stand for. */
export const sourcesOfInputs = ({ docs, reportedIn, ...counts }: VectorInputs): ScoreSources => {
  const addressOf = (kind: 'url' | 'llmsTxt' | 'openapi'): string | null => (docs.includes(kind) ? 'known' : null);
  const cohortOf = (id: PeriodId): Cohort => (id === reportedIn ? 'reported' : 'insufficient');
  return {
    ...counts,
    docs: { url: addressOf('url'), llmsTxt: addressOf('llmsTxt'), openapi: addressOf('openapi') },
    cohorts: { '7d': cohortOf('7d'), '30d': cohortOf('30d'), '90d': cohortOf('90d') },
  };
};

const vectors: readonly ({ name: string; inputs: VectorInputs } & Score)[] = vectorInputs.map(({ name, inputs }) => ({
  name,
  inputs,
  ...scoreOf(componentsOf(sourcesOfInputs(inputs))),
}));

/** The contract of the score, by which any client computes it again. */
export const agentRankContract = {
  contract: SCORE_CONTRACT,
  scale: { min: 0, max: 100 },
  grades: grades.map((one) => ({ ...one })),
  components: componentIds.map((id) => ({
    id,
    title: texts[id].title,
    weight: scoreWeights[id],
    window: texts[id].window,
    formula: texts[id].formula,
    sources: [...texts[id].sources],
    cap: COMPONENT_CAP,
  })),
  formula:
    'score = round(sum(value * weight) / sum(weight)) over the components whose value is not null; coverage = sum(their weight) / sum(all weights)',
  rounding: 'to the nearest whole number, halves upwards; a value above its cap counts as the cap',
  minimumDenominator: MINIMUM_DENOMINATOR,
  minimumCoverage: COVERAGE_MIN,
  missing: 'A component that was not observed is null: it is excluded from the mean and never zero.',
  suppression: 'Components are computed from published numbers alone; a withheld number makes its component null.',
  exclusions: ['sponsorship', 'payment', 'self-report'],
  ties: 'Equal scores share a rank; the next rank counts all above it (1, 1, 3). Sample rows are never ranked with first-party rows.',
  cadence: 'once a day, with the snapshot of public adoption',
  changelog: [{ version: SCORE_CONTRACT, date: '2026-11-23', change: 'The first version.' }],
  testVectors: vectors.map(({ name, inputs, components, coverage, score, grade }) => ({
    name,
    inputs: { ...inputs, docs: [...inputs.docs] },
    components,
    coverage,
    score,
    grade,
  })),
};
