import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { organizationChain, recordAudit } from '../platform/audit.js';
import { Fault } from '../platform/fault.js';
import { newUuid, publicId, uuidOf } from '../platform/ids.js';
import { sendLetter } from '../platform/mail.js';
import { operation } from '../platform/operation.js';
import { Invitation, Member, MemberRole } from './member.entity.js';
import { personOf, requireMember, requireVerified } from './member.require.js';
import { Organization } from './organization.entity.js';
import type { AcceptInvitationInput, InviteMemberInput } from './organization.types.js';

const INVITATION_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Invites a person by e-mail; only an owner may invite an owner. An open invitation of the same address is a conflict. */
export const inviteMember = operation(
  { name: 'inviteMember', who: ['session'], writes: true, limit: 'credential' },
  async (ctx, { organizationId, email, role }: InviteMemberInput): Promise<Invitation> => {
    await requireMember(ctx, organizationId, role === MemberRole.owner ? MemberRole.owner : MemberRole.admin);
    const now = ctx.platform.clock.now();
    try {
      return await ctx.em.transactional(async (em) => {
        const organizationUuid = uuidOf('org', organizationId) ?? '';
        await em.execute(
          'update invitation set revoked_at = ? where organization_id = ? and lower(email) = lower(?) and accepted_at is null and revoked_at is null and expires_at <= ?',
          [now, organizationUuid, email, now],
        );
        const organization = await em.findOneOrFail(Organization, { id: organizationId });
        const invitation = em.create(Invitation, {
          id: publicId('inv', newUuid()),
          organizationId,
          email: email.trim().toLowerCase(),
          role,
          invitedBy: personOf(ctx),
          createdAt: now,
          expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
          acceptedAt: null,
          revokedAt: null,
        });
        await em.flush();
        const link = `${ctx.platform.config.workspaceUrl}/admin/#/invitations/${invitation.id}`;
        await sendLetter(em, {
          recipient: invitation.email,
          subject: `Invitation to ${organization.name}`,
          body: `You are invited to ${organization.name} as ${role}. Sign in with this address, verify it, and open:\n\n${link}\n`,
          link,
        });
        await recordAudit(em, now, {
          chain: organizationChain(organizationUuid),
          actor: personOf(ctx),
          action: 'member.invite',
          resource: 'invitation',
          resourceId: invitation.id,
          changes: { email: [null, invitation.email], role: [null, role] },
          requestId: ctx.requestId,
        });
        return invitation;
      });
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException
        ? new Fault('STATE_CONFLICT', { say: 'This address has an open invitation already.' })
        : error;
    }
  },
);

/** Accepts an invitation: the person's verified address must be the invited one. Repeating it answers the same organization. */
export const acceptInvitation = operation(
  { name: 'acceptInvitation', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx, { invitationId }: AcceptInvitationInput): Promise<Organization> => {
    const { principal } = ctx;
    if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      await em.execute('select 1 from invitation where id = ? for update', [uuidOf('inv', invitationId)]);
      const invitation = await em.findOne(Invitation, { id: invitationId });
      if (!invitation || invitation.email !== principal.email.toLowerCase())
        throw new Fault('NOT_FOUND', { say: 'There is no such invitation for your address.' });
      requireVerified(ctx);
      const { organizationId } = invitation;
      if (!invitation.acceptedAt) {
        if (invitation.revokedAt || invitation.expiresAt <= now)
          throw new Fault('STATE_CONFLICT', { say: 'This invitation has expired. Ask for a new one.' });
        invitation.acceptedAt = now;
        const userId = personOf(ctx);
        const isMember = (await em.findOne(Member, { organizationId, userId })) !== null;
        if (!isMember) em.create(Member, { organizationId, userId, role: invitation.role, createdAt: now });
        await em.flush();
        if (!isMember)
          await recordAudit(em, now, {
            chain: organizationChain(organizationId),
            actor: userId,
            action: 'member.join',
            resource: 'member',
            resourceId: userId,
            changes: { role: [null, invitation.role] },
            requestId: ctx.requestId,
          });
      }
      return em.findOneOrFail(Organization, { id: organizationId });
    });
  },
);
