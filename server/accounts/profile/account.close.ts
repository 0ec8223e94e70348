import { LockMode } from '@mikro-orm/core';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { AccountsParts } from '../accounts.open.js';
import { endWorkflowTokens } from '../credentials/index.js';
import { endEnterpriseKeys } from '../enterprise-keys.end.js';
import { Member } from '../member.entity.js';
import { endInvitations, lockPerson, personOf } from '../members/index.js';
import { forgetLinks, recordAccountAction } from '../sessions/index.js';
import { findObstacles } from './account-closing.read.js';
import { requirePassword } from './password.require.js';
import { deleteUser } from './profile.query.js';
import type { CloseAccountInput } from './profile.types.js';

/**
 * Closes the account in one transaction: sessions, tokens, consents and everything private ends and is deleted, memberships end. Refused
 * while the person is the only owner of an organization. Answers true; there is no way back.
 */
export const closeAccount = operation<CloseAccountInput, boolean, AccountsParts>(
  { name: 'closeAccount', who: ['session'], writes: true, limit: 'credential' },
  async function closeAccount(ctx, { currentPassword }) {
    const userId = personOf(ctx);
    const userUuid = uuidOf('usr', userId) ?? '';
    await requirePassword(ctx.parts.signIn, userUuid, currentPassword);
    const at = ctx.platform.clock.now();
    await ctx.em.transactional(async (em) => {
      const memberships = await em.find(Member, { userId }, { orderBy: { organization: 'asc' } });
      const organizations = memberships.map(({ organization }) => organization.id);
      // As a change of roles does: two owners who leave at once must not leave an organization without one.
      await em.find(
        Member,
        { organization: { $in: organizations } },
        { orderBy: { organization: 'asc', userId: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      await lockPerson(em, userUuid);
      const obstacles = await findObstacles(em, userId);
      if (obstacles.length > 0)
        throw new Fault('STATE_CONFLICT', {
          say: `You are the only owner of ${obstacles.map(({ name }) => `“${name}”`).join(', ')}: make another person owner first.`,
        });
      for (const organizationId of organizations) {
        const left = { organizationId, userId, role: null };
        const ended = await endInvitations(em, left, at);
        const keys = await endEnterpriseKeys(em, left, at);
        await recordAudit(em, at, {
          chain: organizationChain(organizationId),
          actor: userId,
          action: 'member.remove',
          resource: 'member',
          resourceId: userId,
          changes: {
            ...(ended.length > 0 ? { invitations: [ended, []] } : {}),
            ...(keys.length > 0 ? { enterpriseKeys: [keys, []] } : {}),
          },
          requestId: ctx.requestId,
        });
      }
      const tokens = await endWorkflowTokens(em, userUuid, at);
      const connections = await ctx.parts.endConnections(em, userUuid, at);
      await forgetLinks(em, userUuid);
      await recordAccountAction(em, {
        userUuid,
        action: 'account.close',
        at,
        changes: { workflowTokens: [tokens, []], connections: [connections, []] },
        requestId: ctx.requestId,
      });
      await deleteUser(em, userUuid);
    });
    return true;
  },
);
