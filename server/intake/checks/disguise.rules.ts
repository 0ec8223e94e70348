import { createHash } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import type { SubmittedContent } from '../draft.types.js';

/** Letters of other alphabets that look like ours, and digits that stand for letters. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ӏ: 'l',
  һ: 'h',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  г: 'r',
  α: 'a',
  ε: 'e',
  ο: 'o',
  ρ: 'p',
  ν: 'v',
  ι: 'i',
  κ: 'k',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  ω: 'w',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  $: 's',
  '|': 'l',
};

/** The text as it looks: without case, accents, separators or look-alike letters, so that a disguise changes nothing. */
export function skeletonOf(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  const letters = [...plain].map((letter) => LOOKS_LIKE[letter] ?? letter).join('');
  return letters
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l');
}

const SECOND_LEVEL = new Set(['co', 'com', 'org', 'net', 'ac', 'gov', 'edu', 'ne', 'or']);

/** The label under which a domain is registered: `example` of docs.example.co.uk. */
export function brandOf(domain: string): string {
  const labels = domainToUnicode(domain).split('.');
  const isCountry = (labels.at(-1)?.length ?? 0) === 2;
  const at = isCountry && labels.length > 2 && SECOND_LEVEL.has(labels.at(-2) ?? '') ? -3 : -2;
  return labels.at(at) ?? domain;
}

/** True when two labels differ in at most one letter, or in two that changed places. */
function isOneSlip(one: string, other: string): boolean {
  if (one === other) return true;
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const rest = (text: string, from: number): string => text.slice(from);
  return (
    rest(one, start + 1) === rest(other, start + 1) ||
    rest(one, start) === rest(other, start + 1) ||
    rest(one, start + 1) === rest(other, start) ||
    (one[start] === other[start + 1] &&
      one[start + 1] === other[start] &&
      rest(one, start + 2) === rest(other, start + 2))
  );
}

/** Brands shorter than this resemble too much. */
const BRAND_LENGTH_MIN = 5;

interface Brand {
  readonly label: string;
  readonly skeleton: string;
}
const brands = new Map<string, Brand>();
/** The domains of all vendors, which each submission is compared with, and those of some submissions. */
const BRANDS_MAX = 20_000;

function lookOf(domain: string): Brand {
  const known = brands.get(domain);
  if (known) return known;
  const label = brandOf(domain);
  const brand = { label, skeleton: skeletonOf(label) };
  if (brands.size >= BRANDS_MAX) brands.clear();
  brands.set(domain, brand);
  return brand;
}

/** Whether a domain could be taken for another one that is not its own. */
export function resembles(domain: string, known: string): boolean {
  if (domain === known || domain.endsWith(`.${known}`)) return false;
  const { label: brand, skeleton: seen } = lookOf(domain);
  const { label: other, skeleton: meant } = lookOf(known);
  if (seen === meant) return brand !== other || other.length >= BRAND_LENGTH_MIN;
  if (meant.length < BRAND_LENGTH_MIN) return false;
  return isOneSlip(seen, meant) || brand.split('-').some((part) => skeletonOf(part) === meant);
}

/** Whether another domain stands in front of a stranger's, as in `example.com.partners.test` or `example.com-login.test`. */
export const nestsIn = (domain: string, known: string): boolean =>
  [`.${known}.`, `.${known}-`].some((part) => `.${domain}`.includes(part));

/** The domains of a list that a domain is, resembles or holds, in order. */
export const nearDomains = (domain: string, known: readonly string[]): string[] =>
  [...new Set(known)]
    .filter((one) => one === domain || resembles(domain, one) || nestsIn(domain, one))
    .toSorted()
    .slice(0, 20);

/** An address without what a disguise would vary: scheme, www, query, fragment, case and the slash at its end. */
function plainAddress(url: string): string {
  const { hostname, pathname } = new URL(url);
  return `${hostname.replace(/^www\./, '')}${pathname.toLowerCase().replace(/\/+$/, '')}`;
}

/** The subject of a submission, whatever it is written like. */
function subjectOf({ kind, fields }: SubmittedContent): string[] {
  switch (kind) {
    case 'partner_workspace':
      return [skeletonOf(fields.product.name)];
    case 'tracked_links':
      return fields.links.map(({ url }) => plainAddress(url)).toSorted();
    case 'hackathon_passport':
      return [skeletonOf(fields.event.name), fields.event.startsAt.slice(0, 10)];
    case 'usage_tracking':
      return [skeletonOf(fields.productId)];
  }
}

/** The same for two submissions of one kind that say the same of what looks like the same organization. */
export const fingerprintOf = (content: SubmittedContent): string =>
  createHash('sha256')
    .update(JSON.stringify([content.kind, skeletonOf(brandOf(content.organization.domain)), ...subjectOf(content)]))
    .digest('hex');
