import type { EntityManager } from '@mikro-orm/postgresql';
import { personChain, recordAudit } from '../../platform/audit/audit.js';
import type { Principal, RequestContext } from '../../platform/context.js';
import { updateRows } from '../../platform/database/rows.update.js';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { Credential } from '../credential.entity.js';

const AUDITED = ['name', 'scopes', 'projectId', 'expiresAt'] as const;
type Revoked = Pick<Credential, (typeof AUDITED)[number]>;

/**
 * Ends a workflow token at once, on every replica: each request reads it again. A person ends any of their own in a session; a token ends
 * itself alone, and hears of others only that it may not. Repeating it changes nothing. Answers true.
 */
export const revokeWorkflowToken = operation(
  { name: 'revokeWorkflowToken', who: ['session', 'workflow_token'], writes: true, limit: 'workflow' },
  async function revokeWorkflowToken(ctx, { tokenId }: { tokenId: string }): Promise<boolean> {
    const uuid = uuidOf('tok', tokenId);
    const owner = ownerOf(ctx.principal, uuid);
    if (uuid === null) throw noSuchToken();
    await ctx.em.transactional(async (em) => {
      const now = ctx.platform.clock.now();
      const own = { id: uuid, userId: owner.userUuid, kind: 'workflow_token' } as const;
      const live = { ...own, revokedAt: null };
      const [row] = await updateRows(em, Credential, live, { revokedAt: now }, AUDITED);
      if (row) await auditRevocation(em, ctx, { at: now, uuid, owner, row });
      else if ((await em.count(Credential, own)) === 0) throw noSuchToken();
    });
    return true;
  },
);

const noSuchToken = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such token.' });

/** Whose token it must be, and who the audit log says did it. */
function ownerOf(principal: Principal, uuid: string | null): { userUuid: string; actor: string } {
  if (principal.kind === 'session') return { userUuid: principal.userId, actor: publicId('usr', principal.userId) };
  if (principal.kind === 'workflow_token' && principal.credentialId === uuid)
    return { userUuid: principal.userId, actor: publicId('tok', principal.credentialId) };
  throw new Fault('SESSION_REQUIRED', {
    say: 'A workflow token can revoke only itself. Sign in to revoke another token.',
  });
}

const auditRevocation = (
  em: EntityManager,
  { requestId }: RequestContext,
  { at, uuid, owner, row }: { at: Date; uuid: string; owner: { userUuid: string; actor: string }; row: Revoked },
): Promise<void> =>
  recordAudit(em, at, {
    chain: personChain(owner.userUuid),
    actor: owner.actor,
    action: 'workflow_token.revoke',
    resource: 'workflow_token',
    resourceId: publicId('tok', uuid),
    changes: {
      name: [row.name, null],
      scopes: [row.scopes, null],
      projectId: [row.projectId, null],
      expiresAt: [row.expiresAt?.toISOString(), null],
      revokedAt: [null, at.toISOString()],
    },
    requestId,
  });
