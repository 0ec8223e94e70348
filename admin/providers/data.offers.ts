import { bind, type Methods, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { listBy } from './records.js';

/** Facts go along with a question about offers, and with nothing else. */
interface OfferParams extends QueryParams {
  readonly meta?: { readonly facts?: schema.EligibilityFactsInput };
}

/** An offer under its slug, as addresses name it; `offerId` is what it is claimed by. */
const bySlug = <Offer extends { readonly id: string; readonly slug: string }>(offer: Offer) => ({
  ...offer,
  offerId: offer.id,
  id: offer.slug,
});
export type OfferLine = schema.OfferLine & { readonly offerId: string };
export type OfferDetail = schema.ReadOfferAnswer['offer'] & OfferLine;

/** As many offers as the service gives at once. */
const LIMIT_MAX = 50;

/** Offers as the public sees them, judged by the facts that go along. */
export const offerRecords: Record<string, Methods> = {
  offers: {
    getList: listBy(
      schema.ListOffers,
      ({ filter: { q, kind, claim, toolSlug }, scope: { facts }, limit, cursor }) => ({
        query: q,
        kind,
        claim,
        toolSlug,
        facts,
        limit: Math.min(limit, LIMIT_MAX),
        cursor,
      }),
      ({ offers: { offers, nextCursor, total } }) => ({ items: offers.map(bySlug), nextCursor, total }),
    ),
    getOne: bind(
      schema.ReadOffer,
      ({ id, meta }: OfferParams) => ({ slug: String(id), facts: meta?.facts }),
      ({ offer }) => ({ data: bySlug(offer) }),
    ),
  },
};
