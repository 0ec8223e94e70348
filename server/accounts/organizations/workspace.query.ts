import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../../platform/database/rows.read.js';
import { publicId } from '../../platform/ids.js';
import type { Organization } from '../organization.entity.js';
import { Product } from '../product.entity.js';

/** An organization with a domain, and its products, as a review looks at them. */
export interface DomainWorkspace {
  readonly organizationId: string;
  readonly name: string;
  readonly domainVerified: boolean;
  readonly products: readonly { readonly productId: string; readonly name: string; readonly type: string }[];
}

const ORGANIZATIONS_MAX = 20;
const PRODUCTS_MAX = 100;

interface WorkspaceTables {
  readonly organization: TableOf<Organization>;
  readonly product: TableOf<Product>;
}

/** The organizations that say a domain is theirs, verified ones first, each with its products by their ids. */
export async function findWorkspaces(em: EntityManager, domain: string): Promise<DomainWorkspace[]> {
  const rows = await em
    .getKysely<WorkspaceTables>()
    .selectFrom(({ selectFrom }) =>
      selectFrom('organization')
        .where('domain', '=', domain)
        .orderBy('domain_verified_at', (by) => by.asc().nullsLast())
        .orderBy('id')
        .limit(ORGANIZATIONS_MAX)
        .select(['id', 'name', 'domain_verified_at'])
        .as('o'),
    )
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('product')
          .whereRef('organization_id', '=', 'o.id')
          .orderBy('product_id')
          .limit(PRODUCTS_MAX)
          .select(['product_id', 'name', 'type'])
          .as('p'),
      (join) => join.onTrue(),
    )
    .orderBy('o.domain_verified_at', (by) => by.asc().nullsLast())
    .orderBy('o.id')
    .orderBy('p.product_id')
    .select(['o.id', 'o.name', 'o.domain_verified_at', 'p.product_id', 'p.name as product_name', 'p.type'])
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, same]) =>
    same.slice(0, 1).map(({ name, domain_verified_at }) => ({
      organizationId: publicId('org', id),
      name,
      domainVerified: domain_verified_at !== null,
      products: same.flatMap(({ product_id: productId, product_name: title, type }) =>
        productId === null || title === null || type === null ? [] : [{ productId, name: title, type }],
      ),
    })),
  );
}

/** What every organization is called, and its domain. */
export async function findOrganizationNames(
  em: EntityManager,
): Promise<Pick<Organization, 'id' | 'name' | 'domain'>[]> {
  const rows = await em
    .getKysely<Pick<WorkspaceTables, 'organization'>>()
    .selectFrom('organization')
    .select(['id', 'name', 'domain'])
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, domain }) => ({ id: publicId('org', id), name, domain }));
}

/** The id (`prd_…`) of an organization's product, or null. */
export async function findProductUuid(
  em: EntityManager,
  organizationId: string,
  productId: string,
): Promise<string | null> {
  const product = await em.findOne(Product, { organization: organizationId, productId }, { disableIdentityMap: true });
  return product?.id ?? null;
}

/** The names of products that organizations of a domain have, by `<domain> <productId>`; that of a verified organization, where there is one. */
export async function findProductNames(
  em: EntityManager,
  wanted: readonly { readonly domain: string; readonly productId: string }[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const products = await em.find(
    Product,
    {
      productId: { $in: wanted.map(({ productId }) => productId) },
      organization: { domain: { $in: wanted.map(({ domain }) => domain) } },
    },
    {
      populate: ['organization'],
      orderBy: { organization: { domainVerifiedAt: 'asc nulls last', id: 'asc' } },
      limit: PRODUCTS_MAX,
      disableIdentityMap: true,
    },
  );
  return new Map(
    products
      .toReversed()
      .map(({ organization, productId, name }) => [`${organization.getEntity().domain} ${productId}`, name]),
  );
}
