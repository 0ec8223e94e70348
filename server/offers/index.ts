import './services.js';

export { expireClaims } from './claim.expire.js';
export { loadOffers } from './offer.load.js';
export { OfferResolver } from './offer.resolver.js';
export type { OfferRecord, OfferRecordFacts } from './offer.types.js';
export { unlistOffers, writeOffers } from './offer.write.js';
export type { HasCommercialEvent } from './services.js';
export { loadStarterOffers, readStarterOffers } from './starter.load.js';
export { parseStartupCredits } from './startup-credits.parse.js';
