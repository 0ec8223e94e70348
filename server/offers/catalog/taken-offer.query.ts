import type { EntityManager } from '@mikro-orm/postgresql';
import { CatalogOffer } from './offer.entity.js';

/** Those of the slugs that an offer has, listed or not, in order. */
export async function findTakenOffers(em: EntityManager, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const offers = await em.find(
    CatalogOffer,
    { slug: { $in: [...slugs] } },
    { fields: ['slug'], disableIdentityMap: true },
  );
  return offers.map(({ slug }) => slug).toSorted();
}
