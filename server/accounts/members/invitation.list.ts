import { sql } from 'kysely';
import { readRows } from '../../platform/database/rows.read.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { Invitation, MemberRole } from '../member.entity.js';
import { type InvitationList, type InvitationsArgs, invitationSorts } from '../organization.types.js';
import { requireMember } from './member.require.js';

const LIST: SortedListOf<typeof invitationSorts> = {
  name: 'invitations',
  sorts: invitationSorts,
  tie: { by: sql`t.id`, type: 'uuid' },
  by: {
    created: null,
    email: { by: sql`lower(t.email)`, type: 'text' },
    role: { by: sql`t.role`, type: 'text' },
  },
  naming: [sql`t.email`],
};

/**
 * The invitations of an organization, newest first if no order is asked for, for those who may send one: they hold addresses of people who
 * are in nothing yet.
 */
export const listInvitations = operation(
  { name: 'invitations', who: ['session'], limit: 'workflow' },
  async function invitations(ctx, args: InvitationsArgs): Promise<InvitationList> {
    const { organizationId, open } = args;
    const page = sortedPage(LIST, args);
    await requireMember(ctx, organizationId, MemberRole.admin);
    const rows = await readRows(ctx.em, Invitation, (of) => {
      const sent = of.where('organization_id', '=', uuidOf('org', organizationId) ?? '');
      if (!open) return page.narrow(sent);
      const acceptable = sent.where('accepted_at', 'is', null).where('revoked_at', 'is', null);
      return page.narrow(acceptable.where('expires_at', '>', ctx.platform.clock.now()));
    });
    return page.cut(rows);
  },
);
