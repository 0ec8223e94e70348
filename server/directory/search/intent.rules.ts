import {
  type Lexicon,
  type Match,
  type Modifier,
  matchesAt,
  type PhraseMeaning,
  type Phrases,
} from './lexicon.rules.js';
import type { NameRole } from './lexicon.schema.js';
import { meansWithout, negatedSpans, type Span } from './negation.rules.js';
import { rolesOf } from './role.rules.js';
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
  /** The words of the text that the phrase takes, `to` not among them. */
  readonly from: number;
  readonly to: number;
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
  /** Sentences that say something and in which no need, name or wish was read, as written. */
  readonly unread: readonly string[];
  /** Whether words that only look like a capability stand in it. */
  readonly isGuarded: boolean;
}

/** A name that stands in a text; what it names is up to the finder. */
export interface NameSpan extends Span {
  /** Set once the whole text is read. */
  readonly role?: NameRole;
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
  const names = withoutQualifiers(words, findNames(words, { guarded, meant, leading }));
  const named = new Set(names.flatMap(({ from, to }) => range(from, to)));
  // A phrase that is a whole name (`sqlite`) says what that tool is for; one inside a name says nothing.
  const nameFrom = new Map(names.map((name) => [name.from, name]));
  const nameOf = ({ from, to }: Span): Name | undefined => {
    const name = nameFrom.get(from);
    return name?.to === to ? name : undefined;
  };
  const nameEnds = new Set(names.map(({ to }) => to));
  const phrases = found.filter(
    (one) =>
      one.capabilities.length > 0 &&
      (nameOf(one) || !one.at.every((word) => named.has(word))) &&
      !(nameEnds.has(one.from) && isQualifier(words, one)),
  );
  const modifiers = bestMatches(lexicon, lexicon.modifiers, words).filter(
    ({ at }) => !at.every((one) => guarded.has(one) || meansWithout(words, one)),
  );
  const taken = new Set([...phrases.flatMap(({ at }) => at), ...guarded]);
  const spoken = new Set([...taken, ...named, ...modifiers.flatMap(({ at }) => at)]);
  const listed = [...phrases, ...aloneSpans(lexicon, words, taken, spoken)];
  const requested = [...listed, ...likelySpans(lexicon, words, listed, new Set([...named, ...guarded]))];

  const spans: Span[] = [...requested.filter((one) => !nameOf(one)), ...names].toSorted((a, b) => a.from - b.from);
  const negated = negatedSpans(lexicon, words, spans);
  const { of: roles, fulfilled, acted } = rolesOf(lexicon, words, names, requested, negated);
  const isRefused = (span: Span): boolean => {
    const name = nameOf(span);
    return name ? UNWANTED.has(roles.get(name) ?? 'wanted') : negated.has(span) || fulfilled.has(span);
  };
  // The object of an act, and the name of what is to be replaced, are no needs of their own and yet not unwanted.
  const isBeside = (span: Span): boolean => {
    const name = nameOf(span);
    return name ? roles.get(name) === 'replaced' : acted.has(span);
  };
  // "An ORM for Postgres" is no wish for a database, "something for Postgres" is about one.
  const isOther = (span: Span): boolean => nameOf(span) === undefined && !isRefused(span) && !isBeside(span);
  const isContext = (span: Asked): boolean => {
    const name = nameOf(span);
    const role = name && roles.get(name);
    if (role !== undefined) return others.length > 0 && (role === 'context' || (role === 'wanted' && isGround(span)));
    return isAbout(lexicon, words, others, span) || asides.has(span);
  };
  const others = requested.filter(isOther);
  const asides = asidesIn(lexicon, words, others);
  const wanted = requested
    .filter((span) => !isRefused(span) && !isBeside(span) && !isContext(span))
    .toSorted((a, b) => a.from - b.from);
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
          from: meaning[0]?.from ?? 0,
          to: meaning[0]?.to ?? 0,
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
      unread: unreadSentences(lexicon, written, understood),
      isGuarded: guarded.size > 0,
    },
    names: names.map((name) => ({ ...name, role: roles.get(name) ?? 'wanted' })),
  };
}

/** The grounds on which products stand: a name of one beside a need says where the need is, and is seldom one itself (`text search for a Laravel app`). */
const GROUNDS: ReadonlySet<string> = new Set([
  'frontend-framework',
  'fullstack-framework',
  'backend-framework',
  'mobile-framework',
  'desktop-framework',
  'javascript-runtime',
  'type-checking',
  'relational-database',
  'document-database',
  'key-value-store',
  'data-warehouse',
  'orm',
  'http-client',
  'unit-testing',
  'web-hosting',
  'container-hosting',
  'virtual-machines',
  'container-runtime',
  'container-orchestration',
  'version-control',
  'saas-api',
]);

/** Whether a tool with these capabilities is one of the grounds on which products stand. */
export const isGround = ({ capabilities: [first] }: { readonly capabilities: readonly string[] }): boolean =>
  first !== undefined && GROUNDS.has(first);

/** Roles of names that are not to be recommended. */
const UNWANTED: ReadonlySet<NameRole> = new Set(['banned', 'existing']);

/** Words that lead over from a need to what it is about: `mail from a Node backend`, `charts for the sales team`. */
const ABOUT = new Set([
  'for',
  'from',
  'of',
  'in',
  'into',
  'inside',
  'on',
  'onto',
  'over',
  'out',
  'about',
  'fur',
  'pour',
  'para',
]);

