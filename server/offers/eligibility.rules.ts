import type { OfferEligibility, OfferRule } from '../directory/index.js';

export const fundingStages = ['bootstrapped', 'pre_seed', 'seed', 'series_a', 'series_b', 'later'] as const;

/** The facts that a rule may ask for, each with the kind of its value. */
const factKinds = {
  companyAgeMonths: 'number',
  fundingRaisedUsd: 'number',
  fundingStage: 'word',
  employees: 'number',
  annualRevenueUsd: 'number',
  newCustomer: 'flag',
  country: 'word',
  partners: 'names',
  student: 'flag',
  nonprofit: 'flag',
  openSource: 'flag',
  incorporated: 'flag',
  hasWebsite: 'flag',
  companyEmail: 'flag',
  aiProduct: 'flag',
} as const;
export type FactName = keyof typeof factKinds;
export const factNames = Object.keys(factKinds) as FactName[];

/** The facts that a caller states about a company. A fact that is absent or null is unknown and never assumed. */
export type Facts = { readonly [name in FactName]?: number | string | boolean | readonly string[] | null | undefined };

/** Stands in `missing` for requirements that no fact can express: a person has to read them. */
export const OTHER = 'other';

export interface RequirementResult {
  readonly fact: string | null;
  readonly requirement: string;
  readonly result: 'met' | 'not_met' | 'unknown';
}

export interface EligibilityVerdict {
  readonly verdict: 'eligible' | 'ineligible' | 'unknown';
  /** The facts that would decide it, and `other`. */
  readonly missing: readonly string[];
  readonly failed: readonly { readonly fact: string; readonly requirement: string }[];
  readonly requirements: readonly RequirementResult[];
}

const isFactName = (name: string): name is FactName => Object.hasOwn(factKinds, name);

/** True for a rule that can be decided: a known fact, an operator that its kind has, a value that fits. */
export function isDecidable({ fact, op, value }: OfferRule): boolean {
  if (!isFactName(fact)) return false;
  const isList = Array.isArray(value) && value.length > 0;
  switch (factKinds[fact]) {
    case 'number':
      return op !== 'in' && op !== 'not_in' && typeof value === 'number' && Number.isFinite(value) && value >= 0;
    case 'flag':
      return op === 'eq' && typeof value === 'boolean';
    case 'names':
      return (op === 'in' || op === 'not_in') && isList;
    case 'word': {
      const fits = fact === 'country' ? /^[A-Z]{2}$/ : new RegExp(`^(${fundingStages.join('|')})$`);
      if (op === 'eq') return typeof value === 'string' && fits.test(value);
      return (op === 'in' || op === 'not_in') && isList && value.every((one) => fits.test(one));
    }
  }
}

/** Decides whether a company may have an offer: one failed rule decides it, one unknown requirement leaves it open (decisions §3). */
export function judgeEligibility({ rules, other }: OfferEligibility, facts: Facts): EligibilityVerdict {
  const requirements: RequirementResult[] = [
    ...rules.map((rule) => ({ fact: rule.fact, requirement: describeRule(rule), result: resultOf(rule, facts) })),
    ...other.map((requirement) => ({ fact: null, requirement, result: 'unknown' as const })),
  ];
  const failed = requirements.flatMap(({ fact, requirement, result }) =>
    result === 'not_met' && fact !== null ? [{ fact, requirement }] : [],
  );
  const open = requirements.filter(({ result }) => result === 'unknown');
  return {
    verdict: failed.length ? 'ineligible' : open.length ? 'unknown' : 'eligible',
    missing: [...new Set(open.map(({ fact }) => fact ?? OTHER))],
    failed,
    requirements,
  };
}

/** The requirements of an offer as short sentences. */
export const describeRequirements = ({ rules, other }: OfferEligibility): string[] => [
  ...rules.map(describeRule),
  ...other,
];

function resultOf(rule: OfferRule, facts: Facts): RequirementResult['result'] {
  const known = isFactName(rule.fact) ? facts[rule.fact] : undefined;
  if (known === null || known === undefined || !isDecidable(rule)) return 'unknown';
  return holds(rule, known) ? 'met' : 'not_met';
}

function holds({ op, value }: OfferRule, known: number | string | boolean | readonly string[]): boolean {
  switch (op) {
    case 'lt':
      return known < value;
    case 'lte':
      return known <= value;
    case 'gt':
      return known > value;
    case 'gte':
      return known >= value;
    case 'eq':
      return typeof known === 'string' ? sameName(known) === sameName(String(value)) : known === value;
    default: {
      const wanted = new Set([value].flat().map((one) => sameName(String(one))));
      const belongs = [known].flat().some((one) => wanted.has(sameName(String(one))));
      return op === 'in' ? belongs : !belongs;
    }
  }
}

/** Names are compared without case, spaces and signs; the one partner that everyone abbreviates is known by both names. */
function sameName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return plain === 'yc' ? 'ycombinator' : plain;
}

const OP_WORDS = { lt: 'less than', lte: 'at most', gt: 'more than', gte: 'at least', eq: 'exactly' } as const;
const NUMBER_WORDS: Partial<Record<FactName, readonly [string, string]>> = {
  companyAgeMonths: ['The company’s age is', ' months'],
  fundingRaisedUsd: ['Funding raised is', ' USD'],
  employees: ['The number of employees is', ''],
  annualRevenueUsd: ['Annual revenue is', ' USD'],
};
const FLAG_WORDS: Partial<Record<FactName, readonly [string, string]>> = {
  newCustomer: ['A new customer of the provider.', 'A customer of the provider already.'],
  student: ['A student.', 'Not a student.'],
  nonprofit: ['A nonprofit organization.', 'Not a nonprofit organization.'],
  openSource: ['An open source project.', 'Not an open source project.'],
  incorporated: ['An incorporated company.', 'Not incorporated yet.'],
  hasWebsite: ['Has a website of its own.', 'Has no website yet.'],
  companyEmail: ['Applies from an e-mail address of the company.', 'Applies from a private e-mail address.'],
  aiProduct: ['Builds an AI product.', 'Builds no AI product.'],
};
const STAGE_WORDS: ReadonlyMap<string, string> = new Map([
  ['pre_seed', 'pre-seed'],
  ['series_a', 'Series A'],
  ['series_b', 'Series B'],
  ['later', 'later than Series B'],
]);

/** A rule as a short sentence. */
function describeRule({ fact, op, value }: OfferRule): string {
  const name = fact as FactName;
  const list = [value].flat().map(String);
  const isOf = `is ${op === 'not_in' ? 'none' : 'one'} of`;
  const numberWords = NUMBER_WORDS[name];
  if (numberWords && op !== 'in' && op !== 'not_in' && typeof value === 'number')
    return `${numberWords[0]} ${OP_WORDS[op]} ${value.toLocaleString('en-US')}${numberWords[1]}.`;
  const flagWords = FLAG_WORDS[name];
  if (flagWords) return flagWords[value === true ? 0 : 1];
  if (fact === 'partners') return `Belongs to ${op === 'not_in' ? 'none' : 'one'} of: ${list.join(', ')}.`;
  if (fact === 'country') return `The company’s country ${isOf}: ${list.join(', ')}.`;
  const stages = list.map((one) => STAGE_WORDS.get(one) ?? one);
  return stages.length === 1 && op !== 'not_in'
    ? `The funding stage is ${stages[0]}.`
    : `The funding stage ${isOf}: ${stages.join(', ')}.`;
}
