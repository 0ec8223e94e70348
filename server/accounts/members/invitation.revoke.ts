import { LockMode } from '@mikro-orm/core';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import { Invitation, MemberRole } from '../member.entity.js';
import type { RevokeInvitationInput } from '../organization.types.js';
import { personOf, requireMember, roleToInvite } from './member.require.js';

/** Takes an invitation back; who may send one may also revoke one. Repeating it changes nothing, and an accepted one is a membership. */
export const revokeInvitation = operation(
  { name: 'revokeInvitation', who: ['session'], writes: true, limit: 'workflow' },
  async function revokeInvitation(ctx, { organizationId, invitationId }: RevokeInvitationInput): Promise<Invitation> {
    return ctx.em.transactional(async (em) => {
      await requireMember(ctx, organizationId, MemberRole.admin, em);
      const invitation = await em.findOne(
        Invitation,
        { id: invitationId, organizationId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!invitation) throw new Fault('NOT_FOUND', { say: 'There is no such invitation in this organization.' });
      await requireMember(ctx, organizationId, roleToInvite(invitation.role), em);
      if (invitation.acceptedAt)
        throw new Fault('STATE_CONFLICT', {
          say: 'This invitation was already accepted. Remove the member instead.',
        });
      if (invitation.revokedAt) return invitation;
      const now = ctx.platform.clock.now();
      invitation.revokedAt = now;
      await em.flush();
      await recordAudit(em, now, {
        chain: organizationChain(organizationId),
        actor: personOf(ctx),
        action: 'invitation.revoke',
        resource: 'invitation',
        resourceId: invitation.id,
        changes: { revokedAt: [null, now.toISOString()] },
        requestId: ctx.requestId,
      });
      return invitation;
    });
  },
);
