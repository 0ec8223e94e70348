import type { OfferKind, OfferValue } from '../../directory/index.js';
import { isCurrency } from '../../platform/currency.rules.js';
import { OFFER_BOUNDS } from '../catalog/index.js';
import { itemsOf, membersOf, plainText } from './foreign-text.rules.js';

const BENEFITS_MAX = 50;

/** Kinds of benefits that say what an offer is; the earlier one gives the offer its kind and its value. */
const KINDS: readonly (readonly [string, OfferKind])[] = [
  ['credit', 'credits'],
  ['discount', 'discount'],
  ['free-service', 'free_plan'],
  ['waiver', 'perk'],
  ['cashback', 'perk'],
];

/** What an offer of the collection is and is worth. Figures come from its machine-readable parts alone, and only where they state one. */
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

/** What a benefit without a kind of its own is, by its words; its figures are not read from them. */
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
