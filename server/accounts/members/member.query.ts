import type { EntityManager } from '@mikro-orm/postgresql';
import { type AuditChain, personChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { refuseBeyond } from '../../platform/limits/entry-limits.js';
import { Member, MemberRole } from '../member.entity.js';

/** The roles that include a role. */
const ENOUGH: Record<MemberRole, readonly MemberRole[]> = {
  [MemberRole.reader]: [MemberRole.reader, MemberRole.member, MemberRole.admin, MemberRole.owner],
  [MemberRole.member]: [MemberRole.member, MemberRole.admin, MemberRole.owner],
  [MemberRole.admin]: [MemberRole.admin, MemberRole.owner],
  [MemberRole.owner]: [MemberRole.owner],
};

/** Whether a role includes another. */
export const isEnough = (role: MemberRole, needed: MemberRole): boolean => ENOUGH[needed].includes(role);

/** The role that may invite to a role: ownership is an owner's to give. */
export const roleToInvite = (role: MemberRole): MemberRole =>
  role === MemberRole.owner ? MemberRole.owner : MemberRole.admin;

/** The public id of the person, for the audit log of operations that declare `who: ['session']`. */
export function personOf({ principal }: RequestContext): string {
  if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
  return publicId('usr', principal.userId);
}

/**
 * The caller's membership, asked of the database each time: a role that was taken away is gone at once.
 * A stranger gets NOT_FOUND, for an organization's existence is not disclosed; a member of lesser role NOT_A_MEMBER.
 */
export async function requireMember(
  ctx: RequestContext,
  organizationId: string,
  role: MemberRole,
  em: EntityManager = ctx.em,
): Promise<Pick<Member, 'role'>> {
  const { principal } = ctx;
  if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
  const member = await em
    .getKysely<{ readonly member: TableOf<Member> }>()
    .selectFrom('member')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', principal.userId)
    .select('role')
    .executeTakeFirst();
  if (!member) throw new Fault('NOT_FOUND', { say: 'There is no such organization, or you are not in it.' });
  if (!isEnough(member.role, role))
    throw new Fault('NOT_A_MEMBER', { say: `This needs the role ${role}; yours is ${member.role}.` });
  return member;
}

/** Refuses one organization too many of a person who has just become an owner. The caller holds `lockPerson`. */
export async function refuseTooManyOwned(em: EntityManager, userId: string): Promise<void> {
  refuseBeyond('organizations', await em.count(Member, { userId, role: MemberRole.owner }));
}

/** The public id of the signed-in reviewer who calls; anyone else is refused with the role that is needed. An operator grants it (`dai role grant`). */
export function reviewerOf(ctx: RequestContext): string {
  if (ctx.principal.kind !== 'session' || !ctx.principal.reviewer)
    throw new Fault('NOT_A_MEMBER', { say: 'This needs the reviewer role.' });
  return personOf(ctx);
}

/** The caller as the owner of private records: the signed-in person, or the owner of the token. */
export function ownerOf({ principal }: RequestContext): string {
  if (principal.kind !== 'session' && principal.kind !== 'workflow_token') throw new Fault('SESSION_REQUIRED');
  return principal.userId;
}

/** The public id of the actor, for the audit log: the person, or the token of an agent. */
export function actorOf({ principal }: RequestContext): string {
  if (principal.kind === 'session') return publicId('usr', principal.userId);
  if (principal.kind !== 'workflow_token') throw new Fault('SESSION_REQUIRED');
  return publicId('tok', principal.credentialId);
}

/** The one project that a project-scoped token may see; null for all other callers. */
export const boundProjectOf = ({ principal }: RequestContext): string | null =>
  principal.kind === 'workflow_token' ? principal.projectId : null;

/** Refuses a person without a verified address: until then no invitation is sent or accepted, no offer is claimed and no approval counts (decisions §2). */
export function requireVerified({ principal }: RequestContext): void {
  if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
  if (!principal.emailVerified)
    throw new Fault('STATE_CONFLICT', { say: 'Verify your email address first. The link was sent to it.' });
}

/** One act of a person or of their workflow token, as the audit log takes it. */
export interface PersonAction {
  /** The actor's chain, unless another is named. */
  readonly chain?: AuditChain;
  readonly action: string;
  readonly resource: string;
  /** A public id. */
  readonly resourceId: string;
  readonly revision: number;
  readonly changes: Record<string, [unknown, unknown]>;
  readonly reason?: string;
}

/** Writes an act into the audit log; must be called in the transaction of the change. */
export const recordAction = (ctx: RequestContext, em: EntityManager, action: PersonAction): Promise<void> =>
  recordAudit(em, ctx.platform.clock.now(), {
    chain: personChain(ownerOf(ctx)),
    actor: actorOf(ctx),
    requestId: ctx.requestId,
    ...action,
  });
