import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import unhomoglyph from 'unhomoglyph';
import { foreignForms, letterForms } from './letter-forms.rules.js';

/** Marks of a trade that no name is told apart by; they go first, for NFKC makes letters of them. */
const TRADE_MARKS = /[™®©℠℗]/gu;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const NO_LETTER = /[^\p{L}\p{N}]/gu;
/** Skeletons are of a closed set of names, and cost more than a look. */
const REMEMBERED_MAX = 50_000;

/** The case folded letter by letter, so that no letter's form depends on the ones beside it. */
const fold = (text: string): string => [...text].map((letter) => letter.toUpperCase().toLowerCase()).join('');

/** Without what a name is not told apart by, before look-alikes are compared. */
const plainOf = (text: string): string => text.replace(TRADE_MARKS, '').normalize('NFKC').replace(UNSEEN, '');

/** How names are read: what one looks like, which words it has, and which names it may be read as. */
export interface NameReading {
  readonly skeletonOf: (name: string) => string;
  readonly wordsOf: (name: string) => string[];
  /** Whether a sign, a digit or a strange letter inside the name, read as a letter, makes it a known one: `Str!pe`, `S7ripe`, `Strᐃpe`. */
  readonly isReadAs: (name: string, known: string) => boolean;
  /** The same question about many known names, of some names at once. */
  readonly readingsOf: (names: readonly string[]) => (known: string) => boolean;
}

const ASCII = /^[A-Za-z0-9]+$/;
const unaccented = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/**
 * The look of a character by UTS 39, in letters and digits. A small letter that looks like a small capital, as the Cyrillic т does, counts as
 * the look of its capital. A look-alike of a letter is a letter, whatever it is called: `|` stands for l.
 */
function lookOf(one: string): string {
  const look = unaccented(unhomoglyph(one));
  if (ASCII.test(look)) return look;
  const capital = unaccented(unhomoglyph(one.toUpperCase()));
  if (ASCII.test(capital)) return capital;
  return /[\p{L}\p{N}]/u.test(one) ? look.replace(NO_LETTER, '') : '';
}

const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u;
/** A capital or a digit inside a word begins another: `StripeMail` says Stripe as `Stripe Mail` does. */
const BETWEEN_PARTS = /[^\p{L}\p{N}\p{M}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{L})(?=\p{N})/u;

const looksOf = (text: string): string => [...text].map(lookOf).join('');

