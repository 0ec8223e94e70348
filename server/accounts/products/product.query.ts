import type { EntityManager } from '@mikro-orm/postgresql';

/** Whether events of a product (bare UUIDs) are not stored, since its owner ignores it. */
export async function isIgnoredProduct(
  em: EntityManager,
  organizationUuid: string,
  productUuid: string,
): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    "select 1 from product where organization_id = ? and id = ? and status = 'ignored'",
    [organizationUuid, productUuid],
  );
  return rows.length > 0;
}
