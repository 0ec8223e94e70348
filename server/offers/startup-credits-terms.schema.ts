import type { OfferEligibility, OfferKind, OfferRule, OfferValue, RuleOp } from '../directory/index.js';
import { isCurrency } from '../platform/currency.rules.js';
import { type FactName, isDecidable } from './eligibility.rules.js';
import { itemsOf, membersOf, plainText } from './foreign-text.rules.js';
import { OFFER_BOUNDS } from './offer.schema.js';

const DEPTH_MAX = 6;
const RULES_MAX = 60;

/** One requirement of the collection: the rules that it needs, and sentences for the rest. */
interface Read {
  readonly rules: readonly OfferRule[];
  readonly other: readonly string[];
}
const NOTHING: Read = { rules: [], other: [] };

/** Stated where the source's form is not understood: an offer with unknown requirements still has requirements. */
const UNREADABLE = 'The source states a requirement in a form that could not be read.';
const UNSTATED = 'The source does not state the requirements.';

/**
 * The requirements of an offer of the collection. What a fact decides becomes a rule; everything else stays a sentence, so that no one
 * is called eligible because a requirement was not understood.
 */
export function readEligibility(eligibility: unknown): OfferEligibility {
  const { rule } = membersOf(eligibility);
  if (rule === undefined || rule === null) return { rules: [], other: [UNSTATED] };
  const read = readRule(rule, 0);
  const other = [...new Set(read.other)];
  const overflow = other.length > OFFER_BOUNDS.requirements || read.rules.length > OFFER_BOUNDS.requirements;
  return {
    rules: read.rules.slice(0, OFFER_BOUNDS.requirements),
    other: overflow
      ? [...other.slice(0, OFFER_BOUNDS.requirements - 1), 'The source has further requirements.']
      : other,
  };
}

function readRule(given: unknown, depth: number): Read {
  const rule = membersOf(given);
  const statement = plainText(rule.statement, OFFER_BOUNDS.requirement);
  if (depth > DEPTH_MAX) return sentence(UNREADABLE);
  switch (rule.kind) {
    case 'all': {
      if (!Array.isArray(rule.rules)) return sentence(UNREADABLE);
      const parts = itemsOf(rule.rules, RULES_MAX).map((one) => readRule(one, depth + 1));
      if (rule.rules.length > RULES_MAX) parts.push(sentence('The source has further requirements.'));
      return { rules: parts.flatMap(({ rules }) => rules), other: parts.flatMap(({ other }) => other) };
    }
    case 'constant':
      if (rule.value !== true) return sentence(statement ?? 'The source states that no company qualifies now.');
      return statement === null ? NOTHING : sentence(statement);
    case 'predicate':
      return readPredicate(rule) ?? sentence(statement ?? UNREADABLE);
    case 'any': {
      const ways = itemsOf(rule.rules, RULES_MAX).flatMap((one) => describeRule(one, depth + 1) ?? []);
      return sentence(ways.length ? `One of: ${ways.map(withoutStop).join('; or ')}.` : UNREADABLE);
    }
    case 'not':
      return sentence(describeRule(rule.rule, depth + 1) ?? UNREADABLE);
    default:
      return sentence(statement ?? UNREADABLE);
  }
}

const sentence = (text: string): Read => ({
  rules: [],
  other: [plainText(text, OFFER_BOUNDS.requirement) ?? UNREADABLE],
});
const withoutStop = (text: string): string => text.replace(/\.$/, '');

/** A rule in the words of its statements. */
function describeRule(given: unknown, depth: number): string | null {
  const rule = membersOf(given);
  const statement = plainText(rule.statement, OFFER_BOUNDS.requirement);
  if (statement !== null) return statement;
  if (depth > DEPTH_MAX) return null;
  const parts = itemsOf(rule.rules, RULES_MAX).flatMap((one) => describeRule(one, depth + 1) ?? []);
  return parts.length ? parts.map(withoutStop).join(rule.kind === 'any' ? ' or ' : ' and ') : null;
}

