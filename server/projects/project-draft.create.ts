import type { EntityManager } from '@mikro-orm/postgresql';
import { findCredentialName, lockPerson, ownerOf, recordAct } from '../accounts/index.js';
import { Fault } from '../platform/fault.js';
import { onceAfter } from '../platform/idempotency.js';
import { publicId } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { contentHashOf, type ProjectContent, ProjectStatus } from './content.rules.js';
import { composeContent, hiddenProblems, readPlanTools, refuseSecrets } from './project.compose.js';
import { insertProject, rereadProject, voidApproval } from './project.insert.js';
import {
  archived,
  describeProject,
  type ProjectRow,
  requireProject,
  reviewUrlOf,
  staleProject,
} from './project.query.js';
import type { ProjectDraftInput, ProjectDraftReply, UpdateProjectDraftInput } from './project.types.js';
import type { ProjectsContext } from './projects.open.js';

/** Projects of one person that are not archived; more are no work of theirs. */
const PROJECTS_MAX = 500;

export interface CreateProjectDraftCall extends ProjectDraftInput {
  idempotencyKey?: string | null;
}

/**
 * Prepares a project as a private draft (specification §2.10, decisions §6). Nothing of it is public before its owner approved it in a
 * session. The same Idempotency-Key makes one draft and gets the first answer again.
 */
export const createProjectDraft = operation(
  {
    name: 'createProjectDraft',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'workflow',
  },
  async (ctx: ProjectsContext, { idempotencyKey, ...input }: CreateProjectDraftCall): Promise<ProjectDraftReply> => {
    refuseSecrets(input);
    const row = await onceAfter(
      ctx,
      'createProjectDraft',
      idempotencyKey,
      { ...input },
      async () => {
        const { planUuid, tools } = await readPlanTools(ctx, input.planId);
        return { planUuid, content: await composeContent(ctx, input, null, tools) };
      },
      (em, { planUuid, content }) => insertDraft(ctx, em, content, { planUuid, note: input.note?.trim() || null }),
    );
    return { draft: describeProject(ctx, row), reviewUrl: reviewUrlOf(ctx, row.id) };
  },
  { check: hiddenProblems },
);

async function insertDraft(
  ctx: ProjectsContext,
  em: EntityManager,
  content: ProjectContent,
  { planUuid, note }: { planUuid: string | null; note: string | null },
): Promise<ProjectRow> {
  const owner = ownerOf(ctx);
  // The person's own row is the lock that lets two creates count one after the other.
  await lockPerson(em, owner);
  const [count] = await em.execute<{ held: string }[]>(
    `select count(*) as held from project where user_id = ? and status <> 'ARCHIVED'`,
    [owner],
  );
  if (Number(count?.held) >= PROJECTS_MAX)
    throw new Fault('STATE_CONFLICT', { say: `You have ${PROJECTS_MAX} projects: archive some first.` });
  const id = await insertProject(em, {
    userUuid: owner,
    content,
    planUuid,
    note,
    changedBy: await authorOf(ctx, em),
    at: ctx.platform.clock.now(),
  });
  const row = await rereadProject(em, id);
  await recordAct(ctx, em, {
    action: 'project.draft',
    resource: 'project',
    resourceId: publicId('prj', id),
    revision: 1,
    changes: { contentHash: [null, row.content_hash], title: [null, content.title] },
  });
  return row;
}

/** Title and summary may be changed and not be taken away. */
const refuseEmptied = (input: UpdateProjectDraftInput) =>
  (['title', 'summary'] as const)
    .filter((name) => input[name] === null)
    .map((name) => ({ pointer: `/${name}`, code: 'required', detail: `a project has a ${name}` }));

/**
 * Changes a draft, or prepares the next revision of a published project. Names the revision that was read, so that no one overwrites what
 * they have not seen; every change makes a new revision and voids the approval. A call that changes nothing answers the project as it is.
 */
export const updateProjectDraft = operation(
  {
    name: 'updateProjectDraft',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'workflow',
  },
  async (ctx: ProjectsContext, input: UpdateProjectDraftInput): Promise<ProjectDraftReply> => {
    refuseSecrets(input);
    const seen = await requireProject(ctx, ctx.em, input.draftId);
    if (seen.revision !== input.revision) throw staleProject(ctx, seen);
    // Before the transaction: directory and plans answer over connections of their own. The same revision has the same content.
    const content = await composeContent(ctx, input, seen.content);
    const planUuid = input.planId === undefined ? seen.plan_id : (await readPlanTools(ctx, input.planId)).planUuid;
    const row = await ctx.em.transactional(async (em) => {
      const before = await requireProject(ctx, em, input.draftId, { lock: true });
      if (before.revision !== input.revision) throw staleProject(ctx, before);
      if (before.status === ProjectStatus.ARCHIVED) throw archived();
      const note = input.note === undefined ? before.note : input.note?.trim() || null;
      const hash = contentHashOf(before.slug, content);
      if (hash === before.content_hash && note === before.note && planUuid === before.plan_id) return before;
      const status = before.status === ProjectStatus.PUBLISHED ? ProjectStatus.PUBLISHED : ProjectStatus.DRAFT;
      const now = ctx.platform.clock.now();
      await em.execute(
        `update project set content = ?::jsonb, content_hash = ?, plan_id = ?, note = ?, changed_by = ?::jsonb, status = ?,
           revision = revision + 1, updated_at = ? where id = ?`,
        [
          JSON.stringify(content),
          hash,
          planUuid,
          note,
          JSON.stringify(await authorOf(ctx, em)),
          status,
          now,
          before.id,
        ],
      );
      await voidApproval(em, before.id, now);
      await recordAct(ctx, em, {
        action: 'project.edit',
        resource: 'project',
        resourceId: input.draftId,
        revision: before.revision + 1,
        changes: { contentHash: [before.content_hash, hash], status: [before.status, status] },
      });
      return rereadProject(em, before.id);
    });
    return { draft: describeProject(ctx, row), reviewUrl: reviewUrlOf(ctx, row.id) };
  },
  { check: (input) => [...refuseEmptied(input), ...hiddenProblems(input)] },
);

/** Who writes: the person by name, or the token by its name. */
async function authorOf({ principal }: ProjectsContext, em: EntityManager): Promise<ProjectRow['changed_by']> {
  if (principal.kind === 'session') return { kind: 'session', name: principal.name };
  if (principal.kind !== 'workflow_token') throw new Fault('SESSION_REQUIRED');
  const token = await findCredentialName(em, principal.credentialId);
  return { kind: 'workflow_token', name: token?.name ?? '' };
}
