import { z } from 'zod';
import {
  type CatalogOrigin,
  type OfferLabel,
  offerClaims,
  offerKinds,
  recordForms,
  ruleOps,
  type VendorStatement,
} from '../directory/index.js';
import { isCurrency } from '../platform/currency.rules.js';
import { normalizeDomain } from '../platform/domain.rules.js';
import type { FieldProblem } from '../platform/fault.js';
import { type Held, membersOf } from '../platform/form.rules.js';
import { isDecidable } from './eligibility.rules.js';

const { coded, day, problemsOf, publicAddress, nameText, text, TOOL_BOUNDS, word } = recordForms;
const DAY = 'A day, YYYY-MM-DD.';

/** Bounds of an offer's texts and lists; importers cut foreign texts to them. */
export const OFFER_BOUNDS = {
  slug: 80,
  title: 200,
  summary: 500,
  vendorName: TOOL_BOUNDS.vendorName,
  valueText: 300,
  requirement: 500,
  requirements: 30,
  tools: 20,
  sources: 30,
  months: 600,
  amountCents: 1e13,
} as const;

const rule = z
  .strictObject({
    fact: text(40),
    op: z.enum(ruleOps),
    value: z.union([z.number(), z.boolean(), text(120), z.array(text(120)).min(1).max(50)]),
  })
  .refine(
    isDecidable,
    coded('undecidable_rule', 'is not a rule that can be decided: the operator or the value does not fit the fact'),
  );

const source = z.strictObject({
  url: publicAddress,
  via: publicAddress.nullish(),
  readAt: day.nullable().describe(DAY),
  facts: z.array(text(40)).min(1).max(30),
});

const value = z
  .strictObject({
    text: text(OFFER_BOUNDS.valueText).nullable(),
    amountCents: z
      .int()
      .min(0)
      .max(OFFER_BOUNDS.amountCents)
      .nullable()
      .describe('Integer minor units; needs a currency.'),
    currency: z
      .string()
      .refine(isCurrency, coded('not_a_currency', 'must be a currency of ISO 4217, in three capital letters'))
      .nullable()
      .describe('ISO 4217.'),
    percent: z.number().min(0).max(100).multipleOf(0.01).nullable(),
    months: z.int().min(1).max(OFFER_BOUNDS.months).nullable(),
    upTo: z.boolean().describe('Amount or percentage is the most that one can get.'),
  })
  .refine(({ amountCents, currency }) => (amountCents === null) === (currency === null), {
    path: ['currency'],
    ...coded('amount_without_currency', 'an amount and its currency come together'),
  });

/**
 * The one declaration of the facts that an import or a reviewer states of an offer. The type `OfferRecordFacts`, the reviewer's input and the
 * reviewer's answer are made of it. Absent knowledge is null or an empty list; nothing is guessed. A whole record is checked before anything
 * is written.
 */
export const offerFacts = z
  .strictObject({
    slug: word.max(OFFER_BOUNDS.slug),
    title: text(OFFER_BOUNDS.title),
    summary: text(OFFER_BOUNDS.summary),
    vendor: z.strictObject({
      name: nameText(OFFER_BOUNDS.vendorName).nullable(),
      domain: z
        .string()
        .refine((one) => normalizeDomain(one) !== null, coded('not_a_domain', 'must be a domain'))
        .nullable(),
    }),
    /** Slugs of the tools that it is for; slugs that the catalog does not have are passed over. */
    tools: z.array(word.max(TOOL_BOUNDS.slug)).max(OFFER_BOUNDS.tools),
    kind: z.enum(offerKinds),
    value,
    claim: z.enum(offerClaims).describe(`${offerClaims.join(' or ')}; native needs an organization.`),
    url: publicAddress.nullable().describe('Where one applies; needed for a provider link.'),
    termsUrl: publicAddress.nullable(),
    eligibility: z.strictObject({
      rules: z.array(rule).max(OFFER_BOUNDS.requirements),
      other: z.array(text(OFFER_BOUNDS.requirement)).max(OFFER_BOUNDS.requirements),
    }),
    lastReadAt: day.nullable().describe(`When its source was read. ${DAY}`),
    lastConfirmedAt: day.nullable().describe(`When the provider itself confirmed it. ${DAY}`),
    endsAt: day.nullable().describe(`Its last day. ${DAY}`),
    sources: z.array(source).max(OFFER_BOUNDS.sources),
  })
  .refine(({ claim, url }) => claim !== 'provider_link' || url !== null, {
    path: ['url'],
    ...coded('no_address', 'an offer that is taken at the provider says where'),
  });

/** The members of the form, for the types that are made of it. */
export const offerMembers = membersOf(offerFacts);

/** The facts of a record that has the form. */
export type OfferRecordFacts = Held<z.output<typeof offerFacts>>;

/** An offer as an import hands it to `writeOffers`. */
export interface OfferRecord {
  readonly facts: OfferRecordFacts;
  readonly origin: CatalogOrigin;
  /** The record's key in its origin; a repeated import finds it again by this. */
  readonly originKey: string;
  readonly label: OfferLabel;
  /** The vendor's organization (a bare UUID), which decides on claims; null without one. */
  readonly organizationId: string | null;
  /** The slugs of tools were guessed from the vendor: one is linked only when the vendor's domain is also the tool's. */
  readonly toolsGuessed: boolean;
  /** The vendor's own statements about it; an import reads its facts and has none. */
  readonly statements?: readonly VendorStatement[];
}

/** Parses one record; answers the facts, or every problem with its pointer and without its value. */
export function parseOfferFacts(given: unknown): { facts: OfferRecordFacts } | { problems: FieldProblem[] } {
  const parsed = offerFacts.safeParse(given);
  return parsed.success ? { facts: parsed.data } : { problems: problemsOf(parsed.error) };
}
