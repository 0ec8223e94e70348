import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../../platform/database/rows.read.js';
import { type TrackingRefusal, TrackingRefusalCode } from './refusal.entity.js';

/** A closed interval of UTC days. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** How many events of each of these products (bare UUIDs) were refused; one without any is not in the answer. */
export async function readRefusedByProduct(
  em: EntityManager,
  organizationUuid: string,
  productUuids: readonly string[],
  { from, to }: Days,
): Promise<ReadonlyMap<string, number>> {
  if (productUuids.length === 0) return new Map();
  const rows = await em
    .getKysely<{ readonly tracking_refusal: TableOf<TrackingRefusal> }>()
    .selectFrom('tracking_refusal')
    .where('organization_id', '=', organizationUuid)
    .where('product_uuid', 'in', productUuids)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('product_uuid')
    .select(({ fn }) => ['product_uuid as product', fn.sum<string>('refused').as('refused')])
    .execute();
  return new Map(rows.map(({ product, refused }) => [product, Number(refused)]));
}

/** How many events of all of them were refused. */
export async function readRefused(
  em: EntityManager,
  organizationUuid: string,
  productUuids: readonly string[],
  days: Days,
): Promise<number> {
  const refused = await readRefusedByProduct(em, organizationUuid, productUuids, days);
  return [...refused.values()].reduce((sum, count) => sum + count, 0);
}

/** The same by the code of what was first found wrong, the most frequent first. */
export async function readRefusedByCode(
  em: EntityManager,
  organizationUuid: string,
  productUuids: readonly string[],
  { from, to }: Days,
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
