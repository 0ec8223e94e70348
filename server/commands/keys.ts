import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import {
  Credential,
  hashToken,
  Organization,
  PRODUCT_ID,
  Product,
  type ProductType,
  storeProduct,
  storeTrackingKey,
} from '../accounts/index.js';
import type { Database } from '../app/database.js';
import { organizationChain, personChain, recordAudit } from '../platform/audit/audit.js';
import { publicId, readId } from '../platform/ids.js';
import { organizationUuid } from './people.js';
import { CommandError, UsageError } from './print.js';

const OPERATOR = 'operator';

/** Registers a product in an organization, as its admins do in the workspace; audited. */
export async function createProductFor(
  { orm }: Database,
  input: { organization: string; id: string; name: string; type: ProductType },
): Promise<{ id: string; productId: string }> {
  const uuid = organizationUuid(input.organization);
  const name = input.name.trim();
  if (!PRODUCT_ID.test(input.id)) throw new UsageError('--id must be 1 to 128 of A-Z a-z 0-9 . _ : -');
  if (name === '' || name.length > 200) throw new UsageError('--name must have 1 to 200 characters');
  try {
    return await orm.em.fork().transactional(async (em) => {
      if (!(await em.findOne(Organization, { id: uuid }))) throw new CommandError('there is no such organization');
      const product = await storeProduct(em, { organizationId: uuid, productId: input.id, name, type: input.type });
      const id = publicId('prd', product.id);
      await recordAudit(em, new Date(), {
        chain: organizationChain(uuid),
        actor: OPERATOR,
        action: 'product.create',
        resource: 'product',
        resourceId: id,
        changes: { productId: [null, product.productId], name: [null, name], type: [null, product.type] },
      });
      return { id, productId: product.productId };
    });
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException)
      throw new CommandError(`another product of this organization has the id or alias ${input.id}`);
    throw error;
  }
}

/** Creates a tracking key for a product; the token is printed once. */
export async function createKey(
  { orm }: Database,
  organizationId: string,
  productId: string,
  name: string,
): Promise<{ id: string; token: string }> {
  const uuid = organizationUuid(organizationId);
  return orm.em.fork().transactional(async (em) => {
    const product = await em.findOne(Product, { organization: uuid, productId });
    if (!product) throw new CommandError('there is no such product in this organization');
    const now = new Date();
    const created = await storeTrackingKey(em, {
      organizationId: uuid,
      productUuid: product.id,
      name,
      createdBy: null,
      createdAt: now,
    });
    if (!created) throw new CommandError('the product has two live keys: revoke one first');
    const id = publicId('key', created.id);
    await recordAudit(em, now, {
      chain: organizationChain(uuid),
      actor: OPERATOR,
      action: 'tracking_key.create',
      resource: 'tracking_key',
      resourceId: id,
      changes: { name: [null, name], productId: [null, productId] },
    });
    return { id, token: created.token };
  });
}

/** Revokes a credential by its id (`key_…`, `tok_…`) or by the token itself, at once and for good. Answers whether it was live. */
export async function revokeCredential(
  { orm }: Database,
  idOrToken: string,
  kinds: readonly string[],
): Promise<boolean> {
  const uuid = readId('key', idOrToken) ?? readId('tok', idOrToken);
  return orm.em.fork().transactional(async (em) => {
    const now = new Date();
    const found = await em.findOne(Credential, uuid ? { id: uuid } : { hash: hashToken(idOrToken) }, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
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
      resourceId: publicId(kind === 'workflow_token' ? 'tok' : 'key', id),
      changes: { revokedAt: [null, now.toISOString()] },
    });
    return true;
  });
}
