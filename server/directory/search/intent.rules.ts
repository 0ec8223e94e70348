import {
  type Lexicon,
  type Match,
  type Modifier,
  matchesAt,
  type PhraseMeaning,
  type Phrases,
} from './lexicon.rules.js';
import { meansWithout, negatedSpans, type Span } from './negation.rules.js';
import { readWords, type Word } from './words.rules.js';

/** A capability that a text asks for. */
export interface RequestedCapability {
  readonly id: string;
  /** The words of the text as written. */
  readonly phrase: string;
  /** 0 for what is asked for first. */
  readonly order: number;
  /** Words of the lexicon's phrase: the more, the surer; 0 for what comes along with something else. */
  readonly size: number;
}
export interface RequestedModifier extends Modifier {
  readonly phrase: string;
}

/** The needs of a text, as far as the lexicon knows them (decisions §3). */
export interface IntentAnalysis {
  readonly lexiconVersion: string;
  readonly capabilities: readonly RequestedCapability[];
  /** Capabilities that the text says it does not want. */
  readonly excluded: readonly string[];
  readonly modifiers: readonly RequestedModifier[];
  /** Words that say something and were not understood, in lower case. */
  readonly words: readonly string[];
}

/** A name that stands in a text; what it names is up to the finder. */
export interface NameSpan extends Span {
  /** Whether the text says that this is not wanted. */
  readonly refused?: boolean;
}
/** Finds names among the words of a text; `taken` are words of capabilities and guards. */
export type FindNames<Name extends NameSpan> = (words: readonly Word[], requested: QueryWords) => Name[];
export interface QueryWords {
  /** Words that belong to a phrase which only looks like something. */
  readonly guarded: ReadonlySet<number>;
  /** Words that belong to a phrase which means a capability. */
  readonly meant: ReadonlySet<number>;
  /** Those of them that another word of the phrase follows. */
  readonly leading: ReadonlySet<number>;
}

interface Asked extends Span {
  readonly at: readonly number[];
  readonly capabilities: readonly string[];
}

/** Reads what is asked for out of a text. Names are found first, so that a tool called Stream Chat is no wish for chat. */
export function analyzeIntent<Name extends NameSpan = NameSpan>(
  lexicon: Lexicon,
  text: string,
  findNames: FindNames<Name> = () => [],
): { words: readonly Word[]; analysis: IntentAnalysis; names: Name[] } {
  const written = readWords(text, lexicon.stem);
  const words = written.map((word) => corrected(lexicon, word));
  const found = spansOf(bestMatches(lexicon, lexicon.phrases, words, isGuard));
  const guarded = new Set(found.filter(({ capabilities }) => capabilities.length === 0).flatMap(({ at }) => at));
  const meant = new Set(found.filter(({ capabilities }) => capabilities.length > 0).flatMap(({ at }) => at));
  const leading = new Set(
    found.filter(({ capabilities }) => capabilities.length > 0).flatMap(({ at }) => at.slice(0, -1)),
  );
  const names = findNames(words, { guarded, meant, leading });
  const named = new Set(names.flatMap(({ from, to }) => range(from, to)));
  // A phrase that is a whole name (`sqlite`) says what that tool is for; one inside a name says nothing.
  const nameFrom = new Map(names.map((name) => [name.from, name]));
  const nameOf = ({ from, to }: Span): Span | undefined => {
    const name = nameFrom.get(from);
    return name?.to === to ? name : undefined;
  };
  const phrases = found.filter(
    (one) => one.capabilities.length > 0 && (nameOf(one) || !one.at.every((word) => named.has(word))),
  );
  const modifiers = bestMatches(lexicon, lexicon.modifiers, words).filter(
    ({ at }) => !at.every((one) => guarded.has(one) || meansWithout(words, one)),
  );
  const taken = new Set([...phrases.flatMap(({ at }) => at), ...guarded]);
  const spoken = new Set([...taken, ...named, ...modifiers.flatMap(({ at }) => at)]);
  const requested = [...phrases, ...aloneSpans(lexicon, words, taken, spoken)];

  const spans: Span[] = [...requested.filter((one) => !nameOf(one)), ...names].toSorted((a, b) => a.from - b.from);
  const negated = negatedSpans(lexicon, words, spans);
  const isRefused = (span: Span): boolean => negated.has(nameOf(span) ?? span);
  const wanted = requested.filter((span) => !isRefused(span)).toSorted((a, b) => a.from - b.from);
  const ids = [...new Set(wanted.flatMap(({ capabilities }) => capabilities))];
  const refused = requested.filter(isRefused).flatMap(({ capabilities }) => capabilities);
  const understood = new Set([...spoken, ...requested.flatMap(({ at }) => at)]);
  return {
    words: written,
    analysis: {
      lexiconVersion: lexicon.version,
      capabilities: ids.map((id, order) => {
        const meaning = wanted.filter(({ capabilities }) => capabilities.includes(id));
        return {
          id,
          phrase: writtenOf(words, meaning[0] ?? { from: 0, to: 0 }),
          order,
          // A phrase that means several things is about the first.
          size: Math.max(...meaning.map((one) => (one.capabilities[0] === id && !nameOf(one) ? one.at.length : 0))),
        };
      }),
      excluded: [...new Set(refused)].filter((id) => !ids.includes(id)),
      modifiers: modifiers
        .toSorted((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0))
        .flatMap(({ at, meaning: { modifier } }) =>
          modifier ? [{ ...modifier, phrase: writtenOf(words, spanOf(at)) }] : [],
        )
        .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index),
      words: words
        .filter(({ plain }, at) => !understood.has(at) && !meansWithout(words, at) && !lexicon.stopWords.has(plain))
        .map(({ plain }) => plain),
    },
    names: names.map((name) => ({ ...name, refused: negated.has(name) })),
  };
}