const NUMBERS: Readonly<Record<string, readonly [FactName, number]>> = {
  'company.age_months': ['companyAgeMonths', 1],
  'company.age_years': ['companyAgeMonths', 12],
  'company.funding_raised_usd': ['fundingRaisedUsd', 1],
  'company.total_funding_usd': ['fundingRaisedUsd', 1],
  'company.employee_count': ['employees', 1],
  'company.annual_revenue_usd': ['annualRevenueUsd', 1],
};
/** Facts that are true or false, and whether ours says the opposite. */
const FLAGS: Readonly<Record<string, readonly [readonly FactName[], boolean]>> = {
  'company.is_current_customer': [['newCustomer'], true],
  'company.is_existing_customer': [['newCustomer'], true],
  'company.is_new_customer': [['newCustomer'], false],
  'company.is_incorporated': [['incorporated'], false],
  'company.is_registered': [['incorporated'], false],
  'company.is_nonprofit': [['nonprofit'], false],
  'company.is_open_source': [['openSource'], false],
  'company.has_website': [['hasWebsite'], false],
  'company.has_professional_email_and_website': [['companyEmail', 'hasWebsite'], false],
};
const STAGES: Readonly<Record<string, string>> = {
  bootstrapped: 'bootstrapped',
  preseed: 'pre_seed',
  seed: 'seed',
  seriesa: 'series_a',
  seriesb: 'series_b',
  seriesc: 'later',
  seriesd: 'later',
  seriese: 'later',
};
const NUMBER_OPS: readonly string[] = ['lt', 'lte', 'gt', 'gte', 'eq'] satisfies RuleOp[];

/** A predicate as rules of ours; null when no fact of ours decides it. */
function readPredicate(rule: Readonly<Record<string, unknown>>): Read | null {
  const fact = typeof rule.fact === 'string' ? rule.fact : '';
  const operator = typeof rule.operator === 'string' ? rule.operator : '';
  const { value, values } = membersOf(rule.value);
  const number = Object.hasOwn(NUMBERS, fact) ? NUMBERS[fact] : undefined;
  if (number && NUMBER_OPS.includes(operator) && typeof value === 'number')
    return decidable({ fact: number[0], op: operator as RuleOp, value: value * number[1] });
  const flag = Object.hasOwn(FLAGS, fact) ? FLAGS[fact] : undefined;
  if (flag && (operator === 'eq' || operator === 'neq') && typeof value === 'boolean') {
    const isTrue = (value === (operator === 'eq')) !== flag[1];
    if (flag[0].length > 1 && !isTrue) return null; // "not both" is no two rules
    return decidable(...flag[0].map((name) => ({ fact: name, op: 'eq' as const, value: isTrue })));
  }
  if (fact === 'company.website_url' && operator === 'present')
    return decidable({ fact: 'hasWebsite', op: 'eq', value: true });
  const names = Array.isArray(values) ? itemsOf(values, 50) : [value];
  if (!names.every((one): one is string => typeof one === 'string')) return null;
  if (fact === 'company.stage' || fact === 'company.funding_stage') return stageRule(operator, names);
  if (/^company\.(country|country_code|headquarters_country)$/.test(fact) && /^(in|not_in|eq)$/.test(operator))
    return decidable({ fact: 'country', op: operator === 'not_in' ? 'not_in' : 'in', value: names });
  if (fact === 'company.partner_memberships' && /^(contains|in|intersects|contains_any)$/.test(operator))
    return partnerRule(names, plainText(rule.statement, OFFER_BOUNDS.requirement));
  return null;
}

/** Rules that can be decided; null when one of them cannot, so that its statement is stored instead. */
const decidable = (...rules: OfferRule[]): Read | null => (rules.every(isDecidable) ? { rules, other: [] } : null);

function stageRule(operator: string, names: readonly string[]): Read | null {
  const op =
    operator === 'eq' || operator === 'in' ? 'in' : operator === 'neq' || operator === 'not_in' ? 'not_in' : null;
  const stages = names.map((name) => STAGES[name.toLowerCase().replace(/[^a-z]/g, '')]);
  if (op === null || !stages.every((stage) => stage !== undefined)) return null;
  const later = stages.filter((stage) => stage === 'later').length;
  if (later === 1 || (later > 0 && op === 'not_in')) return null; // one late round alone is less than "later"
  return decidable({ fact: 'fundingStage', op, value: [...new Set(stages)] });
}

