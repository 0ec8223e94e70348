import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { personChain, recordAudit } from '../../platform/audit/audit.js';
import type { Principal, RequestContext, Scope } from '../../platform/context.js';
import { ANY_KIND } from '../../platform/context.js';
import { updateRows } from '../../platform/database/rows.update.js';
import { Fault } from '../../platform/fault.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { newUuid, publicId, readId } from '../../platform/ids.js';
import { refuseBeyond } from '../../platform/limits/entry-limits.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { refuseCredentials } from '../../platform/secrets/secret.refuse.js';
import { VERSION } from '../../platform/version.js';
import type { AccountsContext } from '../accounts.context.js';
import { Credential, CredentialUse } from '../credential.entity.js';
import { generateToken, hashToken, hintOf, scopeProblems, scopesOf } from '../credential.rules.js';
import { readFactor, readRequirements } from '../factors/index.js';
import { lockPerson, ownerOf, personOf } from '../members/index.js';
import { credentialId, inStates, type ListedCredential, readCredentials } from './credential.query.js';
import { clientConfigs, mcpConfigOf } from './mcp-config.rules.js';
import type { McpConfig } from './mcp-config.types.js';
import {
  type CreatedWorkflowToken,
  type CreateWorkflowTokenInput,
  TOKEN_DAYS,
  tokenSorts,
  type WorkflowToken,
  type WorkflowTokenList,
  type WorkflowTokensArgs,
} from './workflow-token.types.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How MCP hosts reach this service, public: the same answer for all, without a token (decisions §6). */
export const readMcpConfig = operation(
  { name: 'mcpConfig', who: ANY_KIND, limit: 'public-read' },
  async function mcpConfig(ctx, _input: Record<string, never>): Promise<McpConfig> {
    const answer = mcpConfigOf(ctx.platform.config, VERSION);
    endIfNotModified(ctx, [answer]);
    return answer;
  },
);

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
    const since = await factorSince(ctx, principal.userId);
    return { tokens: items.map((item) => tokenOf(item, since)), nextCursor };
  },
);

/** When the second factor of a person began: now where one has to be set up first, null where there is none and none is required. */
async function factorSince({ em, principal, platform }: RequestContext, userId: string): Promise<Date | null> {
  const isMissing =
    principal.kind === 'session' ? principal.enrollBy !== null : (await readRequirements(em, userId)).length > 0;
  if (principal.kind === 'session' && !principal.secondFactor) return isMissing ? platform.clock.now() : null;
  const factor = await readFactor(em, userId);
  return factor?.confirmedAt ?? (isMissing ? platform.clock.now() : null);
}

function tokenOf(
  { id, name, hint, scopes, projectId, createdAt, lastUsedAt, expiresAt, revokedAt }: ListedCredential,
  factorSince: Date | null,
): WorkflowToken {
  if (expiresAt === null) throw new Error(`the workflow token ${id} has no end`);
  const beforeSecondFactor = factorSince !== null && createdAt < factorSince;
  return { id, name, hint, scopes, projectId, createdAt, lastUsedAt, expiresAt, revokedAt, beforeSecondFactor };
}

