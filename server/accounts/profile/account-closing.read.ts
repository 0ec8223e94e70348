import type { EntityManager } from '@mikro-orm/postgresql';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { AccountsParts } from '../accounts.open.js';
import { Member, MemberRole } from '../member.entity.js';
import { personOf } from '../members/index.js';
import type { AccountClosing, ClosingObstacle } from './profile.types.js';

/** What is left of a person after their account is closed, and why. */
const REMAINS = [
  {
    kind: 'audit log',
    reason:
      'The entries of what you did stay in their chains, under the id of your account: a log that loses entries proves nothing. An operator can erase the values in them.',
  },
  {
    kind: 'organizations',
    reason: 'Products, keys and events belong to the organization and stay with its other members.',
  },
  {
    kind: 'relayed events',
    reason:
      'Events that were delivered to a vendor with your consent stay there under a random id, which then leads to no one.',
  },
];

/** The organizations whose only owner a person is: without another one no person could manage them. */
export async function findObstacles(em: EntityManager, userId: string): Promise<ClosingObstacle[]> {
  const owned = await em.find(
    Member,
    { userId, role: MemberRole.owner },
    { populate: ['organization'], orderBy: { createdAt: 'asc' } },
  );
  const ids = owned.map(({ organization }) => organization.id);
  const owners = await em.find(Member, { organization: { $in: ids }, role: MemberRole.owner, userId: { $ne: userId } });
  const shared = new Set(owners.map(({ organization }) => organization.id));
  return owned
    .filter(({ organization }) => !shared.has(organization.id))
    .map(({ organization }) => ({ organizationId: organization.id, name: organization.unwrap().name }));
}

/** What closing the account would delete and leave, and what stands against it; changes nothing. */
export const readAccountClosing = operation<Record<string, never>, AccountClosing, AccountsParts>(
  { name: 'accountClosing', who: ['session'], limit: 'workflow' },
  async function accountClosing(ctx) {
    const userId = personOf(ctx);
    const counts = await ctx.parts.countPersonalRecords(ctx.em, uuidOf('usr', userId) ?? '');
    return {
      deleted: counts.filter(({ count }) => count > 0),
      remains: REMAINS,
      obstacles: await findObstacles(ctx.em, userId),
    };
  },
);