/** Whether a need only says what the one before it is about: nothing but the words that lead over to it part the two. */
function isAbout(lexicon: Lexicon, words: readonly Word[], needs: readonly Span[], { from }: Span): boolean {
  let at = from - 1;
  while (at >= 0 && (lexicon.fillers.has(words[at]?.plain ?? '') || lexicon.stackWords.has(words[at]?.plain ?? '')))
    at -= 1;
  if (!ABOUT.has(words[at]?.plain ?? '')) return false;
  const end = Math.max(-1, ...needs.filter(({ to }) => to <= at).map(({ to }) => to));
  return end >= 0 && words.slice(end, from + 1).every((word) => word.break !== 'clause');
}

/** Needs of one word that the whole sentence makes unlikely against another need of it are asides: `html` in a wish for PDF files. */
const ASIDE = 0.4;

/** Whether needs may stand side by side in words: no item of a list is an aside. */
const isList = (lexicon: Lexicon, words: readonly Word[], from: number, to: number): boolean =>
  words
    .slice(from + 1, to)
    .some((word) => word.break !== 'none' || lexicon.joins.has(word.plain) || JOINING.has(word.plain));

function asidesIn(lexicon: Lexicon, words: readonly Word[], needs: readonly Asked[]): Set<Span> {
  const asides = new Set<Span>();
  for (const { from, to } of sentencesOf(words)) {
    const own = needs.filter((need) => need.from >= from && need.to <= to);
    if (own.length < 2 || isList(lexicon, words, from, to)) continue;
    const likelihoods = lexicon.needs.likelihoods(words.slice(from, to));
    const likelihoodOf = ({ capabilities }: Asked): number =>
      Math.max(0, ...capabilities.map((id) => likelihoods.get(id) ?? 0));
    const best = Math.max(...own.map(likelihoodOf));
    for (const need of own) if (need.at.length === 1 && likelihoodOf(need) < ASIDE * best) asides.add(need);
  }
  return asides;
}

/** Words that say which side of a tool is meant where its name stands before them: `GitHub MCP`. */
const QUALIFIERS = new Set(['mcp', 'api', 'apis', 'sdk', 'sdks', 'cli', 'server', 'client']);
const isQualifier = (words: readonly Word[], { from, to }: Span): boolean =>
  words[from]?.break === 'none' && words.slice(from, to).every(({ plain }) => QUALIFIERS.has(plain));

/** Leaves out names that only qualify the one before them. */
const withoutQualifiers = <Name extends NameSpan>(words: readonly Word[], names: readonly Name[]): Name[] =>
  names.filter((name) => !(isQualifier(words, name) && names.some(({ to }) => to === name.from)));

function corrected(lexicon: Lexicon, word: Word): Word {
  // A capital letter inside a clause is a name that we don't know, and no misspelt word.
  if (word.break === 'none' && /^\p{Lu}/u.test(word.written)) return word;
  const plain = lexicon.spelling.correct(word.plain);
  return plain === null ? word : { ...word, plain, stem: lexicon.stem(plain) };
}

/** Keeps the longest of phrases that share words, then the one that spans most, then the earlier one, then what `first` prefers. */
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
        (a.at[0] ?? 0) - (b.at[0] ?? 0) ||
        Number(first(b.meaning)) - Number(first(a.meaning)),
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

/** How sure it must be that a sentence asks for a capability in words of its own: a wrong need is worse than a gap. */
const LIKELY = { shared: 0.4, ahead: 1.5, words: 3 } as const;

/** Sentences in which no phrase, guard or name stands, and that ask for a capability as others have asked for it. */
function likelySpans(
  lexicon: Lexicon,
  words: readonly Word[],
  listed: readonly Span[],
  spoken: ReadonlySet<number>,
): Asked[] {
  return sentencesOf(words).flatMap(({ from, to }): Asked[] => {
    if (listed.some((span) => span.from < to && span.to > from)) return [];
    if (range(from, to).some((at) => spoken.has(at))) return [];
    const telling = range(from, to).filter((at) => !lexicon.stopWords.has(words[at]?.plain ?? ''));
    if (telling.length < LIKELY.words) return [];
    const [likeliest] = lexicon.needs.find(words.slice(from, to));
    if (!likeliest || likeliest.shared < LIKELY.shared || likeliest.ahead < LIKELY.ahead) return [];
    return [{ from, to, at: telling, capabilities: [likeliest.capability] }];
  });
}

/** Words that a sentence must say before it is a need that was not understood. */
const UNREAD_WORDS = 2;
const UNREAD_LENGTH_MAX = 120;

function unreadSentences(lexicon: Lexicon, words: readonly Word[], understood: ReadonlySet<number>): string[] {
  return sentencesOf(words).flatMap(({ from, to }) => {
    if (range(from, to).some((at) => understood.has(at))) return [];
    const telling = words.slice(from, to).filter(({ plain }) => !lexicon.stopWords.has(plain));
    if (telling.length < UNREAD_WORDS) return [];
    const text = writtenOf(words, { from, to });
    return text.length > UNREAD_LENGTH_MAX ? `${text.slice(0, UNREAD_LENGTH_MAX - 1).trimEnd()}…` : text;
  });
}

/** The sentences of a text, and what semicolons, colons and brackets set apart. */
export function sentencesOf(words: readonly Word[]): Span[] {
  const starts = words.flatMap(({ stops }, at) => (stops || at === 0 ? at : []));
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? words.length }));
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
