import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { readRows } from '../../platform/database/rows.read.js';
import { uuidOf } from '../../platform/ids.js';
import { Organization } from '../organization.entity.js';

/** Locks an organization (a public id) until the transaction ends: what counts its records goes one after the other, on every replica. */
export const lockOrganization = (em: EntityManager, organizationId: string): Promise<unknown> =>
  em.findOne(Organization, { id: organizationId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** What others go by of an organization: whose data it sends, and the domain that it says is its own, with the day of its proof. */
export type Vendor = Pick<Organization, 'dataLabel' | 'domain' | 'domainVerifiedAt'>;

/** The organization (a public id) as a vendor, or null. */
export async function findVendor(em: EntityManager, organizationId: string): Promise<Vendor | null> {
  const [vendor] = await readRows(em, Organization, (of) => of.where('id', '=', uuidOf('org', organizationId) ?? ''), [
    'dataLabel',
    'domain',
    'domainVerifiedAt',
  ]);
  return vendor ?? null;
}
