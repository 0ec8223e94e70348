import type { GetOneParams, GetOneResult } from 'react-admin';
import {
  bind,
  type EditParams,
  type Methods,
  type MutationParams,
  present,
  type QueryParams,
  wholeInput,
} from './binding.js';
import * as schema from './generated/operations.js';
import { queryClient } from './query-client.js';
import { askedOf, findBy, listBy, onlyOf, type Question } from './records.js';

/** An offer as reviewers see it, under its slug; `offerId` is what the service knows it by when it is corrected. */
export type CatalogOffer = schema.ReviewedOffer & { readonly offerId: string };

const bySlug = (offer: schema.ReviewedOffer): CatalogOffer => ({ ...offer, offerId: offer.id, id: offer.slug });

const standingOf = (text: string | undefined) => Object.values(schema.OfferStanding).find((one) => one === text);

const wantedOf = ({ filter: { claim, kind, standing, q }, sort, limit, cursor }: Question) => ({
  claim,
  kind,
  standing: standingOf(standing),
  q,
  sort,
  limit,
  cursor,
});

const pageOf = ({ items, nextCursor, total }: schema.ListReviewerOffersAnswer['reviewerOffers']) => ({
  items: items.map(bySlug),
  nextCursor,
  total,
});

const listOffers = listBy(schema.ListReviewerOffers, wantedOf, ({ reviewerOffers }) => pageOf(reviewerOffers));

/** The offer as it is now; what pages hold of it as the public sees it is read again. */
function saved(answer: schema.SaveOfferAnswer) {
  const data = bySlug(present(answer.saveOffer));
  void queryClient.invalidateQueries({ queryKey: ['offers'] });
  return { data };
}

/** An organization as a reviewer chooses it. */
export type ChosenOrganization = schema.ListReviewerOrganizationsAnswer['reviewerOrganizations']['items'][number];

/** The catalog's offers, ended and unlisted ones too, one of them found among those whose slug begins like its own; an organization's; and who may decide about claims. */
export const catalogOfferRecords: Record<string, Methods> = {
  'catalog-offers': {
    getList: listOffers,
    getOne: (params: GetOneParams): Promise<GetOneResult> =>
      findBy((list) => listOffers({ ...list, filter: { q: String(params.id) } }))(params),
    create: bind(schema.SaveOffer, ({ data }: MutationParams<schema.SaveOfferInput>) => ({ input: data }), saved),
    update: bind(
      schema.SaveOffer,
      (params: EditParams<schema.SaveOfferInput>) => ({ input: wholeInput(params) }),
      saved,
    ),
  },
  'organization-offers': {
    getList: listBy(
      schema.ListOrganizationOffers,
      (question) => ({ ...wantedOf(question), organizationId: question.scope.organizationId ?? '' }),
      ({ organizationOffers }) => pageOf(organizationOffers),
    ),
  },
  'reviewer-organizations': {
    getList: listBy(schema.ListReviewerOrganizations, askedOf, ({ reviewerOrganizations }) => reviewerOrganizations),
    getOne: bind(
      schema.ListReviewerOrganizations,
      ({ id }: QueryParams) => ({ organizationId: String(id) }),
      ({ reviewerOrganizations }) => onlyOf(reviewerOrganizations.items),
    ),
  },
};
