import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { MemberRole } from '../member.entity.js';
import type { OrganizationArgs, OrganizationMember } from '../organization.types.js';
import { requireMember } from './member.require.js';

/** The people of an organization, for any of its members. */
export const listMembers = operation(
  { name: 'members', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId }: OrganizationArgs): Promise<OrganizationMember[]> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    return findMembers(ctx.em, organizationId);
  },
);

interface Row {
  user_id: string;
  email: string;
  name: string;
  role: MemberRole;
  created_at: Date;
}

/** Members with their names and addresses, in the order in which they joined. */
export async function findMembers(em: EntityManager, organizationId: string): Promise<OrganizationMember[]> {
  const rows = await em.execute<Row[]>(
    'select m.user_id, u.email, u.name, m.role, m.created_at from member m join auth."user" u on u.id = m.user_id where m.organization_id = ? order by m.created_at, m.user_id',
    [uuidOf('org', organizationId)],
  );
  return rows.map((row) => ({
    userId: publicId('usr', row.user_id),
    email: row.email,
    name: row.name,
    role: row.role,
    since: new Date(row.created_at),
  }));
}
