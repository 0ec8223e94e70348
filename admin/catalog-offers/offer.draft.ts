import { type FieldValues, get, set } from 'react-hook-form';
import { linesOfText, splitList } from '../components/fields.js';
import { FACT_FIELDS, labelOfFact } from '../offers/facts.js';
import type { CatalogOffer } from '../providers/data.catalog-offers.js';
import {
  type EligibilityFact,
  OfferClaimWay,
  OfferKind,
  type OfferRuleInput,
  type OfferRuleOp,
  type OfferSourceInput,
  type ReviewedOffer,
  type SaveOfferInput,
} from '../providers/generated/operations.js';
import { oneOf } from '../providers/records.js';
import { OFFER_FIELDS, type OfferField, textOfField } from './offer.fields.js';

/** A rule while it is edited; `key` tells rules apart, since two may say the same for a moment. */
export interface RuleDraft {
  readonly key: number;
  readonly fact: EligibilityFact;
  readonly op: OfferRuleOp;
  readonly value: string;
}
/** A source while it is edited. */
export interface SourceDraft {
  readonly key: number;
  readonly url: string;
  readonly via: string;
  readonly readAt: string;
  readonly facts: string;
}

let keys = 0;
const newKey = (): number => {
  keys += 1;
  return keys;
};

/** An empty rule and an empty source, to be filled in. */
export const newRule = (): RuleDraft => ({ key: newKey(), fact: 'companyAgeMonths', op: 'lte', value: '' });
export const newSource = (): SourceDraft => ({ key: newKey(), url: '', via: '', readAt: '', facts: 'title, value' });

/** An offer's rules and sources as drafts. */
export const rulesOf = (offer: ReviewedOffer): RuleDraft[] =>
  offer.rules.map(({ fact, op, number, text, flag, list }) => ({
    key: newKey(),
    fact,
    op,
    value: list ? list.join(', ') : String(number ?? flag ?? text ?? ''),
  }));
export const sourcesOf = (offer: ReviewedOffer): SourceDraft[] =>
  offer.sources.map(({ url, via, readAt, facts }) => ({
    key: newKey(),
    url,
    via: via ?? '',
    readAt: readAt ?? '',
    facts: facts.join(', '),
  }));

/** The ways in which a rule compares, in people's words. */
export const OPS: Readonly<Record<OfferRuleOp, string>> = {
  lt: 'less than',
  lte: 'at most',
  gt: 'more than',
  gte: 'at least',
  eq: 'is',
  in: 'one of',
  not_in: 'none of',
};

/** Rules and sources as lines of text, to be compared with what they were. */
export const describeRules = (rules: readonly RuleDraft[]): string =>
  rules.map(({ fact, op, value }) => `${labelOfFact(fact)} ${OPS[op]} ${value}`).join('; ');
export const describeSources = (sources: readonly SourceDraft[]): string =>
  sources
    .map(({ url, via, readAt, facts }) => [url, via && `through ${via}`, readAt, facts].filter(Boolean).join(' · '))
    .join('; ');

function ruleInput({ fact, op, value }: RuleDraft): OfferRuleInput {
  const as = FACT_FIELDS.find(({ name }) => name === fact)?.as;
  if (op === 'in' || op === 'not_in') return { fact, op, list: splitList(value) };
  if (as === 'flag') return { fact, op, flag: value.trim() === 'true' };
  if (as === 'number') return { fact, op, number: numberOf(value) };
  return { fact, op, text: value.trim() };
}

const sourceInput = ({ url, via, readAt, facts }: SourceDraft): OfferSourceInput => ({
  url: url.trim(),
  via: via.trim() || null,
  readAt: readAt || null,
  facts: splitList(facts),
});

const numberOf = (text: string): number | null => {
  const value = Number(text.replaceAll(/[,\s]/g, ''));
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
};

/** A title as an address has it: lower-case words with hyphens. */
const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');

/** The parts of an offer that the form holds beside its texts. */
export interface OfferParts {
  readonly tools: readonly string[];
  readonly rules: readonly RuleDraft[];
  readonly sources: readonly SourceDraft[];
}

/** An offer as its form begins; null is a new one. */
export function offerDraft(offer: CatalogOffer | null): FieldValues & { readonly id: string } {
  const draft = {
    id: offer?.id ?? '',
    tools: offer?.tools ?? [],
    rules: offer ? rulesOf(offer) : [],
    sources: offer ? sourcesOf(offer) : [],
  };
  for (const { name } of OFFER_FIELDS) set(draft, name, textOfField(offer, name));
  return draft;
}

/** The text of a field of the form, by the names that errors use. */
export function textIn(values: FieldValues, name: OfferField): string {
  const held: unknown = get(values, name);
  return typeof held === 'string' ? held : '';
}

/** The rules, sources and tools of the form; react-hook-form keeps them untyped, and `offerDraft` alone puts them there. */
export const partsIn = (values: FieldValues): OfferParts => ({
  tools: values.tools ?? [],
  rules: values.rules ?? [],
  sources: values.sources ?? [],
});

/** The form as the service takes it: the whole of the offer, with nulls for what is not known. */
export function offerInput(values: FieldValues, edited: CatalogOffer | null): SaveOfferInput {
  const textOf = (name: OfferField) => textIn(values, name);
  const { tools, rules, sources } = partsIn(values);
  const known = (name: OfferField) => textOf(name).trim() || null;
  const amount = numberOf(textOf('value.amountCents'));
  return {
    ...(edited ? { offerId: edited.offerId, revision: edited.revision } : {}),
    title: textOf('title').trim(),
    slug: textOf('slug').trim() || slugOf(textOf('title')),
    summary: textOf('summary').trim(),
    kind: oneOf(OfferKind, textOf('kind')) ?? OfferKind.credits,
    claim: oneOf(OfferClaimWay, textOf('claim')) ?? OfferClaimWay.provider_link,
    listed: textOf('listed') === 'true',
    organizationId: known('organizationId'),
    vendor: { name: known('vendor.name'), domain: known('vendor.domain') },
    tools: [...tools],
    value: {
      text: known('value.text'),
      amountCents: amount === null ? null : Math.round(amount * 100),
      currency: known('value.currency')?.toUpperCase() ?? null,
      percent: numberOf(textOf('value.percent')),
      months: numberOf(textOf('value.months')),
      upTo: textOf('value.upTo') === 'true',
    },
    url: known('url'),
    termsUrl: known('termsUrl'),
    rules: rules.map(ruleInput),
    other: linesOfText(textOf('other')),
    sources: sources.map(sourceInput),
    lastReadAt: known('lastReadAt'),
    lastConfirmedAt: known('lastConfirmedAt'),
    endsAt: known('endsAt'),
  };
}
