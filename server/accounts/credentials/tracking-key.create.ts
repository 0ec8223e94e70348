import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { Fault } from '../../platform/fault.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { refuseCredentials } from '../../platform/secrets/secret.refuse.js';
import { Credential } from '../credential.entity.js';
import { generateToken, hashToken, hintOf } from '../credential.rules.js';
import { MemberRole } from '../member.entity.js';
import { personOf, requireMember } from '../members/index.js';
import { Product } from '../product.entity.js';
import type { CreatedTrackingKey, CreateTrackingKeyInput } from '../products/index.js';

/** Two live keys a product, so that one can be rotated while the other still works; a unique index on the slot decides races. */
const SLOTS = [1, 2];
const LIVE_SLOT = raw(`(organization_id, product_uuid, slot) where kind = 'tracking_key' and revoked_at is null`);

/** Creates a tracking key for one product. The token is shown in this answer alone, so the answer is never kept or replayed. */
export const createTrackingKey = operation(
  { name: 'createTrackingKey', who: ['session'], writes: true, limit: 'credential' },
  async function createTrackingKey(ctx, input: CreateTrackingKeyInput): Promise<CreatedTrackingKey> {
    await requireMember(ctx, input.organizationId, MemberRole.admin);
    refuseCredentials({ name: input.name }, 1); // lists show it, and the audit log keeps it
    return ctx.em.transactional(async (em) => {
      const product = await em.findOne(Product, { organization: input.organizationId, productId: input.productId });
      if (!product) throw new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });
      const now = ctx.platform.clock.now();
      const created = await storeTrackingKey(em, {
        organizationId: product.organizationId,
        productId: product.id,
        name: input.name.trim(),
        createdBy: personOf(ctx),
        now,
      });
      if (!created)
        throw new Fault('STATE_CONFLICT', {
          say: 'This product has two live keys. Revoke one before you create another.',
        });
      await recordAudit(em, now, {
        chain: organizationChain(product.organizationId),
        actor: personOf(ctx),
        action: 'tracking_key.create',
        resource: 'tracking_key',
        resourceId: created.id,
        changes: { name: [null, input.name.trim()], productId: [null, product.productId] },
        requestId: ctx.requestId,
      });
      return {
        token: created.token,
        trackingKey: {
          id: created.id,
          organizationId: product.organizationId,
          productId: product.productId,
          name: input.name.trim(),
          hint: hintOf(created.token),
          createdAt: now,
          lastUsedAt: null,
          revokedAt: null,
        },
        curl: curlOf(ctx.platform.config.baseUrl, created.token, product, `first-${newUuid()}`),
      };
    });
  },
);

interface NewKey {
  organizationId: string;
  productId: string;
  name: string;
  createdBy: string | null;
  now: Date;
}

/** Stores the hash of a new key in a free slot of its product, or answers null when both are taken. Ids are public ones. */
export async function storeTrackingKey(em: EntityManager, key: NewKey): Promise<{ id: string; token: string } | null> {
  const token = generateToken('tracking_key');
  const id = newUuid();
  for (const slot of SLOTS) {
    const made = await em
      .qb(Credential)
      .insert({
        id,
        kind: 'tracking_key',
        hash: hashToken(token),
        hint: hintOf(token),
        name: key.name,
        organizationId: key.organizationId,
        productUuid: key.productId,
        slot,
        createdAt: key.now,
        createdBy: key.createdBy,
      })
      .onConflict(LIVE_SLOT)
      .ignore()
      .returning(['id'])
      .execute('all');
    if (made.length) return { id: publicId('key', id), token };
  }
  return null;
}

/** A command line that stores one real event; the same one twice shows `duplicate: true`. */
export function curlOf(
  baseUrl: string,
  token: string,
  product: { productId: string; name: string; type: string },
  idempotencyKey: string,
): string {
  const event = {
    event_name: 'FIRST_API_CALL',
    developer_id: 'dev_123',
    account_domain: 'customer.example',
    product: { id: product.productId, name: product.name, type: product.type },
    idempotencyKey,
  };
  const body = JSON.stringify(event).replaceAll("'", "'\\''");
  return `curl -sS ${baseUrl}/api/usage/track -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}'`;
}
