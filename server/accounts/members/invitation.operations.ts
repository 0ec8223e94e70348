import { createHash, timingSafeEqual } from 'node:crypto';
import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { ANY_KIND } from '../../platform/context.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { storedEmail } from '../../platform/email.rules.js';
import { Fault } from '../../platform/fault.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { refuseBeyond } from '../../platform/limits/entry-limits.js';
import { recipientOf } from '../../platform/limits/limits.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import type { Row } from '../../platform/row.types.js';
import { Invitation, Member, MemberRole } from '../member.entity.js';
import { Organization } from '../organization.entity.js';
import {
  type AcceptInvitationInput,
  type InvitationAnswer,
  type InvitationLetterArgs,
  type InvitationList,
  type InvitationsArgs,
  type InviteMemberInput,
  invitationSorts,
  type ReceivedInvitation,
  type RevokeInvitationInput,
} from '../organization.types.js';
import { addressedTo, isOpenAt, readInvitations, revokeExpired, sendInvitation } from './invitation.query.js';
import {
  isEnough,
  ownerOf,
  personOf,
  refuseTooManyOwned,
  requireMember,
  requireVerified,
  roleToInvite,
} from './member.query.js';
import { findNames, isMemberAddress, isVerified, lockPerson } from './person.query.js';

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
 * The invitations of an organization, newest first if no order is asked for. Only those who may invite read them: they hold addresses of
 * people who are not members yet.
 */
export const listInvitations = operation(
  { name: 'invitations', who: ['session'], limit: 'workflow' },
  async function invitations(ctx, args: InvitationsArgs): Promise<InvitationList> {
    const { organizationId, open } = args;
    const page = sortedPage(LIST, args);
    await requireMember(ctx, organizationId, MemberRole.admin);
    const rows = await readInvitations(ctx.em, (of) => {
      const sent = of.where('organization_id', '=', organizationId);
      return page.narrow(open ? isOpenAt(ctx.platform.clock.now())(sent) : sent);
    });
    return page.cut(rows);
  },
);

const RECEIVED_MAX = 20;

/** The contents of an invitation's letter. Its link is the only proof, since the reader may not have an account yet. */
export const readInvitationLetter = operation(
  { name: 'invitationLetter', who: ANY_KIND, limit: 'public-read', share: 'accounts' },
  async function invitationLetter(
    { em, platform },
    { invitationId, key }: InvitationLetterArgs,
  ): Promise<ReceivedInvitation> {
    const [found] = await readInvitations(em, (of) =>
      isOpenAt(platform.clock.now())(of).where('id', '=', invitationId),
    );
    const given = createHash('sha256').update(key).digest();
    if (!found?.secretHash || !timingSafeEqual(given, found.secretHash))
      throw new Fault('NOT_FOUND', { say: 'This invitation has ended, or the link is not whole. Ask for a new one.' });
    const [received] = await describe(em, [found]);
    if (!received) throw new Error('an invitation has no organization');
    return received;
  },
);

/** The open invitations to the caller's address, once it is verified: an unverified address may belong to another person. */
export const listReceivedInvitations = operation(
  { name: 'myInvitations', who: ['session'], limit: 'workflow' },
  async function myInvitations({ em, platform, principal }): Promise<ReceivedInvitation[]> {
    if (principal.kind !== 'session' || !principal.emailVerified) return [];
    const found = await readInvitations(em, (of) =>
      isOpenAt(platform.clock.now())(of)
        .where(sql`lower(email)`, '=', sql`lower(${storedEmail(principal.email)})`)
        .orderBy('id', 'desc')
        .limit(RECEIVED_MAX),
    );
    return describe(em, found);
  },
);

/** Invitations with the names of organization and inviter; an invitation of a review has no inviter. */
async function describe(em: EntityManager, invitations: readonly Row<Invitation>[]): Promise<ReceivedInvitation[]> {
  if (invitations.length === 0) return [];
  const organizations = await em
    .getKysely<{ organization: TableOf<Organization> }>()
    .selectFrom('organization')
    .where('id', 'in', [...new Set(invitations.map(({ organizationId }) => organizationId))])
    .select(['id', 'name'])
    .execute();
  const names = new Map(organizations.map(({ id, name }) => [id, name]));
  const ofMembers = invitations.filter(({ grantedBy }) => grantedBy === 'member');
  const inviters = await findNames(
    em,
    ofMembers.map(({ invitedBy }) => invitedBy),
  );
  return invitations.flatMap(({ id, organizationId, grantedBy, invitedBy, email, role, expiresAt }) => {
    const organizationName = names.get(organizationId);
    const inviter = grantedBy === 'member' ? inviters.get(invitedBy) : undefined;
    return organizationName === undefined
      ? []
      : [{ id, organizationName, inviterName: inviter ?? null, email, role, expiresAt }];
  });
}

