import type { EntityManager } from '@mikro-orm/postgresql';
import { TrackedLink } from '../link.entity.js';

/** The links to where offers are taken, by the offers' ids, of all offers or of one; all ids are bare. */
export async function findOfferLinks(em: EntityManager, offerUuid?: string): Promise<Map<string, string>> {
  const links = await em
    .qb(TrackedLink)
    .select(['id', 'offerId'])
    .where({ offerId: offerUuid ?? { $ne: null }, kind: 'claim', active: true })
    .execute('all');
  return new Map(links.flatMap(({ id, offerId }) => (offerId === null ? [] : [[offerId, id]])));
}
