import type { Scope } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { PageArgs } from '../../platform/page.args.js';
import { idBefore, pageOf } from '../../platform/page.js';
import type { WorkflowToken, WorkflowTokenList } from './workflow-token.types.js';

interface Row {
  id: string;
  name: string;
  hint: string;
  scopes: Scope[];
  project_id: string | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string;
  revoked_at: string | null;
}

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
    const rows = await ctx.em.execute<Row[]>(
      `select c.id, c.name, c.hint, c.scopes, c.project_id, c.created_at, nullif(u.last_used_at, '-infinity') as last_used_at, c.expires_at, c.revoked_at
       from credential c left join credential_use u on u.credential_id = c.id
       where c.user_id = ? and c.kind = 'workflow_token' and c.id < ? order by c.id desc limit ?`,
      [principal.userId, idBefore(cursor), limit + 1],
    );
    const page = pageOf(rows, limit, ({ id }) => id);
    return { tokens: page.items.map(tokenOf), nextCursor: page.nextCursor };
  },
);

/** Raw SQL answers times as text. */
const tokenOf = (row: Row): WorkflowToken => ({
  id: publicId('tok', row.id),
  name: row.name,
  hint: row.hint,
  scopes: row.scopes,
  projectId: row.project_id && publicId('prj', row.project_id),
  createdAt: new Date(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  expiresAt: new Date(row.expires_at),
  revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
});
