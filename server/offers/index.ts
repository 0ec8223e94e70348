import 'reflect-metadata';
import { CatalogOffer, OfferTool } from './catalog/index.js';
import { Claim } from './claims/index.js';

export {
  findTakenOffers,
  loadOffers,
  OFFER_BOUNDS,
  type OfferRecord,
  type OfferRecordFacts,
  parseOfferFacts,
  unlistOffers,
  writeOffers,
} from './catalog/index.js';
export { expireDueClaims } from './claims/index.js';
export { loadStarterOffers, parseStartupCredits, readStarterOffers, readStartupCredits } from './imports/index.js';
export { OfferResolver } from './offer.resolver.js';
export { type HasCommercialEvent, type OffersContext, type OffersParts, openOffers } from './offers.open.js';

/** The domain's tables, for the composition root. */
export const offersEntities = [CatalogOffer, OfferTool, Claim];

/** What belongs to a person alone, and goes with their account. */
export const personalOffers = { 'offer claims': Claim };
