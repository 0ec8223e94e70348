import { bind, type Methods, type MutationParams, nextPage, page, present, type QueryParams } from './binding.js';

import * as schema from './generated/operations.js';

/** Facts go along with a question about one offer, and with nothing else. */
interface OfferParams extends QueryParams {
  readonly meta?: { readonly facts?: schema.EligibilityFactsInput };
}

const claims = ({ items, nextCursor }: schema.ListMyClaimsAnswer['myClaims']) => nextPage(items, nextCursor);

/** Offers, and the claims on them from both sides. */
export const offersTable: Record<string, Methods> = {
  offers: {
    getList: bind(schema.ListOffers, page<schema.ListOffersVariables>, ({ offers }) => ({
      ...nextPage(offers.offers, offers.nextCursor),
      total: offers.total,
    })),
    getOne: bind(
      schema.ReadOffer,
      ({ id, meta }: OfferParams) => ({ slug: String(id), facts: meta?.facts }),
      ({ offer }) => ({ data: offer }),
    ),
  },
  'my-claims': {
    getList: bind(schema.ListMyClaims, page<schema.ListMyClaimsVariables>, ({ myClaims }) => claims(myClaims)),
    create: bind(
      schema.ClaimOffer,
      ({ data, meta }: MutationParams<schema.ClaimOfferInput>) => ({ input: data, ...meta }),
      (answer) => ({ data: present(answer.claimOffer) }),
    ),
    update: bind(
      schema.ReportRedemption,
      ({ id }: QueryParams) => ({ input: { claimId: String(id) } }),
      (answer) => ({ data: present(answer.reportRedemption) }),
    ),
    delete: bind(
      schema.WithdrawClaim,
      ({ id }: QueryParams) => ({ input: { claimId: String(id) } }),
      (answer) => ({ data: present(answer.withdrawClaim) }),
    ),
  },
  'offer-claims': {
    getList: bind(schema.ListOfferClaims, page<schema.ListOfferClaimsVariables>, ({ offerClaims }) =>
      claims(offerClaims),
    ),
    create: bind(
      schema.AdvanceClaim,
      ({ data }: MutationParams<schema.AdvanceClaimInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.advanceClaim) }),
    ),
  },
};
