import type { EntityManager } from '@mikro-orm/postgresql';
import { organizationChain, recordAudit } from '../../platform/audit.js';
import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { Invitation, Member } from '../member.entity.js';
import { Organization } from '../organization.entity.js';
import type { AcceptInvitationInput } from '../organization.types.js';
import { isEnough, personOf, requireVerified, roleToInvite } from './member.require.js';

/** One answer for an invitation that does not exist, belongs to another person, or was accepted before: it tells nothing. */
const noSuchInvitation = (): Fault =>
  new Fault('NOT_FOUND', { say: 'There is no such invitation for your address, or it was accepted before.' });

/** Accepts an invitation, once: the person's verified address must be the invited one, and its sender must still be allowed to invite. */
export const acceptInvitation = operation(
  { name: 'acceptInvitation', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx, { invitationId }: AcceptInvitationInput): Promise<Organization> => {
    const { principal } = ctx;
    if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
    requireVerified(ctx);
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const id = uuidOf('inv', invitationId);
      const [sent] = await em.execute<{ organization_id: string; invited_by: string }[]>(
        'select organization_id, invited_by from invitation where id = ? and lower(email) = lower(?)',
        [id, principal.email],
      );
      if (!sent) throw noSuchInvitation();
      await lockMember(em, sent); // before the invitation, in the order in which a change of the role locks them
      await em.execute('select 1 from invitation where id = ? for update', [id]);
      const invitation = await em.findOneOrFail(Invitation, { id: invitationId });
      if (invitation.acceptedAt) throw noSuchInvitation();
      if (invitation.revokedAt || invitation.expiresAt <= now || !(await isStillAllowed(em, invitation)))
        throw new Fault('STATE_CONFLICT', { say: 'This invitation has ended. Ask for a new one.' });
      invitation.acceptedAt = now;
      const { organizationId, role } = invitation;
      const userId = personOf(ctx);
      const isMember = (await em.findOne(Member, { organization: organizationId, userId })) !== null;
      if (!isMember) em.create(Member, { organization: organizationId, userId, role, createdAt: now });
      await em.flush();
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

const lockMember = (em: EntityManager, sent: { organization_id: string; invited_by: string }): Promise<unknown> =>
  em.execute('select 1 from member where organization_id = ? and user_id = ? for share', [
    sent.organization_id,
    sent.invited_by,
  ]);

/** Whether the person who sent an invitation could send it now. */
async function isStillAllowed(em: EntityManager, { organizationId, invitedBy, role }: Invitation): Promise<boolean> {
  const sender = await em.findOne(Member, { organization: organizationId, userId: invitedBy });
  if (!sender || !isEnough(sender.role, roleToInvite(role))) return false;
  const verified = await em.execute<unknown[]>('select 1 from auth."user" where id = ? and "emailVerified"', [
    uuidOf('usr', invitedBy),
  ]);
  return verified.length > 0;
}