function corrected(lexicon: Lexicon, word: Word): Word {
  // A capital letter inside a clause is a name that we don't know, and no misspelt word.
  if (word.break === 'none' && /^\p{Lu}/u.test(word.written)) return word;
  const plain = lexicon.spelling.correct(word.plain);
  return plain === null ? word : { ...word, plain, stem: lexicon.stem(plain) };
}

/** Keeps the longest of phrases that share words, then the one that spans most, then what `first` prefers, then the earlier one. */
function bestMatches<Meaning>(
  lexicon: Lexicon,
  phrases: Phrases<Meaning>,
  words: readonly Word[],
  first: (meaning: Meaning) => boolean = () => false,
): Match<Meaning>[] {
  const all = words.flatMap((_word, from) => matchesAt(phrases, words, from, lexicon));
  const taken = new Set<number>();
  return all
    .toSorted(
      (a, b) =>
        b.at.length - a.at.length ||
        spanLength(b.at) - spanLength(a.at) ||
        Number(first(b.meaning)) - Number(first(a.meaning)) ||
        (a.at[0] ?? 0) - (b.at[0] ?? 0),
    )
    .filter(({ at }) => {
      if (at.some((one) => taken.has(one))) return false;
      for (const one of at) taken.add(one);
      return true;
    });
}
const spanLength = (at: readonly number[]): number => (at.at(-1) ?? 0) - (at[0] ?? 0);
/** Guards stand before capabilities. */
const isGuard = ({ capabilities }: PhraseMeaning): boolean => capabilities.length === 0;

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
const spanOf = (at: readonly number[]): Span => ({ from: at[0] ?? 0, to: (at.at(-1) ?? -1) + 1 });
const spansOf = (matches: readonly Match<PhraseMeaning>[]): Asked[] =>
  matches.map(({ at, meaning }) => ({ ...spanOf(at), at, capabilities: meaning.capabilities }));
const writtenOf = (words: readonly Word[], { from, to }: Span): string =>
  words
    .slice(from, to)
    .map(({ written }) => written)
    .join(' ');

/** Whether words, as a whole, are a phrase for a capability. */
export function isCapabilityPhrase(lexicon: Lexicon, words: readonly Word[]): boolean {
  return [lexicon.phrases, lexicon.alone].some((phrases) =>
    matchesAt(phrases, words, 0, lexicon).some(
      ({ at, meaning }) => meaning.capabilities.length > 0 && at.length === words.length,
    ),
  );
}

/** Words that mean a capability only where nothing else stands beside them: a whole question, or an item of a list. */
function aloneSpans(
  lexicon: Lexicon,
  words: readonly Word[],
  taken: ReadonlySet<number>,
  spoken: ReadonlySet<number>,
): Asked[] {
  const isAside = (plain: string): boolean => lexicon.stopWords.has(plain) || lexicon.stackWords.has(plain);
  const items: number[][] = [[]];
  words.forEach((word, at) => {
    const joins = lexicon.joins.has(word.plain) || JOINING.has(word.plain);
    if (word.break !== 'none' || joins) items.push([]);
    if (!joins) items.at(-1)?.push(at);
  });
  return items.flatMap((item) => {
    if (item.some((at) => taken.has(at))) return [];
    const stated = item.filter((at) => !spoken.has(at) && !isAside(words[at]?.plain ?? ''));
    const whole = stated.length > 0 ? stated : item;
    const first = whole[0];
    if (first === undefined) return [];
    return spansOf(
      matchesAt(lexicon.alone, words, first, lexicon).filter(({ at }) => whole.every((one) => at.includes(one))),
    ).slice(0, 1);
  });
}
/** Words before which an item of a list ends. */
const JOINING = new Set(['with', 'using', 'plus', 'then']);
