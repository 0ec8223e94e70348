import type { Lexicon } from './lexicon-compile.rules.js';
import type { Span } from './negation.rules.js';
import { matchesAt } from './phrases.rules.js';
import type { Word } from './words.rules.js';

/** Words before "like" that make it a wish or a look, not a comparison. */
const NO_COMPARISON = new Set(['would', 'id', 'i', 'we', 'wed', 'you', 'they', 'looks', 'look', 'feels', 'd', 'also']);
/** Words of the longest phrase before a name, fillers included. */
const BEFORE_MAX = 5;

/** Whether a text asks for other tools than the one that it names there: `alternative to X`, `X but self-hosted`. */
export function standsForAlternatives(lexicon: Lexicon, words: readonly Word[], { from, to }: Span): boolean {
  const after = words[to];
  if (after && after.break !== 'clause') {
    const follows = matchesAt(lexicon.alternatives.after, words, to, lexicon);
    if (follows.some(({ at }) => isWhole(words, at, to))) return true;
  }
  if (words[from]?.break === 'clause') return false;
  for (let start = Math.max(0, from - BEFORE_MAX); start < from; start += 1) {
    if (words[start]?.plain === 'like' && NO_COMPARISON.has(words[start - 1]?.plain ?? '')) continue;
    const leads = matchesAt(lexicon.alternatives.before, words, start, lexicon);
    const reaches = leads.some(({ at }) =>
      words.slice((at.at(-1) ?? start) + 1, from).every(({ plain }) => lexicon.fillers.has(plain)),
    );
    if (reaches) return true;
  }
  return false;
}

/** `X like` is a comparison, `X, like Y` is none. */
const isWhole = (words: readonly Word[], at: readonly number[], from: number): boolean =>
  at[0] === from && at.every((one) => words[one]?.break !== 'clause');
