import ClaimsIcon from '@mui/icons-material/AssignmentTurnedInOutlined';
import type { Claim } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { ClaimList } from './ClaimList.js';
import { OfferClaimList } from './OfferClaimList.js';
import { OfferClaimShow } from './OfferClaimShow.js';

/** The claims of a person on offers. */
export const claims: ResourcePages = {
  name: 'claims',
  icon: ClaimsIcon,
  list: ClaimList,
  panel: true,
  recordRepresentation: ({ offer }: Claim) => offer.title,
};

/** The claims of people on the offers of an organization. */
export const offerClaims: ResourcePages = {
  name: 'offer-claims',
  icon: ClaimsIcon,
  list: OfferClaimList,
  show: OfferClaimShow,
  recordRepresentation: ({ offer }: Claim) => offer.title,
};
