import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { newUuid } from '../../platform/ids.js';
import { ProductTool, TrackedLink } from '../link.entity.js';
import type { CatalogTool } from '../tool.entity.js';
import type { LinkKind } from '../vocabulary.types.js';

interface LinkTables {
  readonly product_tool: TableOf<ProductTool>;
  readonly tool: TableOf<CatalogTool>;
  readonly tracked_link: TableOf<TrackedLink>;
}

/** The address of a tracked link of a tool or an offer; a null address switches the link off and keeps what it counted. */
export interface LinkTarget {
  readonly owner: 'tool' | 'offer';
  /** Bare UUID of the tool or offer. */
  readonly ownerId: string;
  readonly kind: LinkKind;
  readonly url: string | null;
}

/** The unique index of each owner's links. */
const ONE_OF_A_KIND = {
  tool: '(tool_id, kind) where tool_id is not null',
  offer: '(offer_id, kind) where offer_id is not null',
} as const;

const ownedBy = ({ owner, ownerId }: LinkTarget) => (owner === 'tool' ? { tool: ownerId } : { offerId: ownerId });

/** Brings the tracked links of tools or offers up to date inside the caller's transaction; a link keeps its id when its address changes. */
export async function writeLinks(em: EntityManager, at: Date, targets: readonly LinkTarget[]): Promise<void> {
  for (const owner of ['tool', 'offer'] as const) {
    const own = targets.filter((target) => target.owner === owner);
    const live = own.flatMap(({ url, ...target }) => (url === null ? [] : [{ ...target, url }]));
    const gone = own.filter(({ url }) => url === null);
    if (live.length)
      await em
        .qb(TrackedLink)
        .insert(
          live.map((link) => ({
            id: newUuid(),
            ...ownedBy(link),
            kind: link.kind,
            url: link.url,
            active: true,
            createdAt: at,
          })),
        )
        .onConflict(raw(ONE_OF_A_KIND[owner]))
        .merge(['url', 'active'])
        .execute();
    if (gone.length)
      await em.nativeUpdate(
        TrackedLink,
        { $or: gone.map((link) => ({ ...ownedBy(link), kind: link.kind })) },
        { active: false },
      );
  }
}

/** The links to where offers are taken, by the offers' ids, of all offers or of one; all ids are bare. */
export async function findOfferLinks(em: EntityManager, offerUuid?: string): Promise<Map<string, string>> {
  const links = em
    .getKysely<LinkTables>()
    .selectFrom('tracked_link')
    .select(['id', 'offer_id as offerId'])
    .where('kind', '=', 'claim')
    .where('active', '=', true);
  const found = await (offerUuid === undefined
    ? links.where('offer_id', 'is not', null)
    : links.where('offer_id', '=', offerUuid)
  ).execute();
  return new Map(found.flatMap(({ id, offerId }) => (offerId === null ? [] : [[offerId, id]])));
}

/** An approved link with the domain that the approving person saw; ids are bare UUIDs. */
export interface ApprovedLink extends Pick<ProductTool, 'productUuid' | 'linkedAt' | 'linkedBy' | 'domain'> {
  readonly organizationId: string;
  readonly toolId: string;
}

/** Links a company's product with a tool in the caller's transaction; a link that was withdrawn stands again. It counts while the domain is verified. */
export async function linkProduct(em: EntityManager, { organizationId, toolId, ...link }: ApprovedLink): Promise<void> {
  await em
    .qb(ProductTool)
    .insert({ organization: organizationId, tool: toolId, ...link, unlinkedAt: null })
    .onConflict(['organization', 'productUuid', 'tool'])
    .merge(['linkedAt', 'linkedBy', 'unlinkedAt', 'domain'])
    .execute();
}

/** A tool that a product is linked to, with the facts that agents look for in its entry. */
export interface LinkedTool {
  readonly slug: string;
  readonly name: string;
  readonly docsUrl: string | null;
  readonly llmsTxt: string | null;
  readonly hasMcp: boolean;
}

/** The listed tools that a product is linked to, in the order of their slugs; ids are bare UUIDs. */
export function findLinkedTools(em: EntityManager, organizationId: string, productUuid: string): Promise<LinkedTool[]> {
  return em
    .getKysely<LinkTables>()
    .selectFrom('product_tool as x')
    .innerJoin('tool as t', 't.id', 'x.tool_id')
    .select(['t.slug', 't.name', 't.docs_url as docsUrl', 't.docs_llms_txt as llmsTxt'])
    .select(sql<boolean>`t.interfaces @> '["mcp"]' or t.mcp_server is not null`.as('hasMcp'))
    .where('x.organization_id', '=', organizationId)
    .where('x.product_uuid', '=', productUuid)
    .where('x.unlinked_at', 'is', null)
    .where('t.listed', '=', true)
    .orderBy('t.slug')
    .execute();
}

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

/** The product to which receipts of a tool go; bare UUIDs. */
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
