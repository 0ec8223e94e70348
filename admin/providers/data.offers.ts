import { bind, type Methods, type MutationParams, nextPage, page, present, type QueryParams } from './binding.js';

import * as schema from './generated/operations.js';
import { askedOf, findBy, listBy, valuesOf } from './records.js';
import { ask } from './request.js';

/** Facts go along with a question about one offer, and with nothing else. */
interface OfferParams extends QueryParams {
  readonly meta?: { readonly facts?: schema.EligibilityFactsInput };
}

/** Offers, and the claims on those of an organization. */
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
  'offer-claims': {
    getList: bind(schema.ListOfferClaims, page<schema.ListOfferClaimsVariables>, ({ offerClaims }) =>
      nextPage(offerClaims.items, offerClaims.nextCursor),
    ),
    create: bind(
      schema.AdvanceClaim,
      ({ data }: MutationParams<schema.AdvanceClaimInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.advanceClaim) }),
    ),
  },
};

const isClaimState = (text: string): text is schema.ClaimState => Object.hasOwn(schema.ClaimState, text);

const listClaims = listBy(
  schema.ListMyClaims,
  (question) => ({ ...askedOf(question), states: valuesOf(question.filter.state)?.filter(isClaimState) }),
  ({ myClaims }) => myClaims,
);

/** The claims of a person. */
export const claimRecords: Record<string, Methods> = {
  claims: { getList: listClaims, getOne: findBy(listClaims) },
};

/** What a person decides about a claim of theirs. */
export const claimDecisions = {
  claimOffer: async (input: schema.ClaimOfferInput, idempotencyKey: string) =>
    present((await ask(schema.ClaimOffer, { input, idempotencyKey })).claimOffer),
  reportRedemption: async (input: schema.OwnClaimInput) =>
    present((await ask(schema.ReportRedemption, { input })).reportRedemption),
  withdrawClaim: async (input: schema.OwnClaimInput) =>
    present((await ask(schema.WithdrawClaim, { input })).withdrawClaim),
};
