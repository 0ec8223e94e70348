import type {
  CatalogOrigin,
  EvidenceLabel,
  OfferClaimWay,
  OfferEligibility,
  OfferKind,
  OfferSource,
  OfferValue,
} from '../../directory/index.js';

/** What an import or a reviewer says of an offer. Absent knowledge is null or an empty list; nothing is guessed. */
export interface OfferRecordFacts {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly vendor: { readonly name: string | null; readonly domain: string | null };
  /** Slugs of the tools that it is for; those that the catalog does not have are passed over. */
  readonly tools: readonly string[];
  readonly kind: OfferKind;
  readonly value: OfferValue;
  readonly claim: OfferClaimWay;
  /** Where one applies; needed for a provider link. */
  readonly url: string | null;
  readonly termsUrl: string | null;
  readonly eligibility: OfferEligibility;
  /** Days, YYYY-MM-DD: when the source was read, when the provider itself confirmed it, and its last day. */
  readonly lastReadAt: string | null;
  readonly lastConfirmedAt: string | null;
  readonly endsAt: string | null;
  readonly sources: readonly OfferSource[];
}

/** An offer as an import hands it to `writeOffers`. */
export interface OfferRecord {
  readonly facts: OfferRecordFacts;
  readonly origin: CatalogOrigin;
  /** The record's key in its origin; a repeated import finds it again by this. */
  readonly originKey: string;
  readonly label: Extract<EvidenceLabel, 'first-party' | 'public-source' | 'sample'>;
  /** Bare UUID of the vendor's organization, which decides on claims; null without one. */
  readonly organizationId: string | null;
  /** The slugs of tools were guessed from the vendor: one is linked only when the vendor's domain is also the tool's. */
  readonly toolsGuessed: boolean;
}
