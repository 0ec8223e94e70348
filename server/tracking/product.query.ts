import type { EntityManager } from '@mikro-orm/postgresql';
import { findProductUuid } from '../accounts/index.js';
import { Fault } from '../platform/fault.js';

/** The bare UUID of an organization's product, or NOT_FOUND. */
export async function productUuidOf(em: EntityManager, organizationId: string, productId: string): Promise<string> {
  const id = await findProductUuid(em, organizationId, productId);
  if (id === null) throw new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });
  return id;
}
