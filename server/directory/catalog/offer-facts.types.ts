import type { VendorStatement } from '../statement.rules.js';
import type { LinkSummary } from '../tool.types.js';
import { offerClaims } from '../vocabulary.types.js';

export const offerKinds = ['credits', 'discount', 'free_plan', 'perk'] as const;
export type OfferKind = (typeof offerKinds)[number];

export { offerClaims };
export type OfferClaimWay = (typeof offerClaims)[number];

export const offerLabels = ['first-party', 'public-source', 'sample', 'missing'] as const;
export type OfferLabel = (typeof offerLabels)[number];

export const ruleOps = ['lt', 'lte', 'gt', 'gte', 'eq', 'in', 'not_in'] as const;
export type RuleOp = (typeof ruleOps)[number];

/** One requirement that can be decided from a fact; all rules of an offer must hold. */
export interface OfferRule {
  readonly fact: string;
  readonly op: RuleOp;
  readonly value: number | string | boolean | readonly string[];
}

/** The requirements of an offer: rules, and sentences for those that no fact can express. An offer without either asks for nothing. */
export interface OfferEligibility {
  readonly rules: readonly OfferRule[];
  readonly other: readonly string[];
}

/** The worth of an offer, as far as its source states it. */
export interface OfferValue {
  readonly text: string | null;
  /** Integer minor units of `currency`. */
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly percent: number | null;
  readonly months: number | null;
  /** Amount or percentage is the most that one can get. */
  readonly upTo: boolean;
}

/** A page on which facts of an offer were read. */
export interface OfferSource {
  readonly url: string;
  readonly via?: string | null;
  /** YYYY-MM-DD; null when the collection does not state it. */
  readonly readAt: string | null;
  readonly facts: readonly string[];
}

/** A listed offer as the directory and planning know it; the offers domain hands it in (architecture, Direction). */
export interface OfferFacts {
  /** `ofr_…` */
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly vendor: { readonly name: string | null; readonly domain: string | null };
  readonly kind: OfferKind;
  readonly claim: OfferClaimWay;
  readonly label: OfferLabel;
  /** Its worth in the source's words; `worth` has the figures. */
  readonly value: string | null;
  readonly worth: OfferValue;
  /** Rules and other requirements as short sentences. */
  readonly requirements: readonly string[];
  readonly eligibility: OfferEligibility;
  readonly termsUrl: string | null;
  readonly lastReadAt: Date | null;
  readonly lastConfirmedAt: Date | null;
  readonly endsAt: Date | null;
  readonly sources: readonly OfferSource[];
  readonly statements: readonly VendorStatement[];
  /** The vendor's organization that decides on claims, `org_…`; null when no vendor here answers for it. */
  readonly organizationId: string | null;
  /** Ids of the tools that it is for, `tol_…`. */
  readonly toolIds: readonly string[];
  readonly link: LinkSummary | null;
}
