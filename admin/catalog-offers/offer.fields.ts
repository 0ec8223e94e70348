import { get } from 'react-hook-form';
import type { FactOf, FieldForm, FieldGroup } from '../components/fields.js';
import { CLAIM_WAYS, OFFER_KINDS } from '../offers/offer.labels.js';
import type { ReviewedOffer, SaveOfferInput } from '../providers/generated/operations.js';

/** The facts of an offer that stand in one field each, by the names that errors use. */
export type OfferField = FactOf<Required<Omit<SaveOfferInput, 'offerId' | 'revision' | 'tools' | 'rules' | 'sources'>>>;

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

/** Only reading can tell this: it stands with the rules. */
export const OTHER_FIELD = {
  name: 'other',
  label: 'Other requirements',
  as: 'lines',
  hint: 'What no rule can express, a sentence to a line',
} as const;

/** The organization that decides about claims; it is chosen by name (OrganizationField). */
export const DECIDES_FIELD: FieldForm<OfferField> = {
  name: 'organizationId',
  label: 'Organization that decides',
  as: 'line',
  hint: 'By name or domain; needed when claimed here',
};

/** Every field with its label. */
export const OFFER_FIELDS = [...OFFER_GROUPS.flatMap(({ fields }) => fields), DECIDES_FIELD, OTHER_FIELD];

/** The first values of a new offer's form, where they are not empty. */
const BEGINNINGS: Partial<Record<OfferField, string>> = {
  kind: 'credits',
  claim: 'provider_link',
  listed: 'true',
  'value.upTo': 'false',
};

/** A fact as the form's text: of the offer, or as a new one begins; what is not known is empty, and nothing is a maximum that is not said to be. */
export function textOfField(offer: ReviewedOffer | null, name: OfferField): string {
  const value: unknown = offer ? get(offer, name) : BEGINNINGS[name];
  if (value === null || value === undefined) return name === 'value.upTo' ? 'false' : '';
  if (name === 'value.amountCents') return String(Number(value) / 100);
  return Array.isArray(value) ? value.join('\n') : String(value);
}
