import { LRUCache } from 'lru-cache';
import { mistakesBetween } from '../edit-distance.rules.js';

/** Finds the known word that a misspelt one was meant to be. */
export interface Spelling {
  /** The known word; null when the word is known itself, or nothing is close enough, or several are. */
  correct(plain: string): string | null;
  /** Whether the word is English, or of the lexicon. */
  isKnown(plain: string): boolean;
}

/** Shorter words have too many neighbours to be sure. */
const LENGTH_MIN = 5;
/** From this length on, two mistakes are forgiven. */
const TWO_FROM = 9;

/** Unknown words whose correction is cached: many questions have the same ones. */
const CORRECTIONS_MAX = 5_000;

/** Mistakes that are forgiven in a word of that length. */
export const mistakesAllowed = (length: number): number => (length < LENGTH_MIN ? 0 : length < TWO_FROM ? 1 : 2);

/** Corrects towards these words; `isKnown` words are left as they are. */
export function newSpelling(words: readonly string[], isKnown: (plain: string) => boolean): Spelling {
  const byStart = new Map<string, Map<string, number>>();
  for (const word of words) {
    if (word.length < LENGTH_MIN || /[^a-z]/.test(word)) continue;
    const start = word.slice(0, 1);
    const same = byStart.get(start) ?? new Map<string, number>();
    same.set(word, lettersOf(word));
    byStart.set(start, same);
  }
  const closest = (plain: string, allowed: number): string | null => {
    const letters = lettersOf(plain);
    let best: string | null = null;
    let least = allowed + 1;
    let sure = true;
    // The first letter is nearly always right; two swapped letters at the start are tried as well.
    for (const start of [plain.slice(0, 1), plain.slice(1, 2)])
      for (const [candidate, own] of byStart.get(start) ?? []) {
        if (Math.abs(candidate.length - plain.length) > allowed) continue;
        // A mistake replaces one letter by one other at most, so that this many differences rule the word out without comparing it.
        if (countBits(letters ^ own) > 2 * allowed) continue;
        const mistakes = mistakesBetween(plain, candidate, least + 1);
        if (mistakes > least || mistakes > allowed) continue;
        sure = mistakes < least || (sure && isSameWord(best, candidate));
        best = candidate;
        least = mistakes;
      }
    return sure ? best : null;
  };
  const corrections = new LRUCache<string, string>({ max: CORRECTIONS_MAX }); // an empty word stands for none
  return {
    isKnown,
    correct(plain) {
      const allowed = mistakesAllowed(plain.length);
      if (allowed === 0 || /[^a-z]/.test(plain) || isKnown(plain)) return null;
      const known = corrections.get(plain);
      if (known !== undefined) return known || null;
      const found = closest(plain, allowed);
      corrections.set(plain, found ?? '');
      return found;
    },
  };
}

/** Two forms of one word, such as singular and plural. */
const isSameWord = (one: string | null, other: string): boolean =>
  one !== null && (one.startsWith(other.slice(0, -2)) || other.startsWith(one.slice(0, -2)));

const CODE_OF_A = 97;

/** The letters that stand in a word of a to z, a bit for each. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) - CODE_OF_A);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
