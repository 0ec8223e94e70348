import { LRUCache } from 'lru-cache';
import { stemmer } from 'stemmer';
import { mistakesBetween } from '../edit-distance.rules.js';

/** How strongly the text parts a word from the one before it: not at all, within a list such as `auth/search`, or between clauses. */
export type Break = 'none' | 'list' | 'clause';

/** One word of a text, as written and as it is compared. */
export interface Word {
  readonly written: string;
  /** Lower case, without accents and apostrophes. */
  readonly plain: string;
  readonly stem: string;
  readonly break: Break;
  /** Whether a sentence, or what a semicolon, colon, dash or bracket sets apart, ended before it; a comma ends none. */
  readonly stops: boolean;
  /** Whether a hyphen joins it to the word before. */
  readonly hyphened: boolean;
  /** Whether a sentence begins with it, so that a capital letter says nothing. */
  readonly opensSentence: boolean;
}

/** Gives words the form in which they are compared. */
export type Stem = (plain: string) => string;

/** `Terraform's` is Terraform; the short words before an 's are others (`what's`, `it's`). */
const POSSESSIVE = /(?<=[\p{L}\p{N}]{3,})(?<!\b(?:that|what|let|there|here|where|how|who))['’]s$/iu;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
/** Most texts, in which a word is found without asking what each sign is. */
const ASCII = /^\p{ASCII}*$/u;
const ASCII_WORD = /[A-Za-z0-9]+(?:'[A-Za-z]+)*/g;
/** Texts without accents and apostrophes, of which every word is in its compared form once it is in lower case. */
const UNMARKED = /^[\x20-\x26\x28-\x7e]*$/;
const UNMARKED_WORD = /[a-z0-9]+/g;
/** Scripts that write words without blanks between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
/** Longer texts are read up to here: an intent has 4,000 characters at most, a question 1,000; a character may count twice. */
const TEXT_MAX = 8_000;
/** And no more words of it: 4,000 characters of prose have some 650, and each is compared with every phrase and name that may begin there. */
const WORDS_MAX = 1_000;

/** Words whose stems are cached: a text has each several times, also joined with its neighbour, and most texts have the same ones. */
const STEMS_MAX = 20_000;
/** Longer words are stemmed each time: no text has many, and their letters would fill the cache. */
const CACHED_LENGTH_MAX = 40;

/** Stems by Porter's rules, but for words that would then look like others of another meaning: each is its own stem, or the one behind its equals sign. */
export function stemWith(apart: Iterable<string>): Stem {
  const stems = new Map<string, string>();
  const own = new Map(
    [...apart].map((entry) => {
      const [word = '', stem = word] = entry.split('=');
      return [word, `=${stem}`] as const;
    }),
  );
  const stemOf = (plain: string): string => own.get(plain) ?? stemmer(plain);
  return (plain) => {
    if (plain.length > CACHED_LENGTH_MAX) return stemOf(plain);
    const known = stems.get(plain);
    if (known !== undefined) return known;
    const stem = stemOf(plain);
    // Emptied as a whole: a cache that orders its words by their last use costs more than it saves while a catalog is read.
    if (stems.size >= STEMS_MAX) stems.clear();
    stems.set(plain, stem);
    return stem;
  };
}

/** Parts a text into words; whatever is neither letter nor digit only separates them. */
export function readWords(text: string, stem: Stem): Word[] {
  const read: Word[] = [];
  const source = text.slice(0, TEXT_MAX).normalize('NFKC');
  let end = 0;
  for (const { written, index } of wordsIn(source)) {
    if (read.length === WORDS_MAX) break;
    const plain = bareWord(written);
    const between = source.slice(end, index);
    end = index + written.length;
    if (plain === '') continue;
    read.push({
      written,
      plain,
      stem: stem(plain),
      break:
        read.length === 0
          ? 'clause'
          : breakOf(between, /\d/.test(source[index - between.length - 1] ?? '') && /^\d/.test(written)),
      stops: read.length === 0 || /[;:!?\n()[\]{}—–…。]|\.\s|\s-\s/u.test(between),
      hyphened: read.length > 0 && /^[-‐‑]$/.test(between),
      opensSentence: read.length === 0 || /[.!?\n]/.test(between),
    });
  }
  return read;
}

/**
 * The words of a text as they are compared, as `readWords` answers them: catalog, lexicon and glossary have hundreds of thousands, of which nothing
 * else is needed.
 */
export function readPlain(text: string): string[] {
  const start = text.slice(0, TEXT_MAX);
  if (UNMARKED.test(start)) return (start.toLowerCase().match(UNMARKED_WORD) ?? []).slice(0, WORDS_MAX);
  const read: string[] = [];
  for (const { written } of wordsIn(start.normalize('NFKC'))) {
    if (read.length === WORDS_MAX) break;
    const plain = bareWord(written);
    if (plain !== '') read.push(plain);
  }
  return read;
}

/** The stems of a text's words. */
export const readStems = (text: string, stem: Stem): string[] => readPlain(text).map(stem);

/** The words of a text and where each begins; a script without blanks is parted by its dictionary. */
function* wordsIn(source: string): Generator<{ readonly written: string; readonly index: number }> {
  if (ASCII.test(source)) {
    for (const { 0: written, index } of source.matchAll(ASCII_WORD)) yield { written, index };
    return;
  }
  if (!UNSPACED.test(source)) {
    for (const { 0: written, index } of source.matchAll(WORD)) yield { written, index };
    return;
  }
  for (const { 0: run, index } of source.matchAll(WORD))
    if (UNSPACED.test(run))
      for (const { segment, index: at } of segmenter.segment(run)) yield { written: segment, index: index + at };
    else yield { written: run, index };
}

/** A word as it is compared, without a possessive's ending. */
const bareWord = (written: string): string =>
  PLAIN.test(written) ? written.toLowerCase() : plainWord(written.replace(POSSESSIVE, ''));

/** Lower case, without accents and apostrophes: `Don’t` and `dont` are one word. */
const plainWord = (written: string): string =>
  PLAIN.test(written)
    ? written.toLowerCase()
    : written
        .toLowerCase()
        .replaceAll(/['’]/g, '')
        .replaceAll('ß', 'ss')
        .normalize('NFD')
        .replaceAll(/\p{M}/gu, '')
        .normalize('NFC');
const PLAIN = /^[A-Za-z0-9]*$/;

/** Letters and digits alone, so that `Socket.IO`, `socket io` and `socketio` are one. */
export const compactWord = (written: string): string =>
  PLAIN.test(written) ? written.toLowerCase() : plainWord(written.normalize('NFKC')).replaceAll(/[^\p{L}\p{N}]/gu, '');

function breakOf(between: string, isNumber: boolean): Break {
  // 10,000 is one number.
  if (isNumber && /^[.,]$/.test(between)) return 'none';
  if (/[,;:!?()[\]{}|\n\r"“”<>=…—–•、。]/u.test(between)) return 'clause';
  if (/\.(\s|$)|\s[-*]+\s/u.test(between)) return 'clause';
  return /[+&/\\]/.test(between) ? 'list' : 'none';
}

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
