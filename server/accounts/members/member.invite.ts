import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { storedEmail } from '../../platform/email.rules.js';
import { Fault } from '../../platform/fault.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { refuseBeyond } from '../../platform/limits/entry-limits.js';
import { recipientOf } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { addressedTo, Invitation, Member } from '../member.entity.js';
import { Organization } from '../organization.entity.js';
import type { InviteMemberInput } from '../organization.types.js';
import { sendInvitation } from './invitation.send.js';
import { personOf, requireMember, requireVerified, roleToInvite } from './member.require.js';
import { isMemberAddress } from './person.query.js';

const INVITATION_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Invites a person by e-mail, with a verified address of one's own; only an owner may invite an owner. A member's address, and one with an open invitation, is a conflict. */
export const inviteMember = operation(
  { name: 'inviteMember', who: ['session'], writes: true, limit: 'credential' },
  async function inviteMember(ctx, { organizationId, email, role }: InviteMemberInput): Promise<Invitation> {
    requireVerified(ctx);
    const { limits } = ctx.platform;
    await requireMember(ctx, organizationId, roleToInvite(role), ctx.em.fork()); // no stranger spends a recipient's budget
    await limits.count('letters-recipient', ctx.req, ctx.res, recipientOf(email));
    const now = ctx.platform.clock.now();
    try {
      return await ctx.em.transactional(async (em) => {
        // Held until the commit: a change of the sender's role then finds the invitation and ends it.
        const sender = { organization: organizationId, userId: personOf(ctx) };
        await em.findOne(Member, sender, { lockMode: LockMode.PESSIMISTIC_READ, refresh: true });
        await requireMember(ctx, organizationId, roleToInvite(role), em);
        if (await isMemberAddress(em, organizationId, email))
          throw new Fault('STATE_CONFLICT', {
            say: 'This person is in the organization already. Change their role among its members instead.',
          });
        await em.nativeUpdate(
          Invitation,
          { organizationId, ...addressedTo(email), acceptedAt: null, revokedAt: null, expiresAt: { $lte: now } },
          { revokedAt: now },
        );
        const organization = await em.findOneOrFail(Organization, { id: organizationId });
        const invitation = em.create(Invitation, {
          id: publicId('inv', newUuid()),
          organizationId,
          email: storedEmail(email),
          role,
          invitedBy: personOf(ctx),
          createdAt: now,
          expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
          acceptedAt: null,
          revokedAt: null,
        });
        await em.flush();
        await sendInvitation(em, ctx.platform, organization.name, invitation);
        await recordAudit(em, now, {
          chain: organizationChain(organizationId),
          actor: personOf(ctx),
          action: 'member.invite',
          resource: 'invitation',
          resourceId: invitation.id,
          changes: { email: [null, invitation.email], role: [null, role] },
          requestId: ctx.requestId,
        });
        const open = { organizationId, acceptedAt: null, revokedAt: null, expiresAt: { $gt: now } };
        refuseBeyond('invitations', await em.count(Invitation, open));
        return invitation;
      });
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException
        ? new Fault('STATE_CONFLICT', { say: 'This address already has an open invitation.' })
        : error;
    }
  },
);
