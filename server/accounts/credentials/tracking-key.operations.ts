import type { EntityManager } from '@mikro-orm/postgresql';
import { type SqlBool, sql } from 'kysely';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { insertUnlessTaken } from '../../platform/database/rows.insert.js';
import { updateRows } from '../../platform/database/rows.update.js';
import { Fault } from '../../platform/fault.js';
import { newUuid } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { refuseCredentials } from '../../platform/secrets/secret.refuse.js';
import type { AccountsContext } from '../accounts.context.js';
import { Credential } from '../credential.entity.js';
import { generateToken, hashToken, hintOf } from '../credential.rules.js';
import { MemberRole } from '../member.entity.js';
import { ownerOf, personOf, requireMember } from '../members/index.js';
import { Product } from '../product.entity.js';
import { credentialId, readCredentials } from './credential.query.js';
import type {
  CreatedTrackingKey,
  CreateTrackingKeyInput,
  RevokeTrackingKeyInput,
  TrackingKey,
  TrackingKeysArgs,
} from './key.types.js';

/** The organization's tracking keys, live ones first, then newest first; never a token. */
export const listTrackingKeys = operation(
  { name: 'trackingKeys', who: ['session'], limit: 'workflow' },
  async function trackingKeys(ctx, { organizationId, productId }: TrackingKeysArgs): Promise<TrackingKey[]> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    const keys = await findTrackingKeys(ctx.em, organizationId);
    return productId ? keys.filter((key) => key.productId === productId) : keys;
  },
);

/** An organization's tracking keys, or one of them, with the company's id of their product and when each was last used. */
export async function findTrackingKeys(
  em: EntityManager,
  organizationId: string,
  keyId?: string,
): Promise<TrackingKey[]> {
  const keys = await readCredentials(em, (of) => {
    const own = of.where('c.organization_id', '=', organizationId).where('c.kind', '=', 'tracking_key');
    return (keyId === undefined ? own : own.where('c.id', '=', keyId))
      .orderBy(({ eb }) => eb('c.revoked_at', 'is not', null))
      .orderBy('c.id', 'desc');
  });
  return keys.map(({ id, productId, name, hint, createdAt, lastUsedAt, revokedAt }) => ({
    id,
    organizationId,
    productId: productId ?? '',
    name,
    hint,
    createdAt,
    lastUsedAt,
    revokedAt,
  }));
}

/** Two live keys a product, so that one can be rotated while the other still works; a unique index on the slot decides races. */
const SLOTS = [1, 2];
const LIVE_KEYS = sql<SqlBool>`kind = 'tracking_key' and revoked_at is null`;

/** Creates a tracking key for one product. The token is shown in this answer alone, so the answer is never kept or replayed. */
export const createTrackingKey = operation(
  { name: 'createTrackingKey', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function createTrackingKey(ctx, input: CreateTrackingKeyInput): Promise<CreatedTrackingKey> {
    await requireMember(ctx, input.organizationId, MemberRole.admin);
    refuseCredentials({ name: input.name }, 1); // lists show it, and the audit log keeps it
    return ctx.em.transactional(async (em) => {
      const product = await em.findOne(Product, { organization: input.organizationId, productId: input.productId });
      if (!product) throw new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });
      const now = ctx.platform.clock.now();
      const created = await storeTrackingKey(em, {
        organizationId: product.organization.id,
        productUuid: product.id,
        name: input.name.trim(),
        createdBy: ownerOf(ctx),
        createdAt: now,
      });
      if (!created)
        throw new Fault('STATE_CONFLICT', {
          say: 'This product has two live keys. Revoke one before you create another.',
        });
      await recordAudit(em, now, {
        chain: organizationChain(product.organization.id),
        actor: personOf(ctx),
        action: 'tracking_key.create',
        resource: 'tracking_key',
        resourceId: credentialId('tracking_key', created.id),
        changes: { name: [null, input.name.trim()], productId: [null, product.productId] },
        requestId: ctx.requestId,
      });
      return {
        token: created.token,
        trackingKey: {
          id: created.id,
          organizationId: product.organization.id,
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
  readonly organizationId: string;
  readonly productUuid: string;
  readonly name: string;
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

/** Stores the hash of a new key in a free slot of its product, or answers null when both are taken. */
export async function storeTrackingKey(
  em: EntityManager,
  given: NewKey,
): Promise<{ id: string; token: string } | null> {
  const token = generateToken('tracking_key');
  const id = newUuid();
  for (const slot of SLOTS) {
    const row = { ...given, id, kind: 'tracking_key', hash: hashToken(token), hint: hintOf(token), slot } as const;
    const made = await insertUnlessTaken(em, Credential, row, ['organizationId', 'productUuid', 'slot'], LIVE_KEYS);
    if (made) return { id, token };
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

/** Revokes a key at once, on every replica: each flush asks in its own transaction whether its keys still live. Repeating it changes nothing. */
export const revokeTrackingKey = operation(
  { name: 'revokeTrackingKey', who: ['session'], writes: true, limit: 'workflow' },
  async function revokeTrackingKey(
    ctx: AccountsContext,
    { organizationId, trackingKeyId: id }: RevokeTrackingKeyInput,
  ): Promise<TrackingKey> {
    await requireMember(ctx, organizationId, MemberRole.admin);
    return ctx.em.transactional(async (em) => {
      const now = ctx.platform.clock.now();
      const live = { id, organizationId, kind: 'tracking_key', revokedAt: null } as const;
      const [revoked] = await updateRows(em, Credential, live, { revokedAt: now }, ['productUuid']);
      if (revoked) {
        await recordAudit(em, now, {
          chain: organizationChain(organizationId),
          actor: personOf(ctx),
          action: 'tracking_key.revoke',
          resource: 'tracking_key',
          resourceId: credentialId('tracking_key', id),
          changes: { revokedAt: [null, now.toISOString()] },
          requestId: ctx.requestId,
        });
        if (revoked.productUuid) ctx.parts.principals.forget(revoked.productUuid);
      }
      const [key] = await findTrackingKeys(em, organizationId, id);
      if (!key) throw new Fault('NOT_FOUND', { say: 'There is no such key in this organization.' });
      return key;
    });
  },
);
