import 'reflect-metadata';
import { Claim } from './claim.entity.js';
import { CatalogOffer, OfferTool } from './offer.entity.js';

export { expireDueClaims } from './claim.job.js';
export { loadStarterOffers, readStarterOffers, readStartupCredits } from './import.operations.js';
export { findTakenOffers, loadOffers } from './offer.query.js';
export { OfferResolver } from './offer.resolver.js';
export { OFFER_BOUNDS, type OfferRecord, type OfferRecordFacts, parseOfferFacts } from './offer.schema.js';
export { unlistOffers, writeOffers } from './offer-record.query.js';
export { type HasCommercialEvent, type OffersContext, type OffersParts, openOffers } from './offers.context.js';
export { parseStartupCredits } from './startup-credits.schema.js';

/** The domain's tables, for the composition root. */
export const offersEntities = [CatalogOffer, OfferTool, Claim];

/** The records that belong to a person alone and go with their account. */
export const personalOffers = { 'offer claims': Claim };