/** Creates a workflow token for the person who is signed in. It is shown in this answer alone, so the answer is never kept or replayed. */
export const createWorkflowToken = operation(
  { name: 'createWorkflowToken', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function createWorkflowToken(
    ctx: AccountsContext,
    input: CreateWorkflowTokenInput,
  ): Promise<CreatedWorkflowToken> {
    const { config, clock } = ctx.platform;
    refuseCredentials({ name: input.name }, 1); // lists show it, and the audit log keeps it
    const userId = ownerOf(ctx);
    const projectId = input.projectId ?? null;
    if (projectId && !(await ctx.parts.ownsProject(userId, projectId)))
      throw new Fault('NOT_FOUND', { say: 'You have no such project.' });
    const name = input.name.trim();
    const scopes = scopesOf(input.scopes);
    return ctx.em.transactional(async (em) => {
      const now = clock.now();
      await requireCapacity(em, userId, now);
      const expiresAt = new Date(now.getTime() + (input.expiresInDays ?? TOKEN_DAYS.default) * DAY_MS);
      const { tokenId, token } = await storeWorkflowToken(em, {
        userId,
        name,
        scopes,
        projectId,
        createdAt: now,
        expiresAt,
      });
      await recordAudit(em, now, {
        chain: personChain(userId),
        actor: personOf(ctx),
        action: 'workflow_token.create',
        resource: 'workflow_token',
        resourceId: credentialId('workflow_token', tokenId),
        changes: {
          name: [null, name],
          scopes: [null, scopes],
          projectId: [null, projectId && publicId('prj', projectId)],
          expiresAt: [null, expiresAt.toISOString()],
        },
        requestId: ctx.requestId,
      });
      return { token, tokenId, name, scopes, projectId, expiresAt, configs: clientConfigs(config.baseUrl, token) };
    });
  },
  { check: ({ scopes, projectId }) => scopeProblems(scopes, (projectId ?? null) !== null) },
);

/** Counts a person's live tokens with the person's row locked, so that two that are created at once cannot both be the last. */
async function requireCapacity(em: EntityManager, userId: string, now: Date): Promise<void> {
  await lockPerson(em, userId);
  const live = { userId, kind: 'workflow_token', revokedAt: null, expiresAt: { $gt: now } } as const;
  refuseBeyond('tokens', (await em.count(Credential, live)) + 1);
}

/** A new workflow token: its owner, its scopes and its lifetime. */
export interface NewWorkflowToken {
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly projectId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt?: Date;
}

/**
 * Creates a workflow token and stores its hash. The row of its last use is made here, with a time before all others: noting a use is then
 * an update, and no read of its owner ever adds a row.
 */
export async function storeWorkflowToken(
  em: EntityManager,
  { userId, scopes, ...given }: NewWorkflowToken,
): Promise<{ tokenId: string; token: string }> {
  const token = generateToken('workflow_token');
  const credential = em.create(Credential, {
    ...given,
    id: newUuid(),
    kind: 'workflow_token',
    hash: hashToken(token),
    hint: hintOf(token),
    userId,
    createdBy: userId,
    scopes: [...scopes],
  });
  em.create(CredentialUse, { credential, lastUsedAt: raw(`'-infinity'`) });
  await em.flush();
  return { tokenId: credential.id, token };
}

const AUDITED = ['name', 'scopes', 'projectId', 'expiresAt'] as const;
type Revoked = Pick<Credential, (typeof AUDITED)[number]>;

/**
 * Ends a workflow token at once, on every replica: each request reads it again. A person ends any of their own in a session; a token ends
 * itself alone, and hears of others only that it may not. Repeating it changes nothing. Answers true.
 */
export const revokeWorkflowToken = operation(
  { name: 'revokeWorkflowToken', who: ['session', 'workflow_token'], writes: true, limit: 'workflow' },
  async function revokeWorkflowToken(ctx, { tokenId }: { tokenId: string }): Promise<boolean> {
    const id = readId('tok', tokenId);
    const owner = requireOwner(ctx.principal, id);
    if (id === null) throw noSuchToken();
    await ctx.em.transactional(async (em) => {
      const now = ctx.platform.clock.now();
      const own = { id, userId: owner.userId, kind: 'workflow_token' } as const;
      const live = { ...own, revokedAt: null };
      const [row] = await updateRows(em, Credential, live, { revokedAt: now }, AUDITED);
      if (row) await auditRevocation(em, ctx, { at: now, id, owner, row });
      else if ((await em.count(Credential, own)) === 0) throw noSuchToken();
    });
    return true;
  },
);

const noSuchToken = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such token.' });

/** The owner that the token must have, and the actor for the audit log. */
function requireOwner(principal: Principal, id: string | null): { userId: string; actor: string } {
  if (principal.kind === 'session') return { userId: principal.userId, actor: publicId('usr', principal.userId) };
  if (principal.kind === 'workflow_token' && principal.credentialId === id)
    return { userId: principal.userId, actor: credentialId('workflow_token', principal.credentialId) };
  throw new Fault('SESSION_REQUIRED', {
    say: 'A workflow token can revoke only itself. Sign in to revoke another token.',
  });
}

const auditRevocation = (
  em: EntityManager,
  { requestId }: RequestContext,
  { at, id, owner, row }: { at: Date; id: string; owner: { userId: string; actor: string }; row: Revoked },
): Promise<void> =>
  recordAudit(em, at, {
    chain: personChain(owner.userId),
    actor: owner.actor,
    action: 'workflow_token.revoke',
    resource: 'workflow_token',
    resourceId: credentialId('workflow_token', id),
    changes: {
      name: [row.name, null],
      scopes: [row.scopes, null],
      projectId: [row.projectId && publicId('prj', row.projectId), null],
      expiresAt: [row.expiresAt?.toISOString(), null],
      revokedAt: [null, at.toISOString()],
    },
    requestId,
  });
