import { sql } from 'kysely';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { type CredentialSelection, type ListedCredential, readCredentials } from './credential.query.js';
import {
  TokenState,
  tokenSorts,
  type WorkflowToken,
  type WorkflowTokenList,
  type WorkflowTokensArgs,
} from './workflow-token.types.js';

const LIST: SortedListOf<typeof tokenSorts> = {
  name: 'workflowTokens',
  sorts: tokenSorts,
  tie: { by: sql`c.id`, type: 'uuid' },
  by: {
    created: null,
    name: { by: sql`lower(c.name)`, type: 'text' },
    expires: { by: sql`c.expires_at`, type: 'time' },
  },
  naming: [sql`c.name`],
};

/** A state as it is now, as a condition. */
const inStates = (tokens: CredentialSelection, states: readonly TokenState[], now: Date): CredentialSelection =>
  tokens.where((is) => {
    const conditions = {
      [TokenState.revoked]: is('c.revoked_at', 'is not', null),
      [TokenState.expired]: is.and([is('c.revoked_at', 'is', null), is('c.expires_at', '<=', now)]),
      [TokenState.active]: is.and([is('c.revoked_at', 'is', null), is('c.expires_at', '>', now)]),
    };
    return is.or(states.map((state) => conditions[state]));
  });

/** The caller's workflow tokens, newest first if no order is asked for, ended ones too; never a token. */
export const listWorkflowTokens = operation(
  {
    name: 'workflowTokens',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function workflowTokens(ctx, args: WorkflowTokensArgs): Promise<WorkflowTokenList> {
    const { principal } = ctx;
    if (principal.kind !== 'session' && principal.kind !== 'workflow_token') throw new Fault('SESSION_REQUIRED');
    const page = sortedPage(LIST, args);
    const rows = await readCredentials(ctx.em, (of) => {
      const own = of.where('c.user_id', '=', principal.userId).where('c.kind', '=', 'workflow_token');
      return page.narrow(args.state?.length ? inStates(own, args.state, ctx.platform.clock.now()) : own);
    });
    const { items, nextCursor } = page.cut(rows);
    return { tokens: items.map(tokenOf), nextCursor };
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
