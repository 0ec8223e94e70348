import type { EligibilityJudged, OfferClaimWay, OfferKind, OfferLine } from '../providers/generated/operations.js';
import { labelOfFact } from './facts.js';

/** The kinds of offers, in the order in which people ask for them. */
const KINDS: Readonly<Record<OfferKind, { readonly many: string; readonly one: string }>> = {
  credits: { many: 'Credits', one: 'credits' },
  discount: { many: 'Discounts', one: 'discount' },
  free_plan: { many: 'Free plans', one: 'free plan' },
  perk: { many: 'Perks', one: 'perk' },
};
export const OFFER_KINDS = Object.entries(KINDS).map(([kind, { many }]) => [kind, many] as const);

/** How an offer is taken: by a claim here, or at the provider. */
const WAYS: Readonly<Record<OfferClaimWay, string>> = {
  native: 'Claimed here',
  provider_link: 'Taken at the provider',
};
export const CLAIM_WAYS = Object.entries(WAYS);

/** One offer's kind in a word. */
export const labelOfKind = (kind: OfferKind): string => KINDS[kind]?.one ?? kind;

/** The vendor's name, else its domain, else "the provider". */
export const vendorOf = ({ vendor }: Pick<OfferLine, 'vendor'>): string =>
  vendor.name ?? vendor.domain ?? 'the provider';

/** Money in its own currency, without decimals where there are none: `$25,000`. */
export function formatMoney(amountCents: number, currency: string): string {
  const whole = amountCents % 100 === 0;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: whole ? 0 : 2,
  }).format(amountCents / 100);
}

/** The members of an offer from which its worth is told. */
export interface Worth {
  readonly kind: string;
  readonly value: Omit<OfferLine['value'], 'upTo'> & { readonly upTo: boolean | null };
}

/** The worth of an offer, from its figures where its source states any: "up to $25,000 credits"; null when nothing is stated. */
export function formatWorth({ value, kind }: Worth): string | null {
  const { amountCents, currency, percent, months, upTo, text } = value;
  const most = upTo ? 'up to ' : '';
  const time = months === null ? '' : ` for ${months === 1 ? 'a month' : `${months} months`}`;
  if (amountCents !== null && currency !== null) {
    const what = kind === 'credits' ? ' credits' : kind === 'discount' ? ' off' : '';
    return `${most}${formatMoney(amountCents, currency)}${what}${time}`;
  }
  if (percent !== null) return `${most}${percent} % off${time}`;
  return text;
}

/** In a few words: what isn't met, which facts are missing, or what only reading the conditions can tell. */
export function describeReasons({ verdict, missing, requirements }: EligibilityJudged): string | null {
  if (verdict === 'ineligible') return requirements.find(({ result }) => result === 'not_met')?.requirement ?? null;
  if (verdict !== 'unknown') return null;
  const facts = missing.filter((name) => name !== 'other').map(labelOfFact);
  if (facts.length > 0) return `missing: ${facts.join(', ')}`;
  const open = requirements.filter(({ result }) => result === 'unknown').length;
  return `facts fit; ${open === 1 ? 'one condition' : `${open} conditions`} to read yourself`;
}
