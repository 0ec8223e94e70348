import type { z } from 'zod';
import type { CatalogOrigin, OfferLabel, VendorStatement } from '../../directory/index.js';
import type { Held } from '../../platform/form.rules.js';
import type { offerFacts } from './offer.schema.js';

/** What the form of an offer makes of a record that is right. */
export type OfferRecordFacts = Held<z.output<typeof offerFacts>>;

/** An offer as an import hands it to `writeOffers`. */
export interface OfferRecord {
  readonly facts: OfferRecordFacts;
  readonly origin: CatalogOrigin;
  /** The record's key in its origin; a repeated import finds it again by this. */
  readonly originKey: string;
  readonly label: OfferLabel;
  /** Bare UUID of the vendor's organization, which decides on claims; null without one. */
  readonly organizationId: string | null;
  /** The slugs of tools were guessed from the vendor: one is linked only when the vendor's domain is also the tool's. */
  readonly toolsGuessed: boolean;
  /** What a vendor stated of it; an import reads its facts and has none. */
  readonly statements?: readonly VendorStatement[];
}
