import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { MemberRole } from '../member.entity.js';
import { requireMember } from '../members/index.js';
import type { TrackingKey, TrackingKeysArgs } from '../products/index.js';

/** The organization's tracking keys, live ones first, then newest first; never a token. */
export const listTrackingKeys = operation(
  { name: 'trackingKeys', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, productId }: TrackingKeysArgs): Promise<TrackingKey[]> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    const keys = await findTrackingKeys(ctx.em, uuidOf('org', organizationId) ?? '');
    return productId ? keys.filter((key) => key.productId === productId) : keys;
  },
);

interface Row {
  id: string;
  product_id: string;
  name: string;
  hint: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** Reads the keys of one organization (a bare UUID) with when each was last used. */
export async function findTrackingKeys(em: EntityManager, organizationUuid: string): Promise<TrackingKey[]> {
  const rows = await em.execute<Row[]>(
    `select c.id, p.product_id, c.name, c.hint, c.created_at, u.last_used_at, c.revoked_at
     from credential c
     join product p on p.organization_id = c.organization_id and p.id = c.product_uuid
     left join credential_use u on u.credential_id = c.id
     where c.kind = 'tracking_key' and c.organization_id = ?
     order by (c.revoked_at is not null), c.id desc`,
    [organizationUuid],
  );
  return rows.map((row) => ({
    id: publicId('key', row.id),
    organizationId: publicId('org', organizationUuid),
    productId: row.product_id,
    name: row.name,
    hint: row.hint,
    createdAt: new Date(row.created_at),
    lastUsedAt: row.last_used_at && new Date(row.last_used_at),
    revokedAt: row.revoked_at && new Date(row.revoked_at),
  }));
}
