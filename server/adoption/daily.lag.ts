import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * How far the daily counts are behind, in seconds: folding keeps about ten behind on purpose. Before the first fold the age of the oldest
 * event, 0 without one.
 */
export async function readFoldLag(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ lag: string }[]>(
    `select greatest(0, extract(epoch from now() - coalesce(
       (select recorded_at from fold_watermark where name = 'adoption_daily' and recorded_at > '-infinity'),
       (select min(recorded_at) from tracking_event), now()))) as lag`,
  );
  return Number(row?.lag ?? 0);
}
