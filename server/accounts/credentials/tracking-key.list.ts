import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { MemberRole } from '../member.entity.js';
import { requireMember } from '../members/index.js';
import type { TrackingKey, TrackingKeysArgs } from '../products/index.js';
import { readCredentials } from './credential.query.js';

/** The organization's tracking keys, live ones first, then newest first; never a token. */
export const listTrackingKeys = operation(
  { name: 'trackingKeys', who: ['session'], limit: 'workflow' },
  async function trackingKeys(ctx, { organizationId, productId }: TrackingKeysArgs): Promise<TrackingKey[]> {
    await requireMember(ctx, organizationId, MemberRole.member);
    const keys = await findTrackingKeys(ctx.em, organizationId);
    return productId ? keys.filter((key) => key.productId === productId) : keys;
  },
);

/** An organization's tracking keys, or one of them (a bare UUID), with the company's id of their product and when each was last used. */
export async function findTrackingKeys(
  em: EntityManager,
  organizationId: string,
  credentialUuid?: string,
): Promise<TrackingKey[]> {
  const keys = await readCredentials(em, (of) => {
    const own = of.where('c.organization_id', '=', uuidOf('org', organizationId)).where('c.kind', '=', 'tracking_key');
    return (credentialUuid === undefined ? own : own.where('c.id', '=', credentialUuid))
      .orderBy(({ eb }) => eb('c.revoked_at', 'is not', null))
      .orderBy('c.id', 'desc');
  });
  return keys.map(({ id, productId, name, hint, createdAt, lastUsedAt, revokedAt }) => ({
    id: publicId('key', id),
    organizationId,
    productId: productId ?? '',
    name,
    hint,
    createdAt,
    lastUsedAt,
    revokedAt,
  }));
}
