import { LockMode } from '@mikro-orm/core';
import { Credential, hashToken, Product, storeTrackingKey } from '../accounts/index.js';
import type { Database } from '../app/database.js';
import { organizationChain, personChain, recordAudit } from '../platform/audit/audit.js';
import { publicId, uuidOf } from '../platform/ids.js';
import { organizationUuid } from './people.js';
import { CommandError } from './print.js';

const OPERATOR = 'operator';

/** Creates a tracking key for a product; the token is printed once. */
export async function createKey(
  { orm }: Database,
  organizationId: string,
  productId: string,
  name: string,
): Promise<{ id: string; token: string }> {
  const uuid = organizationUuid(organizationId);
  return orm.em.fork().transactional(async (em) => {
    const product = await em.findOne(Product, { organization: organizationId, productId });
    if (!product) throw new CommandError('there is no such product in this organization');
    const now = new Date();
    const created = await storeTrackingKey(em, { organizationId, productId: product.id, name, createdBy: null, now });
    if (!created) throw new CommandError('the product has two live keys: revoke one first');
    await recordAudit(em, now, {
      chain: organizationChain(uuid),
      actor: OPERATOR,
      action: 'tracking_key.create',
      resource: 'tracking_key',
      resourceId: created.id,
      changes: { name: [null, name], productId: [null, productId] },
    });
    return created;
  });
}

/** Revokes a credential by its id (`key_…`, `tok_…`) or by the token itself, at once and for good. Answers whether it was live. */
export async function revokeCredential(
  { orm }: Database,
  idOrToken: string,
  kinds: readonly string[],
): Promise<boolean> {
  const uuid = uuidOf('key', idOrToken) ?? uuidOf('tok', idOrToken);
  return orm.em.fork().transactional(async (em) => {
    const now = new Date();
    const found = await em.findOne(Credential, uuid ? { id: uuid } : { hash: hashToken(idOrToken) }, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
      populate: [],
    });
    if (!found || !kinds.includes(found.kind)) throw new CommandError('there is no such credential');
    if (found.revokedAt) return false;
    found.revokedAt = now;
    await em.flush();
    const { id, kind, organizationId, userId } = found;
    await recordAudit(em, now, {
      chain: organizationId ? organizationChain(organizationId) : personChain(userId ?? ''),
      actor: OPERATOR,
      action: `${kind}.revoke`,
      resource: kind,
      resourceId: publicId(kind === 'tracking_key' ? 'key' : 'tok', id),
      changes: { revokedAt: [null, now.toISOString()] },
    });
    return true;
  });
}