/** Membership is needed; what else a name says ("current batch") stays a sentence. */
function partnerRule(names: readonly string[], statement: string | null): Read | null {
  const partners = names.map((name) => (/^(yc|y combinator)\b/i.test(name) ? 'Y Combinator' : plainText(name, 120)));
  if (!partners.every((name) => name !== null)) return null;
  const exact = names.every((name, index) => name === partners[index] || /^yc$/i.test(name));
  const read = decidable({ fact: 'partners', op: 'in', value: [...new Set(partners)] });
  return read && { ...read, other: exact ? [] : [statement ?? `Belongs to: ${partners.join(' or ')}.`] };
}

const BENEFITS_MAX = 50;

/** Kinds of benefits that decide the kind of an offer; the earlier one gives the offer its kind and its value. */
const KINDS: readonly (readonly [string, OfferKind])[] = [
  ['credit', 'credits'],
  ['discount', 'discount'],
  ['free-service', 'free_plan'],
  ['waiver', 'perk'],
  ['cashback', 'perk'],
];

/** The kind and the value of an offer. Figures come from its machine-readable parts alone, and only where they state one. */
export function readValue(economics: unknown): { kind: OfferKind; value: OfferValue } {
  const benefits = itemsOf(membersOf(economics).benefits, BENEFITS_MAX).map(membersOf);
  for (const [name, kind] of KINDS) {
    const own = benefits.filter((benefit) => benefit.kind === name);
    const benefit = own.find((one) => hasFigure(worthOf(one))) ?? own[0];
    if (benefit) return { kind, value: worthOf(benefit) };
  }
  const value = worthOf(benefits[0] ?? {});
  return { kind: kindOf(value.text ?? ''), value };
}

/** The kind of a benefit that names none, by its words; figures are not read from them. */
function kindOf(text: string): OfferKind {
  if (/\bcredits?\b/i.test(text)) return 'credits';
  if (/\bdiscount(s|ed)?\b|% off\b|\bspecial\b.*\bpric(e|es|ing)\b/i.test(text)) return 'discount';
  return /\bfree\b/i.test(text) ? 'free_plan' : 'perk';
}

type Benefit = Readonly<Record<string, unknown>>;

function worthOf(benefit: Benefit): OfferValue {
  const amount = amountOf(membersOf(benefit.value));
  const percent = percentOf(membersOf(benefit.percentage)) ?? percentOf(membersOf(membersOf(benefit.value).value));
  const duration = membersOf(benefit.duration);
  const months = monthsOf(duration.value);
  return {
    text: plainText(benefit.description, OFFER_BOUNDS.valueText),
    amountCents: amount?.cents ?? null,
    currency: amount?.currency ?? null,
    percent: percent?.percent ?? null,
    months,
    upTo: amount?.upTo ?? percent?.upTo ?? (months !== null && duration.kind === 'up-to'),
  };
}

const hasFigure = ({ amountCents, percent }: OfferValue): boolean => amountCents !== null || percent !== null;

/** A stated amount, or the most of a range. A floor ("at least") is no amount. */
function amountOf(value: Benefit): { cents: number; currency: string; upTo: boolean } | null {
  const isRange = value.kind === 'range';
  if (!isRange && value.kind !== 'exact' && value.kind !== 'up-to') return null;
  const { minor_units: cents, currency } = membersOf(isRange ? value.maximum : value.amount);
  const isAmount =
    typeof cents === 'number' && Number.isSafeInteger(cents) && cents > 0 && cents <= OFFER_BOUNDS.amountCents;
  if (!isAmount || typeof currency !== 'string' || !isCurrency(currency)) return null;
  return { cents, currency, upTo: value.kind !== 'exact' };
}

/** Basis points as percent. */
function percentOf({ kind, basis_points: points }: Benefit): { percent: number; upTo: boolean } | null {
  if (kind !== 'exact' && kind !== 'up-to') return null;
  if (typeof points !== 'number' || !Number.isInteger(points) || points < 1 || points > 10_000) return null;
  return { percent: points / 100, upTo: kind === 'up-to' };
}

/** Whole months of an ISO 8601 duration of years and months; other durations have none. */
function monthsOf(duration: unknown): number | null {
  const [, years, months] =
    /^P(?:(\d{1,3})Y)?(?:(\d{1,3})M)?$/.exec(typeof duration === 'string' ? duration : '') ?? [];
  const total = Number(years ?? 0) * 12 + Number(months ?? 0);
  return total >= 1 && total <= OFFER_BOUNDS.months ? total : null;
}
