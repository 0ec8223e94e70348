import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import { ProductTool } from '../link.entity.js';

/**
 * A tool's link to a vendor's tenant whose domain `o` is verified and still the one that was approved: another one is another vendor until
 * a person has approved it (decisions §5, Whose numbers). `x` is the link; one with `unlinked_at` was withdrawn.
 */
export const VERIFIED_LINK = `product_tool x
  join organization o on o.id = x.organization_id and o.domain_verified_at is not null and o.domain = x.domain`;

/** The same for a product that is not ignored. */
export const LIVE_LINK = `${VERIFIED_LINK}
  join product p on p.organization_id = x.organization_id and p.id = x.product_uuid and p.status = 'registered'`;

/** Whether a vendor's organization is linked to a tool `t` of the statement around it. */
export const IS_LINKED = sql<boolean>`exists (select 1 from ${sql.raw(LIVE_LINK)} where x.tool_id = t.id and x.unlinked_at is null)`;

export const VENDOR = new BareStatement(
  { organizationId: [ProductTool, 'organization'], ...membersOf(ProductTool, 'productUuid') },
  `select x.organization_id as "organizationId", x.product_uuid as "productUuid" from ${LIVE_LINK}
   where x.tool_id = ? and x.unlinked_at is null order by x.linked_at, x.organization_id, x.product_uuid limit 1`,
);

/** Where receipts of a tool go; bare UUIDs. */
export type VendorProduct = RowOf<typeof VENDOR>;

/**
 * The product to which receipts of a tool are relayed, or null. Several may be linked: the one whose link is the oldest takes them, since
 * one use must be told once, and a later link must not draw away what people agreed to share before it was made.
 */
export async function findVendorProduct(em: EntityManager, toolUuid: string): Promise<VendorProduct | null> {
  const [product] = await em.execute<RowOf<typeof VENDOR>[]>(VENDOR.text, [toolUuid]);
  return product ?? null;
}

/** Whether the tool (a bare UUID) is linked to this product now. */
export async function isLinked(em: EntityManager, toolUuid: string, product: VendorProduct): Promise<boolean> {
  const links = await em.execute<unknown[]>(
    `select 1 from ${LIVE_LINK} where x.tool_id = ? and x.organization_id = ? and x.product_uuid = ? and x.unlinked_at is null`,
    [toolUuid, product.organizationId, product.productUuid],
  );
  return links.length > 0;
}
