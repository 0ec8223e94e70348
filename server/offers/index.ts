import 'reflect-metadata';

export { loadOffers, type OfferRecord, type OfferRecordFacts, unlistOffers, writeOffers } from './catalog/index.js';
export { expireDueClaims } from './claims/index.js';
export { loadStarterOffers, parseStartupCredits, readStarterOffers, readStartupCredits } from './imports/index.js';
export { OfferResolver } from './offer.resolver.js';
export { type HasCommercialEvent, type OffersContext, type OffersParts, openOffers } from './offers.open.js';
