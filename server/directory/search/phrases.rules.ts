import type { Stem, Word } from './words.rules.js';

/** A phrase that stands in a text, and the positions of its words; words that were skipped between them do not count. */
export interface Match<Meaning> {
  readonly at: readonly number[];
  readonly meaning: Meaning;
}

interface Step<Meaning> {
  /** Null at the end of most phrases, of which there are tens of thousands. */
  next: Map<string, Step<Meaning>> | null;
  gap: Step<Meaning> | null;
  meaning: Meaning | null;
}

/** Phrases, word by word, so that a text is compared with all of them at once. */
export interface Phrases<Meaning> {
  readonly root: Step<Meaning>;
}

/** Words that one gap (`~`) of a phrase may stand for. */
const GAP_MAX = 3;
/** Filler words in a row that may stand between two words of a phrase: a text of fillers alone would be walked again from each of them. */
const FILLERS_MAX = 6;
/** Prefix of a word that must stand exactly so: `=log in` is not `logs in`. */
const EXACT = '=';

const newStep = <Meaning>(): Step<Meaning> => ({ next: null, gap: null, meaning: null });

/** No phrases yet. */
export const newPhrases = <Meaning>(): Phrases<Meaning> => ({ root: newStep() });

/** The ways in which a phrase is compared. A single word stands as it is or in the other number, since its other forms may mean anything else (`booking`, `book`); words of longer phrases are stemmed. */
export function phraseKeys(phrase: string, stem: Stem): string[][] {
  const words = phrase.split(' ');
  const [only] = words;
  if (words.length === 1 && only !== undefined && !only.startsWith(EXACT))
    return inBothNumbers(only).map((word) => [EXACT + word]);
  return [words.map((word) => (word === '~' || word.startsWith(EXACT) ? word : stem(word)))];
}

function inBothNumbers(word: string): string[] {
  if (/[^aeiou]ies$/.test(word)) return [word, word.replace(/ies$/, 'y')];
  if (/(s|x|ch|sh)es$/.test(word)) return [word, word.replace(/es$/, '')];
  if (/[^s]s$/.test(word) && word.length > NUMBER_FROM) return [word, word.replace(/s$/, '')];
  if (/[^aeiou]y$/.test(word)) return [word, word.replace(/y$/, 'ies')];
  return [word, /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`];
}
/** Shorter words that end in s are acronyms: `css`, `sms`, `dns`. */
const NUMBER_FROM = 3;

/** Adds a phrase in one of its ways; answers the meaning that it had already, which stays. */
export function addPhrase<Meaning>(
  phrases: Phrases<Meaning>,
  keys: readonly string[],
  meaning: Meaning,
): Meaning | null {
  let step = phrases.root;
  for (const key of keys) {
    let following = key === '~' ? step.gap : step.next?.get(key);
    if (!following) {
      following = newStep<Meaning>();
      if (key === '~') step.gap = following;
      else {
        step.next ??= new Map();
        step.next.set(key, following);
      }
    }
    step = following;
  }
  if (step.meaning !== null) return step.meaning;
  step.meaning = meaning;
  return null;
}

/** How the words between and in phrases are read. */
export interface PhraseReading {
  /** Words that may stand between the words of a phrase. */
  readonly fillers: ReadonlySet<string>;
  /** Words that join two wishes: no gap begins with one, or `search ~ emails` would swallow the e-mail of "search and email". */
  readonly joins: ReadonlySet<string>;
  readonly stem: Stem;
}

/** Every phrase that begins at a word. Filler words may stand between the words of a phrase, and what the phrase writes as one word may be two. */
export function matchesAt<Meaning>(
  phrases: Phrases<Meaning>,
  words: readonly Word[],
  from: number,
  { fillers, joins, stem }: PhraseReading,
): Match<Meaning>[] {
  const found = new Map<Step<Meaning>, Match<Meaning>>();
  const walk = (step: Step<Meaning>, next: number, at: readonly number[], fillersPassed = 0): void => {
    if (step.meaning !== null && !found.has(step)) found.set(step, { at, meaning: step.meaning });
    const word = words[next];
    if (!word || (next > from && word.break === 'clause')) return;
    take(step, next, at);
    if (next > from && fillersPassed < FILLERS_MAX && fillers.has(word.plain))
      walk(step, next + 1, at, fillersPassed + 1);
    if (step.gap)
      for (let last = next; last <= next + GAP_MAX; last += 1) {
        if (last > next && (joins.has(word.plain) || words[last]?.break === 'clause')) break;
        take(step.gap, last, at);
      }
  };
  const take = (step: Step<Meaning>, next: number, at: readonly number[]): void => {
    const word = words[next];
    if (!word) return;
    for (const key of keysOf(word.plain, word.stem)) {
      const following = step.next?.get(key);
      if (following) walk(following, next + 1, [...at, next]);
    }
    const second = words[next + 1];
    if (second?.break !== 'none' || !step.next) return;
    const whole = word.plain + second.plain;
    for (const key of keysOf(whole, stem(whole))) {
      const following = step.next.get(key);
      if (following) walk(following, next + 2, [...at, next, next + 1]);
    }
  };
  walk(phrases.root, from, []);
  return [...found.values()];
}

/** A word may stand in a phrase by its stem, or exactly as it is. */
const keysOf = (plain: string, stem: string): string[] => (stem === EXACT + plain ? [stem] : [stem, EXACT + plain]);
