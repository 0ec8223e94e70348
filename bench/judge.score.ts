import type { SearchIndex } from '../server/directory/search/search-index.build.js';
import type { Tool } from '../server/directory/tool.types.js';

export interface JudgedQuery {
  readonly id: string;
  readonly kind: string;
  readonly q: string;
  /** Slugs that a good answer has in its first five. */
  readonly expected: readonly string[];
}
export interface JudgedIntent {
  readonly id: string;
  readonly intent: string;
  readonly expected: readonly string[];
  readonly acceptable: readonly string[];
  readonly forbidden: readonly string[];
}
export interface QueryFigures {
  /** `all`, or one kind of question. */
  readonly kind: string;
  readonly count: number;
  /** One by the position of the first expected tool among the first ten, on average. */
  readonly mrr: number;
  /** Expected tools among the first five, out of as many as could be there. */
  readonly recallAt5: number;
}
export interface IntentFigures {
  readonly count: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Capabilities found although they are plainly wrong. */
  readonly forbidden: number;
}

const FIRST = 10;
const RECALLED = 5;

/** How one question was answered: slugs in their order. */
export const slugsOf = (index: SearchIndex, tools: ReadonlyMap<string, Tool>, question: string): string[] =>
  index.find(question).flatMap(({ id }) => tools.get(id)?.slug ?? []);

/** One by the position of the first expected slug among the first ten, else 0. */
export function reciprocalRank(answered: readonly string[], expected: readonly string[]): number {
  const at = answered.slice(0, FIRST).findIndex((slug) => expected.includes(slug));
  return at < 0 ? 0 : 1 / (at + 1);
}

/** Figures over all questions and over each kind. */
export function scoreQueries(
  index: SearchIndex,
  tools: ReadonlyMap<string, Tool>,
  queries: readonly JudgedQuery[],
): QueryFigures[] {
  const scored = queries.map(({ kind, q, expected }) => {
    const answered = slugsOf(index, tools, q);
    const hits = answered.slice(0, RECALLED).filter((slug) => expected.includes(slug)).length;
    return { kind, mrr: reciprocalRank(answered, expected), recall: hits / Math.min(RECALLED, expected.length) };
  });
  const kinds = ['all', ...new Set(queries.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const own = scored.filter((one) => kind === 'all' || one.kind === kind);
    return {
      kind,
      count: own.length,
      mrr: mean(own.map(({ mrr }) => mrr)),
      recallAt5: mean(own.map(({ recall }) => recall)),
    };
  });
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The capabilities that the directory reads in an intent: those of the analysis, and the purpose of each tool that is to be used or replaced. */
export function capabilitiesFound(index: SearchIndex, tools: ReadonlyMap<string, Tool>, intent: string): string[] {
  const { analysis, named } = index.read(intent);
  const ofNamed = named
    .filter(({ role }) => role !== 'banned' && role !== 'existing')
    .flatMap(({ id }) => tools.get(id)?.capabilities.slice(0, 1) ?? []);
  return [...new Set([...analysis.capabilities.map(({ id }) => id), ...ofNamed])];
}

/** Precision and recall over all capabilities of all intents; what is acceptable counts neither way. */
export function scoreIntents(
  index: SearchIndex,
  tools: ReadonlyMap<string, Tool>,
  intents: readonly JudgedIntent[],
): IntentFigures {
  let right = 0;
  let wrong = 0;
  let missed = 0;
  let forbidden = 0;
  for (const judged of intents) {
    const found = capabilitiesFound(index, tools, judged.intent);
    right += found.filter((id) => judged.expected.includes(id)).length;
    wrong += found.filter((id) => !judged.expected.includes(id) && !judged.acceptable.includes(id)).length;
    missed += judged.expected.filter((id) => !found.includes(id)).length;
    forbidden += found.filter((id) => judged.forbidden.includes(id)).length;
  }
  const precision = right / Math.max(1, right + wrong);
  const recall = right / Math.max(1, right + missed);
  return {
    count: intents.length,
    precision,
    recall,
    f1: (2 * precision * recall) / Math.max(Number.EPSILON, precision + recall),
    forbidden,
  };
}
