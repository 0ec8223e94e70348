import type { EntityManager } from '@mikro-orm/postgresql';
import { TrackingRefusal, TrackingRefusalCode } from './refusal.entity.js';

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

/** The same by the code of what was first found wrong, the most frequent first. */
export async function readRefusedByCode(
  em: EntityManager,
  organizationUuid: string,
  productUuids: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ readonly code: string; readonly refused: number }[]> {
  const days = await em.find(
    TrackingRefusalCode,
    { organizationId: organizationUuid, productUuid: { $in: [...productUuids] }, day: { $gte: from, $lte: to } },
    { fields: ['code', 'refused'], disableIdentityMap: true },
  );
  return [...Map.groupBy(days, ({ code }) => code)]
    .map(([code, same]) => ({ code, refused: same.reduce((sum, { refused }) => sum + refused, 0) }))
    .sort((a, b) => b.refused - a.refused || (a.code < b.code ? -1 : 1));
}
