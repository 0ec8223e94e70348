export { saveOffer } from './review.save.js';
export {
  OrganizationOffersArgs,
  ReviewedOffer,
  ReviewedOfferList,
  ReviewerOffersArgs,
  SaveOfferInput,
} from './review.types.js';
export { listOrganizationOffers, listReviewerOffers } from './reviewer-offers.list.js';
