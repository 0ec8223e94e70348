import { MINIMUM_DENOMINATOR } from './publication.rules.js';
import {
  type Cohort,
  type PeriodId,
  type PublishedRow,
  type PublishedShares,
  periodIds,
  type ScoreComponent,
} from './snapshot.types.js';

export const SCORE_CONTRACT = 'agent-rank-v2';
/** The contract before it, which stays readable. */
export const SUPERSEDED_CONTRACT = 'agent-rank-v1';
/** Below this share of observed weight there is no score. */
export const COVERAGE_MIN = 0.6;
export const COMPONENT_CAP = 100;

export const scoreWeights = {
  activation: 25,
  retention: 25,
  steady_use: 15,
  agent_tool_success: 10,
  docs_readiness: 10,
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

/** The documentation that the directory may have an address of. */
export const docsKinds = ['url', 'llmsTxt', 'openapi'] as const;
export type DocsKind = (typeof docsKinds)[number];

/** The numbers that the components are made of: published shares and public facts alone. */
export interface ScoreSources {
  readonly shares: PublishedShares;
  readonly docs: Readonly<Record<DocsKind, string | null>>;
  readonly cohorts: Readonly<Record<PeriodId, Cohort>>;
}

export interface Score {
  readonly components: ScoreComponent[];
  readonly coverage: number;
  readonly score: number | null;
  readonly grade: string | null;
}

/** The components of a published row, whose values are whole numbers from 0 to 100. */
export function componentsOf({ shares, docs, cohorts }: ScoreSources): ScoreComponent[] {
  const fresh = periodIds.find((id) => cohorts[id] === 'reported');
  const documented = docsKinds.filter((kind) => docs[kind] !== null);
  const values: Record<ComponentId, number | null> = {
    activation: shares.activation,
    retention: shares.return,
    steady_use: shares.steadyUse,
    agent_tool_success: shares.toolSuccess,
    docs_readiness: documented.length === 0 ? null : documented.reduce((sum, kind) => sum + docsPoints[kind], 0),
    evidence_freshness: fresh ? freshnessPoints[fresh] : null,
  };
  return componentIds.map((id) => ({
    id,
    value: values[id],
    weight: scoreWeights[id],
    facts: id === 'docs_readiness' ? documented : [],
  }));
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

/**
 * Ranks of first-party rows by score, then by published developers, the highest first; equals share a rank, and the next one counts all above
 * it. Sample rows are ranked with no other, so they have none. Answers the ranks by the ids of the tools.
 */
export function rankRows(rows: readonly PublishedRow[], isSampleApart: boolean): Map<string, number> {
  const ranked = rows.filter(({ score, label }) => score !== null && (label === 'first-party' || !isSampleApart));
  const isAbove = (one: PublishedRow, other: PublishedRow): boolean =>
    (one.score ?? 0) > (other.score ?? 0) ||
    (one.score === other.score && (one.developers ?? 0) > (other.developers ?? 0));
  return new Map(ranked.map((row) => [row.tool.id, 1 + ranked.filter((other) => isAbove(other, row)).length]));
}

interface ComponentText {
  readonly title: string;
  readonly window: string;
  readonly formula: string;
  readonly sources: readonly string[];
}

const NINETY_DAYS = '90 days, in rows of every period';
const texts: Readonly<Record<ComponentId, ComponentText>> = {
  activation: {
    title: 'Activation',
    window: NINETY_DAYS,
    formula: 'shares.activation: new developers who activated, of all new developers, in percent',
    sources: ['row.shares.activation'],
  },
  retention: {
    title: 'Retention',
    window: NINETY_DAYS,
    formula:
      'shares.return: developers who came back within 14 days, of those who activated 14 days earlier, in percent',
    sources: ['row.shares.return'],
  },
  steady_use: {
    title: 'Steady use',
    window: 'the four ISO weeks that ended by the day of the snapshot',
    formula: 'shares.steadyUse: developers of at least two of the four weeks, of those of any, in percent',
    sources: ['row.shares.steadyUse'],
  },
  agent_tool_success: {
    title: 'Agent tool success',
    window: NINETY_DAYS,
    formula: 'shares.toolSuccess: tool calls that succeeded, of all tool calls, in percent',
    sources: ['row.shares.toolSuccess'],
  },
  docs_readiness: {
    title: 'Docs readiness',
    window: 'the day of the snapshot',
    formula: `${docsPoints.url} with a documentation address + ${docsPoints.llmsTxt} with an llms.txt + ${docsPoints.openapi} with an OpenAPI description; missing where the directory knows none; component.facts names those that it knew`,
    sources: ['component.facts'],
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
  readonly shares: PublishedShares;
  readonly docs: readonly DocsKind[];
  /** The shortest period in which the tool is reported. */
  readonly reportedIn: PeriodId | null;
}

const sharesOf = (
  activation: number | null,
  returned: number | null,
  steadyUse: number | null,
  toolSuccess: number | null,
): PublishedShares => ({ activation, return: returned, steadyUse, toolSuccess });

const vectorInputs: readonly { readonly name: string; readonly inputs: VectorInputs }[] = [
  {
    name: 'all observed',
    inputs: { shares: sharesOf(65, 50, 70, 95), docs: ['url', 'llmsTxt', 'openapi'], reportedIn: '7d' },
  },
  {
    name: 'missing is excluded and never zero',
    inputs: { shares: sharesOf(65, null, 70, null), docs: ['url'], reportedIn: '7d' },
  },
  {
    name: 'a share of zero counts',
    inputs: { shares: sharesOf(0, 0, 0, 0), docs: ['url'], reportedIn: '90d' },
  },
  {
    name: 'coverage below the minimum gives no score',
    inputs: { shares: sharesOf(null, 50, null, 100), docs: ['url', 'openapi'], reportedIn: null },
  },
  {
    name: 'coverage of exactly the minimum gives one',
    inputs: { shares: sharesOf(40, null, null, 80), docs: ['llmsTxt'], reportedIn: '30d' },
  },
];

/** The sources that a vector's inputs stand for. */
export const sourcesOfInputs = ({ shares, docs, reportedIn }: VectorInputs): ScoreSources => {
  const addressOf = (kind: DocsKind): string | null => (docs.includes(kind) ? 'known' : null);
  const cohortOf = (id: PeriodId): Cohort => (id === reportedIn ? 'reported' : 'insufficient');
  return {
    shares,
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
  ties: 'Ranked by score, then by published developers; equals share a rank, and the next rank counts all above it (1, 1, 3). Sample rows have no rank.',
  cadence: 'once a day, with the snapshot of public adoption',
  changelog: [
    {
      version: SCORE_CONTRACT,
      date: '2026-11-27',
      change:
        'Made of the published shares of 90 days, in rows of every period; steady use is new, and weights follow. Activation counts new developers alone, and retention developers who had two weeks to come back.',
    },
    { version: SUPERSEDED_CONTRACT, date: '2026-11-23', change: 'The first version.' },
  ],
  testVectors: vectors.map(({ name, inputs, components, coverage, score, grade }) => ({
    name,
    inputs: { ...inputs, docs: [...inputs.docs] },
    components,
    coverage,
    score,
    grade,
  })),
};
