import type { EntityManager } from '@mikro-orm/postgresql';
import { Organization } from '../organization.entity.js';
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

/** The organizations that say a domain is theirs, verified ones first. */
export async function findWorkspaces(em: EntityManager, domain: string): Promise<DomainWorkspace[]> {
  const organizations = await em.find(
    Organization,
    { domain },
    { orderBy: { domainVerifiedAt: 'asc nulls last', id: 'asc' }, limit: ORGANIZATIONS_MAX, disableIdentityMap: true },
  );
  const workspaces: DomainWorkspace[] = [];
  for (const { id, name, domainVerified } of organizations) {
    const products = await em.find(
      Product,
      { organization: id },
      { orderBy: { productId: 'asc' }, limit: PRODUCTS_MAX, disableIdentityMap: true },
    );
    workspaces.push({
      organizationId: id,
      name,
      domainVerified,
      products: products.map(({ productId, name: title, type }) => ({ productId, name: title, type })),
    });
  }
  return workspaces;
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
