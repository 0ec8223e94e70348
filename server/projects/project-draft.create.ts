import type { EntityDictionary } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { lockPerson, ownerOf, recordAction } from '../accounts/index.js';
import { Fault } from '../platform/fault.js';
import { onceAfter } from '../platform/idempotency/idempotency.js';
import { publicId } from '../platform/ids.js';
import { refuseBeyond } from '../platform/limits/entry-limits.js';
import { operation } from '../platform/operation.js';
import { contentHashOf, type ProjectContent, ProjectStatus } from './content.rules.js';
import { composeContent, hiddenProblems, readPlanTools, refuseSecrets } from './project.compose.js';
import type { Project } from './project.entity.js';
import { insertProject } from './project.insert.js';
import {
  archived,
  countUnarchived,
  lockProject,
  readInserted,
  requireProject,
  reviewUrlOf,
  staleProject,
} from './project.query.js';
import { voidApproval } from './project.rules.js';
import type { ProjectDraftInput, UpdateProjectDraftInput } from './project-input.types.js';
import type { ProjectDraftReply } from './project-reply.types.js';
import type { ProjectsContext } from './projects.open.js';

/** Projects of one person that are not archived; more are no work of theirs. */

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
    const columns = await onceAfter(
      ctx,
      'createProjectDraft',
      idempotencyKey,
      { ...input },
      async () => {
        const { planId, tools } = await readPlanTools(ctx, input.planId);
        return { planId, content: await composeContent(ctx, input, null, tools) };
      },
      (em, { planId, content }) => insertDraft(ctx, em, content, { planId, note: input.note?.trim() || null }),
    );
    const draft = readInserted(ctx.em, columns);
    return { draft, reviewUrl: reviewUrlOf(ctx, draft.id) };
  },
  { check: hiddenProblems },
);

async function insertDraft(
  ctx: ProjectsContext,
  em: EntityManager,
  content: ProjectContent,
  { planId, note }: { planId: string | null; note: string | null },
): Promise<EntityDictionary<Project>> {
  const owner = ownerOf(ctx);
  // The person's own row is the lock that lets two creates count one after the other.
  await lockPerson(em, owner);
  refuseBeyond('projects', (await countUnarchived(em, owner)) + 1);
  const columns = await insertProject(em, {
    userId: publicId('usr', owner),
    content,
    planId,
    note,
    changedBy: authorOf(ctx),
    at: ctx.platform.clock.now(),
  });
  const { id, contentHash, title } = readInserted(em, columns);
  await recordAction(ctx, em, {
    action: 'project.draft',
    resource: 'project',
    resourceId: id,
    revision: 1,
    changes: { contentHash: [null, contentHash], title: [null, title] },
  });
  return columns;
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
    const seen = await requireProject(ctx, input.draftId);
    if (seen.revision !== input.revision) throw staleProject(ctx, seen);
    // Before the transaction: directory and plans answer over connections of their own. The same revision has the same content.
    const content = await composeContent(ctx, input, seen.content);
    const planId = input.planId === undefined ? seen.planId : (await readPlanTools(ctx, input.planId)).planId;
    const draft = await ctx.em.transactional(async (em) => {
      const project = await lockProject(ctx, em, input.draftId);
      const { contentHash, revision, status } = project;
      if (revision !== input.revision) throw staleProject(ctx, project);
      if (status === ProjectStatus.ARCHIVED) throw archived();
      const note = input.note === undefined ? project.note : input.note?.trim() || null;
      const hash = contentHashOf(project.slug, content);
      if (hash === contentHash && note === project.note && planId === project.planId) return project;
      const now = ctx.platform.clock.now();
      Object.assign(project, {
        content,
        contentHash: hash,
        planId,
        note,
        changedBy: authorOf(ctx),
        status: status === ProjectStatus.PUBLISHED ? status : ProjectStatus.DRAFT,
        revision: revision + 1,
        updatedAt: now,
      });
      voidApproval(project, now);
      await em.flush();
      await recordAction(ctx, em, {
        action: 'project.edit',
        resource: 'project',
        resourceId: input.draftId,
        revision: project.revision,
        changes: { contentHash: [contentHash, hash], status: [status, project.status] },
      });
      return project;
    });
    return { draft, reviewUrl: reviewUrlOf(ctx, draft.id) };
  },
  { check: (input) => [...refuseEmptied(input), ...hiddenProblems(input)] },
);

/** Who writes: the person by name, or the token by its name. */
function authorOf({ principal }: ProjectsContext): Project['changedBy'] {
  const { kind } = principal;
  if (kind !== 'session' && kind !== 'workflow_token') throw new Fault('SESSION_REQUIRED');
  return { kind, name: principal.name };
}
