export { saveOffer } from './review.save.js';
export { ReviewedOffer, ReviewedOfferList, ReviewerOffersArgs, SaveOfferInput } from './review.types.js';
export { listReviewerOffers } from './reviewer-offers.list.js';
