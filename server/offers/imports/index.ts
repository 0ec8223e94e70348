export { loadStarterOffers, readStarterOffers } from './starter.load.js';
export { parseStartupCredits } from './startup-credits.parse.js';
export { readStartupCredits } from './startup-credits.read.js';