const INVITATION_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Invites a person by e-mail. The sender needs a verified address; only an owner may invite an owner. A member's address is a conflict, and so is an address with an open invitation. */
export const inviteMember = operation(
  { name: 'inviteMember', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function inviteMember(ctx, { organizationId, email, role }: InviteMemberInput): Promise<InvitationAnswer> {
    requireVerified(ctx);
    const { limits } = ctx.platform;
    await requireMember(ctx, organizationId, roleToInvite(role), ctx.em.fork()); // no stranger spends a recipient's budget
    await limits.count('letters-recipient', ctx.req, ctx.res, recipientOf(email));
    const now = ctx.platform.clock.now();
    try {
      return await ctx.em.transactional(async (em) => {
        // Held until the commit: a change of the sender's role then finds the invitation and ends it.
        const sender = { organization: organizationId, userId: ownerOf(ctx) };
        await em.findOne(Member, sender, { lockMode: LockMode.PESSIMISTIC_READ, refresh: true });
        await requireMember(ctx, organizationId, roleToInvite(role), em);
        if (await isMemberAddress(em, organizationId, email))
          throw new Fault('STATE_CONFLICT', {
            say: 'This person is in the organization already. Change their role among its members instead.',
          });
        await revokeExpired(em, organizationId, email, now);
        const organization = await em.findOneOrFail(Organization, { id: organizationId });
        const invitation = em.create(Invitation, {
          id: newUuid(),
          organization,
          email: storedEmail(email),
          role,
          invitedBy: ownerOf(ctx),
          createdAt: now,
          expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
          acceptedAt: null,
          revokedAt: null,
        });
        await sendInvitation(em, ctx.platform, organization.name, invitation);
        await recordAudit(em, now, {
          chain: organizationChain(organizationId),
          actor: personOf(ctx),
          action: 'member.invite',
          resource: 'invitation',
          resourceId: publicId('inv', invitation.id),
          changes: { email: [null, invitation.email], role: [null, role] },
          requestId: ctx.requestId,
        });
        const open = { organization, acceptedAt: null, revokedAt: null, expiresAt: { $gt: now } };
        refuseBeyond('invitations', await em.count(Invitation, open));
        return answerOf(invitation);
      });
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException
        ? new Fault('STATE_CONFLICT', { say: 'This address already has an open invitation.' })
        : error;
    }
  },
);

/** An invitation that was changed, as lists show it. */
function answerOf(invitation: Invitation): InvitationAnswer {
  const { id, organization, email, role, invitedBy, createdAt, expiresAt, acceptedAt, revokedAt } = invitation;
  return { id, organizationId: organization.id, email, role, invitedBy, createdAt, expiresAt, acceptedAt, revokedAt };
}

/** Gives one answer for a missing invitation, another person's and an accepted one, so that the answer tells nothing. */
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
        { fields: ['organization', 'invitedBy'], refresh: true },
      );
      if (!sent) throw noSuchInvitation();
      // Before the invitation, in the order in which a change of the role locks them.
      const sender = await em.findOne(
        Member,
        { organization: sent.organization, userId: sent.invitedBy },
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
      const userId = ownerOf(ctx);
      await lockPerson(em, userId); // after the members, in the order in which others lock both
      invitation.acceptedAt = now;
      const { organization, role } = invitation;
      const isMember = (await em.findOne(Member, { organization, userId })) !== null;
      if (!isMember) em.create(Member, { organization, userId, role, createdAt: now });
      await em.flush();
      if (!isMember && role === MemberRole.owner) await refuseTooManyOwned(em, userId);
      if (!isMember)
        await recordAudit(em, now, {
          chain: organizationChain(organization.id),
          actor: personOf(ctx),
          action: 'member.join',
          resource: 'member',
          resourceId: personOf(ctx),
          changes: { role: [null, role] },
          requestId: ctx.requestId,
        });
      return em.findOneOrFail(Organization, { id: organization.id });
    });
  },
);

/** Whether the sender of an invitation could send it now. An invitation of a review holds until the workspace has a member. */
async function isStillAllowed(em: EntityManager, sender: Member | null, invitation: Invitation): Promise<boolean> {
  const { role, grantedBy, organization } = invitation;
  if (grantedBy === 'review') return (await em.count(Member, { organization })) === 0;
  return sender !== null && isEnough(sender.role, roleToInvite(role)) && (await isVerified(em, sender.userId));
}

/** Revokes an invitation; those who may invite may also revoke. Repeating it changes nothing. An accepted invitation is a membership and stays. */
export const revokeInvitation = operation(
  { name: 'revokeInvitation', who: ['session'], writes: true, limit: 'workflow' },
  async function revokeInvitation(
    ctx,
    { organizationId, invitationId }: RevokeInvitationInput,
  ): Promise<InvitationAnswer> {
    return ctx.em.transactional(async (em) => {
      await requireMember(ctx, organizationId, MemberRole.admin, em);
      const invitation = await em.findOne(
        Invitation,
        { id: invitationId, organization: organizationId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!invitation) throw new Fault('NOT_FOUND', { say: 'There is no such invitation in this organization.' });
      await requireMember(ctx, organizationId, roleToInvite(invitation.role), em);
      if (invitation.acceptedAt)
        throw new Fault('STATE_CONFLICT', {
          say: 'This invitation was already accepted. Remove the member instead.',
        });
      if (invitation.revokedAt) return answerOf(invitation);
      const now = ctx.platform.clock.now();
      invitation.revokedAt = now;
      await em.flush();
      await recordAudit(em, now, {
        chain: organizationChain(organizationId),
        actor: personOf(ctx),
        action: 'invitation.revoke',
        resource: 'invitation',
        resourceId: publicId('inv', invitation.id),
        changes: { revokedAt: [null, now.toISOString()] },
        requestId: ctx.requestId,
      });
      return answerOf(invitation);
    });
  },
);
