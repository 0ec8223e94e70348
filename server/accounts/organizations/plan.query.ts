import type { EntityManager } from '@mikro-orm/postgresql';
import { readRows } from '../../platform/database/rows.read.js';
import { uuidOf } from '../../platform/ids.js';
import { Organization } from '../organization.entity.js';
import { planAt } from '../plan.rules.js';
import type { OrganizationPlan } from '../plan.types.js';

/** The name of an organization (a public id) and its plan at a moment, or null when there is no such organization. */
export async function findPlan(
  em: EntityManager,
  organizationId: string,
  now: Date,
): Promise<{ name: string; plan: OrganizationPlan } | null> {
  const [found] = await readRows(em, Organization, (of) => of.where('id', '=', uuidOf('org', organizationId) ?? ''), [
    'name',
    'plan',
    'planSince',
    'planUntil',
    'planGrantedBy',
    'createdAt',
  ]);
  return found ? { name: found.name, plan: planAt(found, now) } : null;
}
