import type { FieldForm, FieldGroup } from '../components/fields.js';
import { CLAIM_WAYS, OFFER_KINDS } from '../offers/offer.labels.js';
import type { ReviewedOffer } from '../providers/generated/operations.js';

/** The facts of an offer that stand in one field each, by the names that errors use. */
export type OfferField =
  | 'title'
  | 'slug'
  | 'summary'
  | 'kind'
  | 'claim'
  | 'organizationId'
  | 'listed'
  | 'vendor.name'
  | 'vendor.domain'
  | 'value.text'
  | 'value.amountCents'
  | 'value.currency'
  | 'value.percent'
  | 'value.months'
  | 'value.upTo'
  | 'url'
  | 'termsUrl'
  | 'other'
  | 'lastReadAt'
  | 'lastConfirmedAt'
  | 'endsAt';

/** The form, group by group; rules and sources have editors of their own. */
export const OFFER_GROUPS: readonly FieldGroup<OfferField>[] = [
  {
    title: 'What it is',
    fields: [
      { name: 'title', label: 'Title', as: 'line', required: true },
      { name: 'slug', label: 'Slug', as: 'line', hint: 'Its address; left empty, it is made from the title' },
      { name: 'vendor.name', label: 'Provider', as: 'line' },
      { name: 'vendor.domain', label: 'Provider’s domain', as: 'line' },
      { name: 'kind', label: 'Kind', as: 'choice', choices: OFFER_KINDS },
      { name: 'summary', label: 'Summary', as: 'text', required: true, hint: 'One line in our own words' },
    ],
  },
  {
    title: 'What it is worth',
    fields: [
      {
        name: 'value.amountCents',
        label: 'Amount',
        as: 'line',
        hint: 'Such as 25000 or 99.50; only if a source states it',
      },
      { name: 'value.currency', label: 'Currency', as: 'line', hint: 'Three letters, such as USD' },
      { name: 'value.percent', label: 'Percent', as: 'line' },
      { name: 'value.months', label: 'Months', as: 'line' },
      { name: 'value.upTo', label: 'Is this a maximum?', as: 'flag' },
      { name: 'value.text', label: 'In the provider’s words', as: 'line' },
    ],
  },
  {
    title: 'How it is taken',
    fields: [
      { name: 'claim', label: 'Taken', as: 'choice', choices: CLAIM_WAYS },
      { name: 'url', label: 'Where one applies', as: 'line', hint: 'Needed when taken at the provider' },
      { name: 'termsUrl', label: 'Terms', as: 'line' },
      { name: 'listed', label: 'Listed', as: 'flag' },
    ],
  },
  {
    title: 'Dates',
    fields: [
      { name: 'lastReadAt', label: 'Source last read', as: 'day' },
      { name: 'lastConfirmedAt', label: 'Confirmed by the provider', as: 'day' },
      { name: 'endsAt', label: 'Last day', as: 'day' },
    ],
  },
];

/** What only reading can tell: it stands with the rules. */
export const OTHER_FIELD = {
  name: 'other',
  label: 'Other requirements',
  as: 'lines',
  hint: 'What no rule can express, a sentence to a line',
} as const;

/** Who decides about claims; it is chosen by name (OrganizationField). */
export const DECIDES_FIELD: FieldForm<OfferField> = {
  name: 'organizationId',
  label: 'Organization that decides',
  as: 'line',
  hint: 'By name or domain; needed when claimed here',
};

/** Every field with its label. */
export const OFFER_FIELDS = [...OFFER_GROUPS.flatMap(({ fields }) => fields), DECIDES_FIELD, OTHER_FIELD];

/** A new offer as its form begins. */
export const NEW_OFFER: Readonly<Record<OfferField, string>> = {
  title: '',
  slug: '',
  summary: '',
  kind: 'credits',
  claim: 'provider_link',
  organizationId: '',
  listed: 'true',
  'vendor.name': '',
  'vendor.domain': '',
  'value.text': '',
  'value.amountCents': '',
  'value.currency': '',
  'value.percent': '',
  'value.months': '',
  'value.upTo': 'false',
  url: '',
  termsUrl: '',
  other: '',
  lastReadAt: '',
  lastConfirmedAt: '',
  endsAt: '',
};

const figure = (value: number | null): string => (value === null ? '' : String(value));

/** An offer's facts as the form's texts; what is not known is empty. */
export const textsOf = (offer: ReviewedOffer): Record<OfferField, string> => ({
  title: offer.title,
  slug: offer.slug,
  summary: offer.summary,
  kind: offer.kind,
  claim: offer.claim,
  organizationId: offer.organizationId ?? '',
  listed: String(offer.listed),
  'vendor.name': offer.vendor.name ?? '',
  'vendor.domain': offer.vendor.domain ?? '',
  'value.text': offer.value.text ?? '',
  'value.amountCents': offer.value.amountCents === null ? '' : String(offer.value.amountCents / 100),
  'value.currency': offer.value.currency ?? '',
  'value.percent': figure(offer.value.percent),
  'value.months': figure(offer.value.months),
  'value.upTo': String(offer.value.upTo ?? false),
  url: offer.url ?? '',
  termsUrl: offer.termsUrl ?? '',
  other: offer.other.join('\n'),
  lastReadAt: offer.lastReadAt ?? '',
  lastConfirmedAt: offer.lastConfirmedAt ?? '',
  endsAt: offer.endsAt ?? '',
});
