import type { DirectoryParts } from '../directory/index.js';
import type { RequestContext } from '../platform/context.js';

/** Tells whether an organization stored an event of the family commercial under this id; the tracking domain answers. */
export type HasCommercialEvent = (organizationId: string, eventId: string) => Promise<boolean>;

/** The questions that offers ask of others. */
export interface OffersParts {
  readonly offerEvents: HasCommercialEvent;
}

export type OffersContext = RequestContext<OffersParts & DirectoryParts>;

export const openOffers = ({ offerEvents }: OffersParts): OffersParts => ({ offerEvents });
