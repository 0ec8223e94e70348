import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { publicId } from '../../platform/ids.js';
import type { Row } from '../../platform/row.types.js';
import { personOf } from '../members/index.js';
import { Organization } from '../organization.entity.js';
import { planAt } from '../plan.rules.js';
import type { OrganizationPlan } from '../plan.types.js';
import type { Product } from '../product.entity.js';

interface OrganizationTables {
  readonly organization: TableOf<Organization>;
  readonly product: TableOf<Product>;
}

/** An organization to be changed: it stays locked until the transaction ends. */
export const lockOwn = (em: EntityManager, id: string): Promise<Organization> =>
  em.findOneOrFail(Organization, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** Locks an organization until the transaction ends: transactions that count its records run one after the other, on every replica. */
export const lockOrganization = (em: EntityManager, organizationId: string): Promise<unknown> =>
  em.findOne(Organization, { id: organizationId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** A change of an organization, as its log tells it. */
export interface OrganizationChange {
  readonly action: string;
  readonly organizationId: string;
  /** Member → value before and after. */
  readonly changes: Record<string, [unknown, unknown]>;
}

/** Puts a change by the caller into the organization's log, in the transaction of the change. */
export const recordOrganizationChange = (
  ctx: RequestContext,
  em: EntityManager,
  { action, organizationId, changes }: OrganizationChange,
): Promise<void> =>
  recordAudit(em, ctx.platform.clock.now(), {
    chain: organizationChain(organizationId),
    actor: personOf(ctx),
    action,
    resource: 'organization',
    resourceId: publicId('org', organizationId),
    changes,
    requestId: ctx.requestId,
  });

type OrganizationSelection = ReturnType<typeof selectRows<Organization>>;

/** The organizations (`t`) that a condition finds. */
export const readOrganizations = (
  em: EntityManager,
  narrow: (organizations: OrganizationSelection) => OrganizationSelection,
): Promise<Row<Organization>[]> => narrow(selectRows(em, Organization)).execute();

/** One organization, or undefined. */
export const findOrganization = async (em: EntityManager, id: string): Promise<Row<Organization> | undefined> =>
  (await readOrganizations(em, (of) => of.where('t.id', '=', id)))[0];

/** An organization as a vendor: the label of its data, and its domain with the day of the proof. */
export type Vendor = Pick<Row<Organization>, 'dataLabel' | 'domain' | 'domainVerifiedAt'>;

/** The organization as a vendor, or null. */
export const findVendor = async (em: EntityManager, organizationId: string): Promise<Vendor | null> =>
  (await findOrganization(em, organizationId)) ?? null;

/** The name of an organization and its plan at a moment, or null when there is no such organization. */
export async function findPlan(
  em: EntityManager,
  organizationId: string,
  now: Date,
): Promise<{ name: string; plan: OrganizationPlan } | null> {
  const found = await findOrganization(em, organizationId);
  return found ? { name: found.name, plan: planAt(found, now) } : null;
}

/** An organization with a domain, and its products, as a review looks at them. */
export interface DomainWorkspace {
  readonly organizationId: string;
  readonly name: string;
  readonly domainVerified: boolean;
  readonly products: readonly { readonly productId: string; readonly name: string; readonly type: string }[];
}

const ORGANIZATIONS_MAX = 20;
const PRODUCTS_MAX = 100;

/** The organizations that claim a domain, verified ones first, each with its products in the order of their ids. */
export async function findWorkspaces(em: EntityManager, domain: string): Promise<DomainWorkspace[]> {
  const rows = await em
    .getKysely<OrganizationTables>()
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
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([organizationId, same]) =>
    same.slice(0, 1).map(({ name, domain_verified_at }) => ({
      organizationId,
      name,
      domainVerified: domain_verified_at !== null,
      products: same.flatMap(({ product_id: productId, product_name: title, type }) =>
        productId === null || title === null || type === null ? [] : [{ productId, name: title, type }],
      ),
    })),
  );
}

/** The name and the domain of every organization. */
export const findOrganizationNames = (em: EntityManager): Promise<Pick<Organization, 'id' | 'name' | 'domain'>[]> =>
  em
    .getKysely<OrganizationTables>()
    .selectFrom('organization')
    .select(['id', 'name', 'domain'])
    .orderBy('id')
    .execute();

/** The UUID of an organization's product, or null. */
export async function findProductUuid(
  em: EntityManager,
  organizationId: string,
  productId: string,
): Promise<string | null> {
  const product = await em
    .getKysely<OrganizationTables>()
    .selectFrom('product')
    .where('organization_id', '=', organizationId)
    .where('product_id', '=', productId)
    .select('id')
    .executeTakeFirst();
  return product?.id ?? null;
}

/** The names of products by `<domain> <productId>`. Of two organizations with one domain, the verified one decides. */
export async function findProductNames(
  em: EntityManager,
  wanted: readonly { readonly domain: string; readonly productId: string }[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const products = await em
    .getKysely<OrganizationTables>()
    .selectFrom('product as p')
    .innerJoin('organization as o', 'o.id', 'p.organization_id')
    .where(
      'p.product_id',
      'in',
      wanted.map(({ productId }) => productId),
    )
    .where(
      'o.domain',
      'in',
      wanted.map(({ domain }) => domain),
    )
    .orderBy('o.domain_verified_at', (by) => by.asc().nullsLast())
    .orderBy('o.id')
    .limit(PRODUCTS_MAX)
    .select(['o.domain', 'p.product_id as productId', 'p.name'])
    .execute();
  return new Map(products.toReversed().map(({ domain, productId, name }) => [`${domain} ${productId}`, name]));
}

/** The ids of all organizations, bare and in their order, for work that takes one after the other. */
export async function listOrganizationIds(em: EntityManager): Promise<string[]> {
  const rows = await em.getKysely<OrganizationTables>().selectFrom('organization').orderBy('id').select('id').execute();
  return rows.map(({ id }) => id);
}
