import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { PageArgs } from '../../platform/paging/page.args.js';
import { idBefore, pageOf } from '../../platform/paging/page.js';
import { type ListedCredential, readCredentials } from './credential.query.js';
import type { WorkflowToken, WorkflowTokenList } from './workflow-token.types.js';

/** The caller's workflow tokens, newest first, ended ones too; never a token. */
export const listWorkflowTokens = operation(
  {
    name: 'workflowTokens',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async (ctx, { limit, cursor }: PageArgs): Promise<WorkflowTokenList> => {
    const { principal } = ctx;
    if (principal.kind !== 'session' && principal.kind !== 'workflow_token') throw new Fault('SESSION_REQUIRED');
    const rows = await readCredentials(ctx.em, (of) =>
      of
        .where('c.user_id', '=', principal.userId)
        .where('c.kind', '=', 'workflow_token')
        .where('c.id', '<', idBefore(cursor))
        .orderBy('c.id', 'desc')
        .limit(limit + 1),
    );
    const page = pageOf(rows, limit, ({ id }) => id);
    return { tokens: page.items.map(tokenOf), nextCursor: page.nextCursor };
  },
);

function tokenOf({
  id,
  name,
  hint,
  scopes,
  projectId,
  createdAt,
  lastUsedAt,
  expiresAt,
  revokedAt,
}: ListedCredential): WorkflowToken {
  if (expiresAt === null) throw new Error(`the workflow token ${id} has no end`);
  return { id: publicId('tok', id), name, hint, scopes, projectId, createdAt, lastUsedAt, expiresAt, revokedAt };
}
