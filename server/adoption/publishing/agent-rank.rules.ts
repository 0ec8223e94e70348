import { MINIMUM_DENOMINATOR } from './publication.rules.js';
import {
  COMPONENT_CAP,
  COVERAGE_MIN,
  type ComponentId,
  componentIds,
  componentsOf,
  docsPoints,
  freshnessPoints,
  grades,
  SCORE_CONTRACT,
  type Score,
  type ScoreSources,
  scoreOf,
  scoreWeights,
} from './score.rules.js';
import { type Cohort, type PeriodId, periodIds } from './snapshot.types.js';

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
