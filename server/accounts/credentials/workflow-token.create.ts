import type { EntityManager } from '@mikro-orm/postgresql';
import { personChain, recordAudit } from '../../platform/audit/audit.js';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { refuseBeyond } from '../../platform/limits/entry-limits.js';
import { operation } from '../../platform/operation.js';
import { refuseCredentials } from '../../platform/secrets/secret.refuse.js';
import type { AccountsContext } from '../accounts.open.js';
import { Credential } from '../credential.entity.js';
import { lockPerson, personOf } from '../members/index.js';
import { clientConfigs } from './mcp-config.rules.js';
import { scopeProblems, scopesOf } from './workflow-token.rules.js';
import { storeWorkflowToken } from './workflow-token.store.js';
import { type CreatedWorkflowToken, type CreateWorkflowTokenInput, TOKEN_DAYS } from './workflow-token.types.js';

/** A person with more live tokens than this has lost count of them. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a workflow token for the person who is signed in. It is shown in this answer alone, so the answer is never kept or replayed. */
export const createWorkflowToken = operation(
  { name: 'createWorkflowToken', who: ['session'], writes: true, limit: 'credential' },
  async function createWorkflowToken(
    ctx: AccountsContext,
    input: CreateWorkflowTokenInput,
  ): Promise<CreatedWorkflowToken> {
    const { config, clock } = ctx.platform;
    refuseCredentials({ name: input.name }, 1); // lists show it, and the audit log keeps it
    const person = personOf(ctx);
    const userUuid = uuidOf('usr', person) ?? '';
    const projectId = input.projectId ?? null;
    const projectUuid = projectId && uuidOf('prj', projectId);
    if (projectUuid && !(await ctx.parts.ownsProject(userUuid, projectUuid)))
      throw new Fault('NOT_FOUND', { say: 'You have no such project.' });
    const name = input.name.trim();
    const scopes = scopesOf(input.scopes);
    return ctx.em.transactional(async (em) => {
      const now = clock.now();
      await requireCapacity(em, userUuid, now);
      const expiresAt = new Date(now.getTime() + (input.expiresInDays ?? TOKEN_DAYS.default) * DAY_MS);
      const created = { userUuid, name, scopes, projectUuid, createdAt: now, expiresAt };
      const { uuid, token } = await storeWorkflowToken(em, created);
      const tokenId = publicId('tok', uuid);
      await recordAudit(em, now, {
        chain: personChain(person),
        actor: person,
        action: 'workflow_token.create',
        resource: 'workflow_token',
        resourceId: tokenId,
        changes: {
          name: [null, name],
          scopes: [null, scopes],
          projectId: [null, projectId],
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
async function requireCapacity(em: EntityManager, userUuid: string, now: Date): Promise<void> {
  await lockPerson(em, userUuid);
  const live = { userId: userUuid, kind: 'workflow_token', revokedAt: null, expiresAt: { $gt: now } } as const;
  refuseBeyond('tokens', (await em.count(Credential, live)) + 1);
}
