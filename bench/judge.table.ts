import type { IntentFigures, QueryFigures } from './judge.score.js';
import { aligned } from './result.table.js';

const short = (value: number): string => value.toFixed(3);

/** The figures of the judged sets as text: every kind of question, then the intents, each for all, tuned and held out. */
export function judgeTable(judged: {
  readonly queries: readonly { readonly part: string; readonly kinds: readonly QueryFigures[] }[];
  readonly intents: readonly (IntentFigures & { readonly part: string })[];
}): string {
  const queries = judged.queries.flatMap(({ part, kinds }) =>
    kinds
      .filter(({ kind }) => part === 'all' || kind === 'all')
      .map(({ kind, count, mrr, recallAt5 }) => [part, kind, String(count), short(mrr), short(recallAt5)]),
  );
  const intents = judged.intents.map(({ part, count, precision, recall, f1, forbidden }) => [
    part,
    'intents',
    String(count),
    short(precision),
    short(recall),
    short(f1),
    String(forbidden),
  ]);
  return [
    ...aligned([['judged', 'kind', 'items', 'MRR', 'recall@5'], ...queries]),
    '',
    ...aligned([['judged', '', 'items', 'precision', 'recall', 'F1', 'forbidden'], ...intents]),
  ].join('\n');
}
