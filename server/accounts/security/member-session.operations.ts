import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { nameForLetter, sendLetter } from '../../platform/mail/mail.js';
import { operation } from '../../platform/operation.js';
import { MemberRole } from '../member.entity.js';
import { findMember, lockPerson, personOf, requireMember } from '../members/index.js';
import { findOrganization } from '../organizations/index.js';
import { endSessions, recordAccountAction } from '../sessions/index.js';
import type { EndMemberSessionsInput } from './security.types.js';

/**
 * Ends every session of a member, for an admin who fears for one; an owner's, for owners alone. The person signs in again, and a letter says who
 * did it. Tokens and keys are not touched. Answers how many ended.
 */
export const endMemberSessions = operation(
  { name: 'endMemberSessions', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function endMemberSessions(ctx, { organizationId, userId }: EndMemberSessionsInput): Promise<number> {
    const at = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      await requireMember(ctx, organizationId, MemberRole.admin, em);
      const member = await findMember(em, organizationId, userId);
      if (!member) throw new Fault('NOT_FOUND', { say: 'This person is not in the organization.' });
      if (member.role === MemberRole.owner) await requireMember(ctx, organizationId, MemberRole.owner, em);
      await lockPerson(em, userId);
      const ended = await endSessions(em, userId);
      if (ended === 0) return 0;
      const changes: Record<string, [unknown, unknown]> = { sessions: [ended, 0] };
      const { requestId } = ctx;
      const actor = personOf(ctx);
      await recordAudit(em, at, {
        chain: organizationChain(organizationId),
        actor,
        action: 'member.end_sessions',
        resource: 'member',
        resourceId: publicId('usr', userId),
        changes,
        requestId,
      });
      await recordAccountAction(em, { userId, action: 'session.revoke', at, actor, changes, requestId });
      const name = nameForLetter((await findOrganization(em, organizationId))?.name ?? '');
      await sendLetter(em, ctx.platform.log, { recipient: member.email, ...letterOf(name) });
      return ended;
    });
  },
);

const letterOf = (name: string | null): { subject: string; body: string } => ({
  subject: 'Your sessions were ended',
  body: `An admin of ${name === null ? 'an organization that you are in' : `“${name}”`} ended all your sessions. Sign in again to go on; tokens and keys work as before.\n\nIf you don't know why, ask them.\n`,
});
