import { type Act, door, type Look, type Methods, page, part, present } from './binding.js';

import * as schema from './schema.js';

/** Facts go along with a question about one offer, and with nothing else. */
interface OfferLook extends Look {
  readonly meta?: { readonly facts?: schema.EligibilityFactsInput };
}

const claims = ({ items, nextCursor }: schema.ListMyClaimsAnswer['myClaims']) => part(items, nextCursor);

/** Offers, and the claims on them from both sides. */
export const offersTable: Record<string, Methods> = {
  offers: {
    getList: door(schema.ListOffers, page<schema.ListOffersVariables>, ({ offers }) => ({
      ...part(offers.offers, offers.nextCursor),
      total: offers.total,
    })),
    getOne: door(
      schema.ReadOffer,
      ({ id, meta }: OfferLook) => ({ slug: String(id), facts: meta?.facts }),
      ({ offer }) => ({ data: offer }),
    ),
  },
  'my-claims': {
    getList: door(schema.ListMyClaims, page<schema.ListMyClaimsVariables>, ({ myClaims }) => claims(myClaims)),
    create: door(
      schema.ClaimOffer,
      ({ data, meta }: Act<schema.ClaimOfferInput>) => ({ input: data, ...meta }),
      (answer) => ({ data: present(answer.claimOffer) }),
    ),
    update: door(
      schema.ReportRedemption,
      ({ id }: Look) => ({ input: { claimId: String(id) } }),
      (answer) => ({ data: present(answer.reportRedemption) }),
    ),
    delete: door(
      schema.WithdrawClaim,
      ({ id }: Look) => ({ input: { claimId: String(id) } }),
      (answer) => ({ data: present(answer.withdrawClaim) }),
    ),
  },
  'offer-claims': {
    getList: door(schema.ListOfferClaims, page<schema.ListOfferClaimsVariables>, ({ offerClaims }) =>
      claims(offerClaims),
    ),
    create: door(
      schema.AdvanceClaim,
      ({ data }: Act<schema.AdvanceClaimInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.advanceClaim) }),
    ),
  },
};
