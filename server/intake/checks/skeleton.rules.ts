import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import unhomoglyph from 'unhomoglyph';
import { letterForms } from './letter-forms.rules.js';

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

/** How names are read: what one looks like, and which words it has. */
export interface NameReading {
  readonly skeletonOf: (name: string) => string;
  readonly wordsOf: (name: string) => string[];
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

/**
 * Reads the look of names (decisions §10): two names of one skeleton can be taken for each other. Trade marks, unseen characters, case and
 * everything but letters and digits go; then Unicode UTS 39 puts each letter for those that look like it. Capitals look like other letters than
 * their small ones do, so both are mapped; accents go, and i stands for l, which UTS 39 has of capitals alone.
 */
function readingBy(forms: ReadonlyMap<string, string>, between = BETWEEN_WORDS, isDrawnTwice = false): NameReading {
  const remembered = new Map<string, string>();
  const lettersOf = (name: string): string =>
    [...plainOf(name)].map((one) => forms.get(one) ?? forms.get(unaccented(one)) ?? one).join('');
  const joined = (letters: string): string => (isDrawnTwice ? letters.replaceAll('vv', 'w') : letters);
  return {
    skeletonOf(name) {
      const known = remembered.get(name);
      if (known !== undefined) return known;
      const skeleton = joined(fold(looksOf(fold(looksOf(unaccented(lettersOf(name)))))).replaceAll('i', 'l'));
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.set(name, skeleton);
      return skeleton;
    },
    wordsOf: (name) =>
      lettersOf(name)
        .split(between)
        .filter((word) => word !== ''),
  };
}

/** By the look-alikes of Unicode alone, as earlier rule sets read names. */
export const readAsUnicode = readingBy(new Map());
/** Also by the letter forms that Unicode's table does not have. */
export const readAsSeen = readingBy(letterForms);

/** Also by the words that capitals begin, and by letters that stand for one letter together or for a digit that looks like it. */
export const readInParts = readingBy(new Map([...letterForms, ['5', 's']]), BETWEEN_PARTS, true);

/** How many letters and digits a name has. */
export const letterCount = (name: string): number => [...plainOf(name).replace(NO_LETTER, '')].length;

const HOST = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

/** The label under which a domain is registered, as it is shown: `example` of docs.example.co.uk. */
export function registeredLabel(domain: string): string | null {
  const { domainWithoutSuffix } = parse(domain, HOST);
  return domainWithoutSuffix ? domainToUnicode(domainWithoutSuffix) || domainWithoutSuffix : null;
}

/** Every label of a domain before its public suffix, as it is shown. */
export function labelsOf(domain: string): string[] {
  const { subdomain, domainWithoutSuffix } = parse(domain, HOST);
  return [...(subdomain ? subdomain.split('.') : []), ...(domainWithoutSuffix ? [domainWithoutSuffix] : [])].map(
    (label) => domainToUnicode(label) || label,
  );
}

/** Whether two hosts are one, or below one registered domain. */
export function isOneDomain(one: string, other: string): boolean {
  if (one === other) return true;
  const registered = parse(one, HOST).domain;
  return registered !== null && registered === parse(other, HOST).domain;
}
