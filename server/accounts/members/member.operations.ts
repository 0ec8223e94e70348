import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { Member, MemberRole } from '../member.entity.js';
import type {
  ChangeMemberRoleInput,
  MembersArgs,
  OrganizationMember,
  RemoveMemberInput,
} from '../organization.types.js';
import { endRights } from './invitation.query.js';
import { personOf, refuseTooManyOwned, requireMember } from './member.query.js';
import { findMember, findMembers, lockPerson } from './person.query.js';

/** The people of an organization, for any of its members, in the order in which they joined if no other is asked for. */
export const listMembers = operation(
  { name: 'members', who: ['session'], limit: 'workflow' },
  async function members(ctx, { organizationId, sort, q }: MembersArgs): Promise<OrganizationMember[]> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    return findMembers(ctx.em, organizationId, { sort, q });
  },
);

/** Changes a member's role; owners are made and unmade by owners, and the last owner stays one. */
export const changeMemberRole = operation(
  { name: 'changeMemberRole', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  async function changeMemberRole(
    ctx,
    { organizationId, userId, role }: ChangeMemberRoleInput,
  ): Promise<OrganizationMember> {
    return ctx.em.transactional(async (em) => {
      const member = await lockMember(em, ctx, organizationId, userId, role === MemberRole.owner);
      if (role === MemberRole.owner) await lockPerson(em, userId); // their organizations are counted below
      if (member.role === MemberRole.owner && role !== MemberRole.owner) await refuseLastOwner(em, organizationId);
      const before = member.role;
      member.role = role;
      await em.flush();
      if (before !== role) {
        if (role === MemberRole.owner) await refuseTooManyOwned(em, userId);
        const ended = await endRights(em, { organizationId, userId, role }, ctx.platform.clock.now());
        await tell(em, ctx, organizationId, 'member.role', userId, { role: [before, role], ...ended });
      }
      const changed = await findMember(em, organizationId, userId);
      if (!changed) throw new Fault('NOT_FOUND');
      return changed;
    });
  },
);

/** Takes a person out of the organization; their rights, and the invitations that they sent, end with the commit. Answers true when they were in it. */
export const removeMember = operation(
  { name: 'removeMember', who: ['session'], writes: true, limit: 'workflow' },
  async function removeMember(ctx, { organizationId, userId }: RemoveMemberInput): Promise<boolean> {
    return ctx.em.transactional(async (em) => {
      const member = await lockMember(em, ctx, organizationId, userId, false);
      if (member.role === MemberRole.owner) await refuseLastOwner(em, organizationId);
      const { role } = member;
      await em.remove(member).flush();
      const ended = await endRights(em, { organizationId, userId, role: null }, ctx.platform.clock.now());
      await tell(em, ctx, organizationId, 'member.remove', userId, { role: [role, null], ...ended });
      return true;
    });
  },
);

async function lockMember(
  em: EntityManager,
  ctx: RequestContext,
  organizationId: string,
  userId: string,
  ownerNeeded: boolean,
): Promise<Member> {
  await em.find(
    Member,
    { organization: organizationId },
    { orderBy: { userId: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  await requireMember(ctx, organizationId, ownerNeeded ? MemberRole.owner : MemberRole.admin, em);
  const member = await em.findOne(Member, { organization: organizationId, userId });
  if (!member) throw new Fault('NOT_FOUND', { say: 'This person is not in the organization.' });
  if (member.role === MemberRole.owner) await requireMember(ctx, organizationId, MemberRole.owner, em);
  return member;
}

async function refuseLastOwner(em: EntityManager, organizationId: string): Promise<void> {
  if ((await em.count(Member, { organization: organizationId, role: MemberRole.owner })) <= 1)
    throw new Fault('STATE_CONFLICT', { say: 'An organization needs an owner. Make another person an owner first.' });
}

const tell = (
  em: EntityManager,
  ctx: RequestContext,
  organizationId: string,
  action: string,
  userId: string,
  changes: Record<string, [unknown, unknown]>,
): Promise<void> =>
  recordAudit(em, ctx.platform.clock.now(), {
    chain: organizationChain(organizationId),
    actor: personOf(ctx),
    action,
    resource: 'member',
    resourceId: publicId('usr', userId),
    changes,
    requestId: ctx.requestId,
  });
