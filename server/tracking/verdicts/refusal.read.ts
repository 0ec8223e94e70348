import type { EntityManager } from '@mikro-orm/postgresql';
import { TrackingRefusal } from './refusal.entity.js';

/** How many events of these products (bare UUIDs) were refused in a closed interval of UTC days. */
export async function readRefused(
  em: EntityManager,
  organizationUuid: string,
  productUuids: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<number> {
  const days = await em.find(
    TrackingRefusal,
    { organizationId: organizationUuid, productUuid: { $in: [...productUuids] }, day: { $gte: from, $lte: to } },
    { fields: ['refused'], disableIdentityMap: true },
  );
  return days.reduce((sum, { refused }) => sum + refused, 0);
}
