import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import { IdentityProvider } from '../identity.entity.js';
import { Organization } from '../organization.entity.js';
import { domainOf } from './claims.rules.js';

const PROVIDER = {
  organizationId: 'uuid',
  ...membersOf(IdentityProvider, 'issuer', 'clientId', 'sealedSecret', 'passwordOwnerId', 'updatedAt'),
  ...membersOf(Organization, 'domain', 'name'),
} as const;
const SELECTED = `select p.organization_id as "organizationId", p.issuer, p.client_id as "clientId", p.sealed_secret as "sealedSecret",
     p.password_owner_id as "passwordOwnerId", p.updated_at as "updatedAt", o.domain, o.name
   from identity_provider p join organization o on o.id = p.organization_id`;

export const PROVIDER_OF_DOMAIN = new BareStatement(
  PROVIDER,
  `${SELECTED} where o.domain = ? and o.domain_verified_at is not null order by o.domain_verified_at, o.id limit 1`,
);
export const PROVIDER_OF_ORGANIZATION = new BareStatement(
  PROVIDER,
  `${SELECTED} where p.organization_id = ? and o.domain_verified_at is not null`,
);

/** The provider of an organization with a verified domain. */
export type OrganizationProvider = RowOf<typeof PROVIDER_OF_DOMAIN>;

/** Names a client at an issuer, as sessions store it: a change of either one makes it another key. No issuer has a blank in it. */
export const providerKey = ({ issuer, clientId }: Pick<OrganizationProvider, 'issuer' | 'clientId'>): string =>
  `${issuer} ${clientId}`;

/** The provider for the people of an address's domain, or null. Of two organizations with one domain, the one that verified it earlier decides. */
export async function findProviderOfAddress(em: EntityManager, email: string): Promise<OrganizationProvider | null> {
  const rows = await em.execute<RowOf<typeof PROVIDER_OF_DOMAIN>[]>(PROVIDER_OF_DOMAIN.text, [domainOf(email)]);
  return rows[0] ?? null;
}

/** The provider of an organization, or null; without a verified domain it signs no one in. */
export async function findProvider(em: EntityManager, organizationId: string): Promise<OrganizationProvider | null> {
  const rows = await em.execute<RowOf<typeof PROVIDER_OF_DOMAIN>[]>(PROVIDER_OF_ORGANIZATION.text, [organizationId]);
  return rows[0] ?? null;
}

/** Whether only single sign-on signs in an address; `userId` is the account that has it, and one owner keeps their password. */
export async function isSignOnRequired(
  em: EntityManager,
  { email, userId }: { readonly email: string; readonly userId: string | null },
): Promise<boolean> {
  const owner = (await findProviderOfAddress(em, email))?.passwordOwnerId ?? null;
  return owner !== null && owner !== userId;
}
