import { bind, type Methods, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { askedOf, type FilterValues, listBy, onlyOf, type Scope, valuesOf } from './records.js';
import { ask } from './request.js';

const isClaimState = (text: string): text is schema.ClaimState => Object.hasOwn(schema.ClaimState, text);

const statesIn = ({ state }: FilterValues) => valuesOf(state)?.filter(isClaimState);

const listClaims = listBy(
  schema.ListMyClaims,
  (question) => ({ ...askedOf(question), states: statesIn(question.filter) }),
  ({ myClaims }) => myClaims,
);

const listOfferClaims = listBy(
  schema.ListOfferClaims,
  (question) => ({
    ...askedOf(question),
    organizationId: question.scope.organizationId ?? '',
    states: statesIn(question.filter),
  }),
  ({ offerClaims }) => offerClaims,
);

interface VendorParams extends QueryParams {
  readonly meta?: Scope;
}

/** The claims of a person, and those on the offers of an organization. */
export const claimRecords: Record<string, Methods> = {
  claims: {
    getList: listClaims,
    getOne: bind(
      schema.ListMyClaims,
      ({ id }: QueryParams) => ({ claimId: String(id) }),
      ({ myClaims }) => onlyOf(myClaims.items),
    ),
  },
  'offer-claims': {
    getList: listOfferClaims,
    getOne: bind(
      schema.ListOfferClaims,
      ({ id, meta }: VendorParams) => ({ organizationId: meta?.organizationId ?? '', claimId: String(id) }),
      ({ offerClaims }) => onlyOf(offerClaims.items),
    ),
  },
};

/** The decisions of a person about their own claim, and of the vendor about a claim on its offer. */
export const claimDecisions = {
  advanceClaim: async (input: schema.AdvanceClaimInput) =>
    present((await ask(schema.AdvanceClaim, { input })).advanceClaim),
  claimOffer: async (input: schema.ClaimOfferInput, idempotencyKey: string) =>
    present((await ask(schema.ClaimOffer, { input, idempotencyKey })).claimOffer),
  reportRedemption: async (input: schema.OwnClaimInput) =>
    present((await ask(schema.ReportRedemption, { input })).reportRedemption),
  withdrawClaim: async (input: schema.OwnClaimInput) =>
    present((await ask(schema.WithdrawClaim, { input })).withdrawClaim),
};
