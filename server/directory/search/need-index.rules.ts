import MiniSearch from 'minisearch';
import { z } from 'zod';
import { readPlain, type Stem, type Word } from './words.rules.js';

const sentence = z.string().min(2).max(200);

/** The form of capability-questions.json: sentences by which people ask for a capability, and some that sound like it and mean another. */
export const questionFile = z.record(
  z.string(),
  z.strictObject({
    questions: z.array(sentence).min(1),
    near: z.array(z.strictObject({ sentence, means: z.string() })),
    /** Its names in other languages than English; each means this capability alone. */
    names: z.array(sentence),
  }),
);
export type QuestionFile = z.infer<typeof questionFile>;

/** A capability that words may ask for, as others have asked for it. */
export interface LikelyNeed {
  readonly capability: string;
  /** The part of the words' weight that its sentences share, 0 to 1; the rarer a word, the more it weighs. */
  readonly shared: number;
  /** How many times as likely as the next one. */
  readonly ahead: number;
}

/** Sentences by which people ask for capabilities. */
export interface NeedIndex {
  /** Capabilities that words may ask for, the likeliest first. */
  find(words: readonly Word[]): LikelyNeed[];
  /** How likely words ask for each capability, against the likeliest of all, 0 to 1; those without a word in common are left out. */
  likelihoods(words: readonly Word[]): ReadonlyMap<string, number>;
}

/** Capabilities that one text may ask for. */
const LIKELIEST = 3;
/** A capability that stands alone is so many times as likely as none. */
const ALONE = 4;

interface Capability {
  readonly id: string;
  readonly text: string;
}

/**
 * An index of what people write for each capability: the sentences and the phrases of the lexicon. One document a capability, ranked by BM25: that
 * understands sentences it has not seen as well as their nearest neighbours do, at a fraction of the memory (docs/decisions/0096).
 */
export function newNeedIndex(
  file: QuestionFile,
  phrases: ReadonlyMap<string, readonly string[]>,
  stem: Stem,
  isSilent: (plain: string) => boolean,
): NeedIndex {
  const stemsOf = (words: readonly Word[]): string[] =>
    words.filter(({ plain }) => !isSilent(plain)).map((word) => word.stem);
  const texts = new Map<string, string[]>();
  const add = (id: string, written: string): void => {
    const stems = texts.get(id) ?? [];
    for (const plain of readPlain(written)) if (!isSilent(plain)) stems.push(stem(plain));
    texts.set(id, stems);
  };
  for (const [id, { questions, near, names }] of Object.entries(file)) {
    for (const one of [...questions, ...names]) add(id, one);
    for (const one of near) add(one.means, one.sentence);
  }
  for (const [id, listed] of phrases) for (const phrase of listed) add(id, phrase);
  const index = new MiniSearch<Capability>({
    fields: ['text'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term || null,
  });
  index.addAll([...texts].map(([id, stems]) => ({ id, text: stems.join(' ') })));
  const standsIn = new Map<string, number>();
  for (const stems of texts.values()) for (const one of new Set(stems)) standsIn.set(one, (standsIn.get(one) ?? 0) + 1);
  const weightOf = (one: string): number => Math.log(1 + texts.size / (1 + (standsIn.get(one) ?? 0)));
  return {
    likelihoods(words) {
      const found = index.search([...new Set(stemsOf(words))].join(' '));
      const best = found[0]?.score ?? 0;
      return new Map(found.map(({ id, score }) => [String(id), score / best]));
    },
    find(words) {
      const stems = [...new Set(stemsOf(words))];
      const whole = stems.reduce((sum, one) => sum + weightOf(one), 0);
      if (whole === 0) return [];
      const found = index.search(stems.join(' '));
      return found.slice(0, LIKELIEST).map(({ id, score, queryTerms }, at) => ({
        capability: String(id),
        shared: queryTerms.reduce((sum, one) => sum + weightOf(one), 0) / whole,
        ahead: score / (found[at + 1]?.score ?? score / ALONE),
      }));
    },
  };
}
