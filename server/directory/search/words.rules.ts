import { LRUCache } from 'lru-cache';
import { stemmer } from 'stemmer';

/** How strongly the text parts a word from the one before it: not at all, within a list such as `auth/search`, or between clauses. */
export type Break = 'none' | 'list' | 'clause';

/** One word of a text, as written and as it is compared. */
export interface Word {
  readonly written: string;
  /** Lower case, without accents and apostrophes. */
  readonly plain: string;
  readonly stem: string;
  readonly break: Break;
  /** Whether a hyphen joins it to the word before. */
  readonly hyphened: boolean;
  /** Whether a sentence begins with it, so that a capital letter says nothing. */
  readonly opensSentence: boolean;
}

/** Gives words the form in which they are compared. */
export type Stem = (plain: string) => string;

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
/** Longer texts are read up to here: an intent has 4,000 characters at most, a question 1,000; a character may count twice. */
const TEXT_MAX = 8_000;
/** And no more words of it: 4,000 characters of prose have some 650, and each is compared with every phrase and name that may begin there. */
export const WORDS_MAX = 1_000;

/** Words whose stems are cached: a text has each several times, also joined with its neighbour, and most texts have the same ones. */
const STEMS_MAX = 20_000;
/** Longer words are stemmed each time: no text has many, and their letters would fill the cache. */
const CACHED_LENGTH_MAX = 40;

/** Stems by Porter's rules, but for the words that would then look like others of another meaning. */
export function stemWith(apart: ReadonlySet<string>): Stem {
  const stems = new LRUCache<string, string>({ max: STEMS_MAX });
  const stemOf = (plain: string): string => (apart.has(plain) ? `=${plain}` : stemmer(plain));
  return (plain) => {
    if (plain.length > CACHED_LENGTH_MAX) return stemOf(plain);
    const known = stems.get(plain);
    if (known !== undefined) return known;
    const stem = stemOf(plain);
    stems.set(plain, stem);
    return stem;
  };
}

/** Parts a text into words; whatever is neither letter nor digit only separates them. */
export function readWords(text: string, stem: Stem): Word[] {
  const read: Word[] = [];
  const source = text.slice(0, TEXT_MAX).normalize('NFKC');
  let end = 0;
  for (const { 0: written, index } of source.matchAll(WORD)) {
    if (read.length === WORDS_MAX) break;
    const plain = plainWord(written);
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
      hyphened: read.length > 0 && /^[-‐‑]$/.test(between),
      opensSentence: read.length === 0 || /[.!?\n]/.test(between),
    });
  }
  return read;
}

/** Lower case, without accents and apostrophes: `Don’t` and `dont` are one word. */
export const plainWord = (written: string): string =>
  PLAIN.test(written)
    ? written.toLowerCase()
    : written.toLowerCase().replaceAll(/['’]/g, '').normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
const PLAIN = /^[A-Za-z0-9]*$/;

/** Letters and digits alone, so that `Socket.IO`, `socket io` and `socketio` are one. */
export const compactWord = (written: string): string =>
  PLAIN.test(written) ? written.toLowerCase() : plainWord(written.normalize('NFKC')).replaceAll(/[^\p{L}\p{N}]/gu, '');

function breakOf(between: string, isNumber: boolean): Break {
  // 10,000 is one number.
  if (isNumber && /^[.,]$/.test(between)) return 'none';
  if (/[,;:!?()[\]{}|\n\r"“”<>=…—–•]/u.test(between)) return 'clause';
  if (/\.(\s|$)|\s[-*]+\s/u.test(between)) return 'clause';
  return /[+&/\\]/.test(between) ? 'list' : 'none';
}
