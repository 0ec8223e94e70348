import type { LexiconFile } from './lexicon.schema.js';
import { addPhrase, newPhrases, type Phrases, phraseKeys } from './phrases.rules.js';
import { newSpelling, type Spelling } from './spelling.rules.js';
import { type Stem, stemWith } from './words.rules.js';

/** What a phrase of the lexicon means; no capabilities at all is a guard. */
export interface PhraseMeaning {
  readonly phrase: string;
  readonly capabilities: readonly string[];
}
export interface NegationMeaning {
  /** `spared` looks like a negation and is none. */
  readonly kind: 'before' | 'after' | 'spared';
  readonly carriesAnd: boolean;
}
export type Modifier = Omit<LexiconFile['modifiers'][number], 'phrases' | 'except'>;

/** The lexicon as texts are read with it. */
export interface Lexicon {
  readonly version: string;
  /** Capability → plain title. */
  readonly titles: ReadonlyMap<string, string>;
  readonly stem: Stem;
  readonly phrases: Phrases<PhraseMeaning>;
  readonly alone: Phrases<PhraseMeaning>;
  readonly negations: Phrases<NegationMeaning>;
  /** A null meaning is a phrase in which the modifier's words say something else. */
  readonly modifiers: Phrases<{ readonly modifier: Modifier | null }>;
  /** Phrases before or after the name of a tool that ask for others. */
  readonly alternatives: { readonly before: Phrases<true>; readonly after: Phrases<true> };
  readonly and: ReadonlySet<string>;
  readonly or: ReadonlySet<string>;
  /** Both of them: words that join two wishes. */
  readonly joins: ReadonlySet<string>;
  readonly fillers: ReadonlySet<string>;
  readonly stopWords: ReadonlySet<string>;
  readonly stackWords: ReadonlySet<string>;
  readonly spelling: Spelling;
  /** Whether a word is ordinary English and no tool comes to mind first. */
  isEnglish(plain: string): boolean;
  /** Phrases that are listed more than once, by the same or another meaning. */
  readonly duplicates: readonly string[];
}

/** Brings the lexicon into the form in which texts are read; `english` are ordinary words, one of each stem. */
export function compileLexicon(file: LexiconFile, english: readonly string[]): Lexicon {
  const stem = stemWith(new Set(file.apart));
  const duplicates: string[] = [];
  const into = <Meaning>(
    phrases: Phrases<Meaning>,
    listed: readonly string[],
    meaning: (phrase: string) => Meaning,
  ): void => {
    for (const phrase of listed) if (addAll(phrases, phrase, stem, meaning(phrase))) duplicates.push(phrase);
  };
  const phrases = newPhrases<PhraseMeaning>();
  const alone = newPhrases<PhraseMeaning>();
  const negations = newPhrases<NegationMeaning>();
  const modifiers = newPhrases<{ modifier: Modifier | null }>();
  const alternatives = { before: newPhrases<true>(), after: newPhrases<true>() };
  for (const { id, phrases: listed, alone: single } of file.capabilities) {
    into(phrases, listed, (phrase) => ({ phrase, capabilities: [id] }));
    into(alone, single, (phrase) => ({ phrase, capabilities: [id] }));
  }
  for (const { capabilities, phrases: listed } of file.bundles)
    into(phrases, listed, (phrase) => ({ phrase, capabilities }));
  into(phrases, file.guards, (phrase) => ({ phrase, capabilities: [] }));
  for (const { phrases: listed, carriesAnd } of file.negations.before)
    into(negations, listed, () => ({ kind: 'before', carriesAnd }));
  into(negations, file.negations.after, () => ({ kind: 'after', carriesAnd: false }));
  into(negations, file.negations.spared, () => ({ kind: 'spared', carriesAnd: false }));
  for (const { phrases: listed, except, ...modifier } of file.modifiers) {
    into(modifiers, listed, () => ({ modifier }));
    into(modifiers, except, () => ({ modifier: null }));
  }
  into(alternatives.before, file.alternatives.before, () => true);
  into(alternatives.after, file.alternatives.after, () => true);

  const spelled = file.capabilities.flatMap(({ phrases: listed, alone: single }) => [...listed, ...single]);
  const brands = new Set(file.brandWords);
  const englishStems = new Set(english.map(stem));
  const isKnown = new Set(
    [...spelled, ...file.bundles.flatMap(({ phrases: own }) => own), ...file.guards, ...file.stopWords].flatMap(
      (phrase) => phrase.split(' ').map((word) => stem(word.replace('=', ''))),
    ),
  );
  addJoined(phrases, stem, file);
  return {
    version: file.version,
    titles: new Map(file.capabilities.map(({ id, title }) => [id, title])),
    stem,
    phrases,
    alone,
    negations,
    modifiers,
    alternatives,
    and: new Set(file.negations.and),
    or: new Set(file.negations.or),
    joins: new Set([...file.negations.and, ...file.negations.or]),
    fillers: new Set(file.fillers),
    stopWords: new Set(file.stopWords),
    stackWords: new Set(file.stackWords),
    spelling: newSpelling(
      spelled.flatMap((phrase) => phrase.split(' ')),
      (plain) => isKnown.has(stem(plain)) || englishStems.has(stem(plain)),
    ),
    isEnglish: (plain) => englishStems.has(stem(plain)) && !brands.has(plain),
    duplicates,
  };
}

/** Adds a phrase in all its ways; answers whether it was there already. */
const addAll = <Meaning>(phrases: Phrases<Meaning>, phrase: string, stem: Stem, meaning: Meaning): boolean =>
  phraseKeys(phrase, stem).filter((keys) => addPhrase(phrases, keys, meaning) !== null).length > 0;

/** Lets two neighbouring words of a phrase also be written as one: `help desk`, `helpdesk`. */
function addJoined(phrases: Phrases<PhraseMeaning>, stem: Stem, file: LexiconFile): void {
  const listed = [
    ...file.capabilities.map(({ id, phrases: own }) => ({ capabilities: [id], own })),
    ...file.bundles.map(({ capabilities, phrases: own }) => ({ capabilities, own })),
  ];
  for (const { capabilities, own } of listed)
    for (const phrase of own) {
      const words = phrase.split(' ');
      for (let first = 0; first + 1 < words.length; first += 1) {
        const pair = words.slice(first, first + 2);
        if (pair.some((word) => !/^[a-z0-9]{2,}$/.test(word)) || pair.join('').length < JOINED_MIN) continue;
        const joined = [...words.slice(0, first), pair.join(''), ...words.slice(first + 2)].join(' ');
        addAll(phrases, joined, stem, { phrase, capabilities });
      }
    }
}
/** Shorter joined words would be other words: `in app`, `to go`. */
const JOINED_MIN = 6;
