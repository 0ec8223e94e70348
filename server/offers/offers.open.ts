import type { DirectoryParts } from '../directory/index.js';
import type { RequestContext } from '../platform/context.js';

/** Whether an organization has a stored event of the family commercial under this id (`org_…`, `evt_…`). The tracking domain answers. */
export type HasCommercialEvent = (organizationId: string, eventId: string) => Promise<boolean>;

/** What offers asks of others. */
export interface OffersParts {
  readonly offerEvents: HasCommercialEvent;
}

export type OffersContext = RequestContext<OffersParts & DirectoryParts>;

export const openOffers = ({ offerEvents }: OffersParts): OffersParts => ({ offerEvents });
