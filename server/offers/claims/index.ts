export { advanceClaim } from './claim.advance.js';
export { Claim } from './claim.entity.js';
export { expireDueClaims } from './claim.job.js';
export { listMyClaims, listOfferClaims } from './claim.list.js';
export { CLOSED, ClaimState } from './claim.rules.js';
export * as claimTypes from './claim.types.js';
export { reportRedemption, withdrawClaim } from './claim.withdraw.js';
export { claimOffer } from './offer.claim.js';
export { OPEN_CLAIMS } from './open-claims.query.js';
