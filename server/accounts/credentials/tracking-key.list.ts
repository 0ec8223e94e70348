import type { FilterQuery } from '@mikro-orm/core';
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { Credential } from '../credential.entity.js';
import { MemberRole } from '../member.entity.js';
import { requireMember } from '../members/index.js';
import type { TrackingKey, TrackingKeysArgs } from '../products/index.js';

/** The organization's tracking keys, live ones first, then newest first; never a token. */
export const listTrackingKeys = operation(
  { name: 'trackingKeys', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, productId }: TrackingKeysArgs): Promise<TrackingKey[]> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    const keys = await findTrackingKeys(ctx.em, { organizationId });
    return productId ? keys.filter((key) => key.productId === productId) : keys;
  },
);

/** Reads tracking keys with the company's id of their product and when each was last used. */
export async function findTrackingKeys(em: EntityManager, where: FilterQuery<Credential>): Promise<TrackingKey[]> {
  const keys = await em.find(
    Credential,
    { $and: [{ kind: 'tracking_key' }, where] },
    {
      populate: ['productId', 'use'],
      orderBy: [{ [raw((alias) => `${alias}.revoked_at is not null`)]: 'asc' }, { id: 'desc' }],
      disableIdentityMap: true,
    },
  );
  return keys.map(({ id, organizationId, productId, name, hint, createdAt, use, revokedAt }) => ({
    id: publicId('key', id),
    organizationId: organizationId ?? '',
    productId: productId ?? '',
    name,
    hint,
    createdAt,
    lastUsedAt: use?.getEntity().lastUsedAt ?? null,
    revokedAt,
  }));
}
