import type { EntityManager } from '@mikro-orm/postgresql';
import type { TrackingBinding } from '../../platform/context.js';
import { readRows, type TableOf } from '../../platform/database/rows.read.js';
import { Credential } from '../credential.entity.js';
import { Member, MemberRole } from '../member.entity.js';
import { Product, ProductName } from '../product.entity.js';

/** What the look-up reads of a credential. */
const FOUND = [
  'id',
  'kind',
  'name',
  'hint',
  'organizationId',
  'productUuid',
  'userId',
  'projectId',
  'scopes',
  'createdBy',
  'expiresAt',
  'revokedAt',
] as const;
export type FoundCredential = Pick<Credential, (typeof FOUND)[number]>;

/** Finds a credential by the SHA-256 of its token: the one look-up of all kinds. */
export async function findCredential(em: EntityManager, hash: Buffer): Promise<FoundCredential | null> {
  const [found] = await readRows(em, Credential, (of) => of.where('hash', '=', hash), FOUND);
  return found ?? null;
}

interface RightsTables {
  readonly member: TableOf<Member>;
  readonly product: TableOf<Product>;
}

/**
 * Whether the creator of an enterprise key may still create it, and its product is still there: a key ends with its creator's rights, its
 * product and its organization (decisions §9). Ids are bare UUIDs.
 */
export async function hasCreatorsRights(
  em: EntityManager,
  { organizationId, productUuid, createdBy }: { organizationId: string; productUuid: string; createdBy: string },
): Promise<boolean> {
  const found = await em
    .getKysely<RightsTables>()
    .selectFrom('member')
    .innerJoin('product', 'product.organization_id', 'member.organization_id')
    .where('member.organization_id', '=', organizationId)
    .where('member.user_id', '=', createdBy)
    .where('member.role', 'in', [MemberRole.owner, MemberRole.admin])
    .where('product.id', '=', productUuid)
    .select('member.role')
    .executeTakeFirst();
  return found !== undefined;
}

/** What a tracking key is bound to: its organization and product (bare UUIDs) with every name that events may use. */
export async function loadBinding(
  em: EntityManager,
  organizationId: string,
  productUuid: string,
): Promise<TrackingBinding | null> {
  const product = await em.findOne(
    Product,
    { organization: organizationId, id: productUuid },
    { populate: ['organization'], disableIdentityMap: true },
  );
  if (!product) return null;
  const names = await em.find(ProductName, { organizationId, productUuid }, { disableIdentityMap: true });
  const { domain, dataLabel } = product.organization.getEntity();
  return {
    organizationId,
    productUuid,
    productId: product.productId,
    productName: product.name,
    productType: product.type,
    vendorDomain: domain,
    dataLabel,
    version: product.version,
    aliases: names.map(({ name }) => name).filter((name) => name !== product.productId),
  };
}