/** Signs that stand between words; any other sign inside a word may stand for a letter. */
const BETWEEN_SIGNS = /[\s\-._,'’":;]+/u;
const ANY = '?';
/** Shorter names are read into too many others. */
const READ_MIN = 4;
/** A digit at the end of a shorter word is a number. */
const READ_TO_DIGIT_MIN = 5;
/** As many words as a known name has at most. */
const READ_WORDS_MAX = 4;
/** Each is compared with every known name; what has more signs than these is read by its first ones. */
const READ_PATTERNS_MAX = 24;

const isLetters = (look: string): boolean => /^[a-z]+$/.test(look);
/** A skeleton of which each letter is one: UTS 39 has m as r and n. */
const inLetters = (skeleton: string): string => skeleton.replaceAll('rn', 'm');

/** Whether a pattern is a spelling; of another length it never is. */
function fits(pattern: string, letters: string): boolean {
  if (pattern.length !== letters.length) return false;
  for (let at = 0; at < pattern.length; at += 1) if (pattern[at] !== ANY && pattern[at] !== letters[at]) return false;
  return true;
}

/** A word with `ANY` for what may stand for a letter; null where it is told by its letters alone, or by too few of them. */
function patternOf(word: string, skeletonOf: (text: string) => string): string | null {
  const letters = [...word].filter((one) => !/\p{M}/u.test(one));
  const looks = letters.map((one) => inLetters(skeletonOf(one)));
  const pattern = looks.map((look) => (isLetters(look) ? look : ANY)).join('');
  const unread = pattern.split(ANY).length - 1;
  const least = /\p{N}$/u.test(word) ? READ_TO_DIGIT_MIN : READ_MIN;
  return unread > 0 && 2 * unread <= pattern.length && pattern.length >= least ? pattern : null;
}

const SIGNS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** The patterns of a name's words, and of some words one after the other; signs around them stand for letters, too, or for nothing. */
function patternsIn(name: string, skeletonOf: (text: string) => string): string[] {
  const words = name.split(BETWEEN_SIGNS).filter((word) => word !== '');
  const runs = words.flatMap((_, from) =>
    Array.from({ length: Math.min(READ_WORDS_MAX, words.length - from) }, (_one, more) =>
      words.slice(from, from + more + 1).join(''),
    ),
  );
  const patterns = runs.flatMap((run) =>
    [run, run.replaceAll(SIGNS_AROUND, '')].map((one) => patternOf(one, skeletonOf)),
  );
  return [...new Set(patterns.filter((pattern) => pattern !== null))].slice(0, READ_PATTERNS_MAX);
}

/** Remembers what names are read as: they are of a closed set, and reading one costs more than a look. */
function remembering<T>(read: (name: string) => T): (name: string) => T {
  const remembered = new Map<string, T>();
  return (name) => {
    const known = remembered.get(name);
    if (known !== undefined) return known;
    const value = read(name);
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(name, value);
    return value;
  };
}

interface ReadingOptions {
  readonly forms?: ReadonlyMap<string, string>;
  readonly between?: RegExp;
  /** Whether two letters stand for the one that they look like together. */
  readonly isDrawnTwice?: boolean;
  readonly readsSigns?: boolean;
}

/**
 * Reads the look of names (decisions §10): two names of one skeleton can be taken for each other. Trade marks, unseen characters, case and
 * everything but letters and digits go; then Unicode UTS 39 puts each letter for those that look like it. Capitals look like other letters than
 * their small ones do, so both are mapped; accents go, and i stands for l, which UTS 39 has of capitals alone.
 */
function readingBy({
  forms = new Map(),
  between = BETWEEN_WORDS,
  isDrawnTwice = false,
  readsSigns = false,
}: ReadingOptions): NameReading {
  const lettersOf = (name: string): string =>
    [...plainOf(name)].map((one) => forms.get(one) ?? forms.get(unaccented(one)) ?? one).join('');
  const joined = (letters: string): string => (isDrawnTwice ? letters.replaceAll('vv', 'w') : letters);
  const skeletonOf = remembering((name) =>
    joined(fold(looksOf(fold(looksOf(unaccented(lettersOf(name)))))).replaceAll('i', 'l')),
  );
  const patternsOf = remembering((name) => (readsSigns ? patternsIn(plainOf(name), skeletonOf) : []));
  const spelled = remembering((known) => inLetters(skeletonOf(known)));
  const readingsOf = (names: readonly string[]): ((known: string) => boolean) => {
    const byLength = Map.groupBy(new Set(names.flatMap(patternsOf)), ({ length }) => length);
    if (byLength.size === 0) return () => false;
    return (known) => {
      const letters = spelled(known);
      return byLength.get(letters.length)?.some((pattern) => fits(pattern, letters)) ?? false;
    };
  };
  return {
    skeletonOf,
    wordsOf: (name) =>
      lettersOf(name)
        .split(between)
        .filter((word) => word !== ''),
    isReadAs: (name, known) => patternsOf(name).some((pattern) => fits(pattern, spelled(known))),
    readingsOf,
  };
}

/** By the look-alikes of Unicode alone, as earlier rule sets read names. */
export const readAsUnicode = readingBy({});
/** Also by the letter forms that Unicode's table does not have. */
export const readAsSeen = readingBy({ forms: letterForms });

const inParts = { forms: new Map([...letterForms, ['5', 's']]), between: BETWEEN_PARTS, isDrawnTwice: true };
/** Also by the words that capitals begin, and by letters that stand for one letter together or for a digit that looks like it. */
export const readInParts = readingBy(inParts);

/** Also by letters of other alphabets that are ours turned round or with a stroke more, and by signs that are read as letters. */
export const readWithSigns = readingBy({
  ...inParts,
  forms: new Map([...inParts.forms, ...foreignForms]),
  readsSigns: true,
});

/** How many letters and digits a name has. */
export const letterCount = (name: string): number => [...plainOf(name).replace(NO_LETTER, '')].length;

const HOST = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

type Parts = ReturnType<typeof parse>;
/** Hosts of all vendors and organizations, and of some submissions. */
const PARTS_MAX = 20_000;
const rememberedParts = new Map<string, Parts>();

/** The parts of a host; those of a known record are asked for with each submission. */
function partsOf(host: string): Parts {
  const known = rememberedParts.get(host);
  if (known) return known;
  const parts = parse(host, HOST);
  if (rememberedParts.size >= PARTS_MAX) rememberedParts.clear();
  rememberedParts.set(host, parts);
  return parts;
}

/** The label under which a domain is registered, as it is shown: `example` of docs.example.co.uk. */
export function registeredLabel(domain: string): string | null {
  const { domainWithoutSuffix } = partsOf(domain);
  return domainWithoutSuffix ? domainToUnicode(domainWithoutSuffix) || domainWithoutSuffix : null;
}

/** Every label of a domain before its public suffix, as it is shown. */
export function labelsOf(domain: string): string[] {
  const { subdomain, domainWithoutSuffix } = partsOf(domain);
  return [...(subdomain ? subdomain.split('.') : []), ...(domainWithoutSuffix ? [domainWithoutSuffix] : [])].map(
    (label) => domainToUnicode(label) || label,
  );
}

/** Whether two hosts are one, or below one registered domain. */
export function isOneDomain(one: string, other: string): boolean {
  if (one === other) return true;
  const registered = partsOf(one).domain;
  return registered !== null && registered === partsOf(other).domain;
}
