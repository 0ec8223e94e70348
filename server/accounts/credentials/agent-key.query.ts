import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId } from '../../platform/ids.js';
import { Credential } from '../credential.entity.js';

/** An agent key that has neither ended nor been revoked. */
export interface LiveAgentKey {
  /** `key_…` */
  readonly id: string;
  readonly name: string;
  readonly expiresAt: Date;
}

/** The live agent keys of a product (public ids), the oldest first. */
export async function findLiveAgentKeys(
  em: EntityManager,
  organizationId: string,
  productUuid: string,
  now: Date,
): Promise<LiveAgentKey[]> {
  const keys = await em.find(
    Credential,
    { organizationId, productUuid, kind: 'enterprise_key', revokedAt: null, expiresAt: { $gt: now } },
    { fields: ['id', 'name', 'expiresAt'], orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  return keys.flatMap(({ id, name, expiresAt }) =>
    expiresAt === null ? [] : [{ id: publicId('key', id), name, expiresAt }],
  );
}
