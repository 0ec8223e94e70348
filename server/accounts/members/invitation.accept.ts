import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import { addressedTo, Invitation, Member, MemberRole } from '../member.entity.js';
import { Organization } from '../organization.entity.js';
import type { AcceptInvitationInput } from '../organization.types.js';
import { isEnough, ownerOf, personOf, refuseTooManyOwned, requireVerified, roleToInvite } from './member.require.js';
import { isVerified, lockPerson } from './person.query.js';

/** One answer for an invitation that does not exist, belongs to another person, or was accepted before: it tells nothing. */
const noSuchInvitation = (): Fault =>
  new Fault('NOT_FOUND', { say: 'There is no such invitation for your address, or it was accepted before.' });

/** Accepts an invitation, once: the person's verified address must be the invited one, and its sender must still be allowed to invite. */
export const acceptInvitation = operation(
  { name: 'acceptInvitation', who: ['session'], writes: true, limit: 'workflow' },
  async function acceptInvitation(ctx, { invitationId }: AcceptInvitationInput): Promise<Organization> {
    const { principal } = ctx;
    if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
    requireVerified(ctx);
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const sent = await em.findOne(
        Invitation,
        { id: invitationId, ...addressedTo(principal.email) },
        { fields: ['organizationId', 'invitedBy'], refresh: true },
      );
      if (!sent) throw noSuchInvitation();
      // Before the invitation, in the order in which a change of the role locks them.
      const sender = await em.findOne(
        Member,
        { organization: sent.organizationId, userId: sent.invitedBy },
        { lockMode: LockMode.PESSIMISTIC_READ, refresh: true },
      );
      const invitation = await em.findOneOrFail(
        Invitation,
        { id: invitationId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (invitation.acceptedAt) throw noSuchInvitation();
      if (invitation.revokedAt || invitation.expiresAt <= now || !(await isStillAllowed(em, sender, invitation)))
        throw new Fault('STATE_CONFLICT', { say: 'This invitation has expired. Ask for a new one.' });
      await lockPerson(em, ownerOf(ctx)); // after the members, in the order in which others lock both
      invitation.acceptedAt = now;
      const { organizationId, role } = invitation;
      const userId = personOf(ctx);
      const isMember = (await em.findOne(Member, { organization: organizationId, userId })) !== null;
      if (!isMember) em.create(Member, { organization: organizationId, userId, role, createdAt: now });
      await em.flush();
      if (!isMember && role === MemberRole.owner) await refuseTooManyOwned(em, userId);
      if (!isMember)
        await recordAudit(em, now, {
          chain: organizationChain(organizationId),
          actor: userId,
          action: 'member.join',
          resource: 'member',
          resourceId: userId,
          changes: { role: [null, role] },
          requestId: ctx.requestId,
        });
      return em.findOneOrFail(Organization, { id: organizationId });
    });
  },
);

/** Whether the person who sent an invitation could send it now; one of a review holds until the workspace has a member. */
async function isStillAllowed(em: EntityManager, sender: Member | null, invitation: Invitation): Promise<boolean> {
  const { role, grantedBy, organizationId } = invitation;
  if (grantedBy === 'review') return (await em.count(Member, { organization: organizationId })) === 0;
  return sender !== null && isEnough(sender.role, roleToInvite(role)) && (await isVerified(em, sender.userId));
}
