import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { idBefore, pageOf } from '../../platform/paging/page.js';
import { Invitation, MemberRole } from '../member.entity.js';
import type { InvitationList, InvitationsArgs } from '../organization.types.js';
import { requireMember } from './member.require.js';

/** The invitations of an organization, newest first, for those who may send one: they hold addresses of people who are in nothing yet. */
export const listInvitations = operation(
  { name: 'invitations', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, open, limit, cursor }: InvitationsArgs): Promise<InvitationList> => {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const rows = await ctx.em.find(
      Invitation,
      {
        organizationId,
        id: { $lt: publicId('inv', idBefore(cursor)) },
        ...(open ? { acceptedAt: null, revokedAt: null, expiresAt: { $gt: ctx.platform.clock.now() } } : {}),
      },
      { orderBy: { id: 'desc' }, limit: limit + 1 },
    );
    return pageOf(rows, limit, ({ id }) => uuidOf('inv', id) ?? '');
  },
);
