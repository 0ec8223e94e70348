import { z } from 'zod';
import { readPlain } from './words.rules.js';

const language = z.enum(['de', 'fr', 'es', 'pt', 'it', 'nl', 'ru', 'ja', 'zh', 'ko']);
type Language = z.infer<typeof language>;

/** The form of glossary.json: an English term of one to three words, and how questions in other languages say it, parted by semicolons. */
export const glossaryFile = z.record(z.string().min(2).max(60), z.partialRecord(language, z.string().min(1)));
export type GlossaryFile = z.infer<typeof glossaryFile>;

/** Words of technical questions in other languages, with what an English description says. */
export interface Glossary {
  /** The English words for what a text says in another language, in its order; empty where it is English, or nothing of it is known. */
  english(text: string): string;
}

/** Scripts in which words are found inside a run of letters. */
const RUNS: Partial<Record<Language, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  zh: /\p{Script=Han}/u,
  ko: /\p{Script=Hangul}/u,
};
const LONGEST_RUN = 16;
/** A text in letters that English also has must hold so many foreign words of the glossary, or be half of them. */
const FOREIGN_MIN = 2;

/** A glossary that is looked up by the longest phrase first; `isEnglish` words are not foreign by themselves. */
export function newGlossary(file: GlossaryFile, isEnglish: (plain: string) => boolean): Glossary {
  const phrases = new Map<Language, Map<string, string>>();
  /** Language and first word → words of the longest phrase that begins so. */
  const begins = new Map<string, number>();
  for (const [english, terms] of Object.entries(file))
    for (const [code, list] of Object.entries(terms) as [Language, string][]) {
      const own = phrases.get(code) ?? new Map<string, string>();
      for (const one of list.split('; ')) {
        const key = code in RUNS ? one.toLowerCase() : keyOf(one);
        own.set(key, english);
        const [first = ''] = key.split(' ', 1);
        begins.set(`${code} ${first}`, Math.max(begins.get(`${code} ${first}`) ?? 0, key.split(' ').length));
      }
      phrases.set(code, own);
    }
  const inWords = (plain: readonly string[], code: Language, own: ReadonlyMap<string, string>): Translated => {
    const english: string[] = [];
    let foreign = 0;
    for (let at = 0; at < plain.length; ) {
      const size = longest(Math.min(begins.get(`${code} ${plain[at]}`) ?? 0, plain.length - at), (length) =>
        own.has(plain.slice(at, at + length).join(' ')),
      );
      if (size === 0) {
        at += 1;
        continue;
      }
      const taken = plain.slice(at, at + size);
      english.push(own.get(taken.join(' ')) ?? '');
      if (!taken.every(isEnglish)) foreign += size;
      at += size;
    }
    return { english, foreign };
  };
  return {
    english(text) {
      const lower = text.normalize('NFKC').toLowerCase();
      const run = (['ko', 'ja', 'zh'] as const).find((code) => RUNS[code]?.test(lower));
      if (run) return inRuns(lower, phrases.get(run) ?? new Map()).join(' ');
      const plain = readPlain(text);
      let best: Translated = { english: [], foreign: 0 };
      for (const [code, own] of phrases) {
        if (code in RUNS) continue;
        const terms = inWords(plain, code, own);
        if (terms.foreign > best.foreign) best = terms;
      }
      return best.foreign >= FOREIGN_MIN || best.foreign * 2 >= plain.length ? best.english.join(' ') : '';
    },
  };
}

interface Translated {
  readonly english: readonly string[];
  /** Words of the text that are no English ones. */
  readonly foreign: number;
}

const keyOf = (phrase: string): string => readPlain(phrase).join(' ');

/** The largest length up to a bound that holds; 0 where none does. */
function longest(bound: number, holds: (length: number) => boolean): number {
  for (let length = bound; length > 0; length -= 1) if (holds(length)) return length;
  return 0;
}

function inRuns(text: string, own: ReadonlyMap<string, string>): string[] {
  const english: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = longest(Math.min(LONGEST_RUN, text.length - at), (length) => own.has(text.slice(at, at + length)));
    if (size > 0) english.push(own.get(text.slice(at, at + size)) ?? '');
    at += Math.max(1, size);
  }
  return english;
}
