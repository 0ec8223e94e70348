import { type Glossary, type GlossaryFile, newGlossary } from './glossary.rules.js';
import type { LexiconFile, NameRole } from './lexicon.schema.js';
import { type NeedIndex, newNeedIndex, type QuestionFile } from './need-index.rules.js';
import { newSpelling, readPlain, type Spelling, type Stem, stemWith, type Word } from './words.rules.js';

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
const newPhrases = <Meaning>(): Phrases<Meaning> => ({ root: newStep() });

/** The ways in which a phrase is compared. A single word stands as it is or in the other number, since its other forms may mean anything else (`booking`, `book`); words of longer phrases are stemmed. */
function phraseKeys(phrase: string, stem: Stem): string[][] {
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
function addPhrase<Meaning>(phrases: Phrases<Meaning>, keys: readonly string[], meaning: Meaning): Meaning | null {
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
interface PhraseReading {
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

/** The meaning of a phrase of the lexicon; one without capabilities is a guard. */
export interface PhraseMeaning {
  readonly phrase: string;
  readonly capabilities: readonly string[];
}
interface RoleMeaning {
  readonly role: NameRole | null;
}
interface NegationMeaning {
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
  /** Phrases before or behind the name of a tool that give it its role; null looks like one and gives none. */
  readonly roles: { readonly before: Phrases<RoleMeaning>; readonly after: Phrases<RoleMeaning> };
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
  /** Sentences by which people ask for capabilities, for texts in which no phrase stands. */
  readonly needs: NeedIndex;
  readonly glossary: Glossary;
  /** Phrases that are listed more than once, by the same or another meaning. */
  readonly duplicates: readonly string[];
}

/** Brings the lexicon into the form in which texts are read; `english` are ordinary words, one of each stem. */
export function compileLexicon(
  file: LexiconFile,
  english: readonly string[],
  questions: QuestionFile = {},
  glossary: GlossaryFile = {},
): Lexicon {
  const stem = stemWith(file.apart);
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
  const roles = { before: newPhrases<RoleMeaning>(), after: newPhrases<RoleMeaning>() };
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
  for (const { role, before, after } of file.roles) {
    into(roles.before, before, () => ({ role }));
    into(roles.after, after, () => ({ role }));
  }

  const spelled = file.capabilities.flatMap(({ phrases: listed, alone: single }) => [...listed, ...single]);
  const brands = new Set(file.brandWords);
  const englishStems = new Set(english.map(stem));
  const isKnown = new Set(
    [...spelled, ...file.bundles.flatMap(({ phrases: own }) => own), ...file.guards, ...file.stopWords].flatMap(
      (phrase) => phrase.split(' ').map((word) => stem(word.replace('=', ''))),
    ),
  );
  const silent = new Set(file.stopWords);
  // If a name is also a phrase of the lexicon, the phrase wins.
  const names = Object.entries(questions).flatMap(([id, { names: own }]) =>
    own.map((name) => ({ id, words: readPlain(name) })),
  );
  for (const { id, words } of names)
    addAll(phrases, words.join(' '), stem, { phrase: words.join(' '), capabilities: [id] });
  const foreign = new Set(names.flatMap(({ words }) => words));
  addJoined(phrases, stem, file);
  return {
    version: file.version,
    titles: new Map(file.capabilities.map(({ id, title }) => [id, title])),
    stem,
    phrases,
    alone,
    negations,
    modifiers,
    roles,
    and: new Set(file.negations.and),
    or: new Set(file.negations.or),
    joins: new Set([...file.negations.and, ...file.negations.or]),
    fillers: new Set(file.fillers),
    stopWords: new Set(file.stopWords),
    stackWords: new Set(file.stackWords),
    spelling: newSpelling(
      spelled.flatMap((phrase) => phrase.split(' ')),
      (plain) => isKnown.has(stem(plain)) || englishStems.has(stem(plain)) || foreign.has(plain),
    ),
    isEnglish: (plain) => englishStems.has(stem(plain)) && !brands.has(plain),
    glossary: newGlossary(glossary, (plain) => englishStems.has(stem(plain)) || isKnown.has(stem(plain))),
    needs: newNeedIndex(
      questions,
      new Map(file.capabilities.map(({ id, phrases: own, alone: single }) => [id, [...own, ...single]])),
      stem,
      (plain) => silent.has(plain),
    ),
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

/** A title of the lexicon inside a sentence: `Payments` is "payments"; `SMS`, `GraphQL` and names such as `Model Context Protocol` stay. */
export const inSentence = (title: string): string =>
  /^\p{Lu}[\p{Ll}-]*(?:\s(?!\p{Lu}\p{Ll})|$)/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
