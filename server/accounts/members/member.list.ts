import { operation } from '../../platform/operation.js';
import { MemberRole } from '../member.entity.js';
import type { MembersArgs, OrganizationMember } from '../organization.types.js';
import { requireMember } from './member.require.js';
import { findMembers } from './person.query.js';

/** The people of an organization, for any of its members, in the order in which they joined if no other is asked for. */
export const listMembers = operation(
  { name: 'members', who: ['session'], limit: 'workflow' },
  async function members(ctx, { organizationId, sort, q }: MembersArgs): Promise<OrganizationMember[]> {
    await requireMember(ctx, organizationId, MemberRole.member);
    return findMembers(ctx.em, organizationId, { sort, q });
  },
);
