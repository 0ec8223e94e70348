import type { EntityManager } from '@mikro-orm/postgresql';
import { personChain, recordAudit } from '../../platform/audit.js';
import type { Principal, RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';

interface Revoked {
  name: string;
  scopes: string[];
  project_id: string | null;
  expires_at: string;
}

/**
 * Ends a workflow token at once, on every replica: each request reads it again. A person ends any of their own in a session; a token ends
 * itself alone, and hears of others only that it may not. Repeating it changes nothing. Answers true.
 */
export const revokeWorkflowToken = operation(
  { name: 'revokeWorkflowToken', who: ['session', 'workflow_token'], writes: true, limit: 'workflow' },
  async (ctx, { tokenId }: { tokenId: string }): Promise<boolean> => {
    const uuid = uuidOf('tok', tokenId);
    const owner = ownerOf(ctx.principal, uuid);
    if (uuid === null) throw noSuchToken();
    await ctx.em.transactional(async (em) => {
      const now = ctx.platform.clock.now();
      const rows = await em.execute<Revoked[]>(
        `update credential set revoked_at = ? where id = ? and user_id = ? and kind = 'workflow_token' and revoked_at is null
         returning name, scopes, project_id, expires_at`,
        [now, uuid, owner.userUuid],
      );
      if (rows[0]) await auditRevocation(em, ctx, { at: now, uuid, owner, row: rows[0] });
      else if (!(await isOwn(em, uuid, owner.userUuid))) throw noSuchToken();
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
    say: 'A workflow token revokes itself alone; another one is revoked by its owner in a session.',
  });
}

async function isOwn(em: EntityManager, uuid: string, userUuid: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    `select 1 from credential where id = ? and user_id = ? and kind = 'workflow_token'`,
    [uuid, userUuid],
  );
  return rows.length > 0;
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
      projectId: [row.project_id && publicId('prj', row.project_id), null],
      expiresAt: [new Date(row.expires_at).toISOString(), null],
      revokedAt: [null, at.toISOString()],
    },
    requestId,
  });
