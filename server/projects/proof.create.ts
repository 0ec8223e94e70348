import { personOf, recordAct } from '../accounts/index.js';
import { Fault } from '../platform/fault.js';
import { newUuid, publicId, uuidOf } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { type ListedTool, ProjectStatus } from './content.rules.js';
import { rereadProject } from './project.insert.js';
import {
  citedSelectionOf,
  describeProject,
  type ProjectRow,
  requireProject,
  type StoredSelection,
  staleProject,
} from './project.query.js';
import type { CitedSelection, OwnProjectInput, Project, ProjectArgs } from './project.types.js';
import type { ProjectsContext, ToolEvidence } from './projects.open.js';

/**
 * Makes public how far the use of each published tool is proven now (specification §1, rule 5): states and dates, never an event or a
 * person. Made by a person in a session alone; evidence that comes later shows when they make the next one.
 */
export const createPublicProof = operation(
  { name: 'createPublicProof', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx: ProjectsContext, { projectId }: OwnProjectInput): Promise<Project> => {
    const now = ctx.platform.clock.now();
    // Before the transaction: the evidence comes over a connection of its own.
    const { row: seen, revision, tools } = await readStates(ctx, projectId);
    return ctx.em.transactional(async (em) => {
      const row = await requireProject(ctx, em, projectId, { lock: true });
      if (row.status !== seen.status || row.published_hash !== seen.published_hash) throw staleProject(ctx, row);
      const id = newUuid();
      await em.execute(
        'insert into project_proof (id, project_id, revision, tools, made_by, made_at) values (?, ?, ?, ?::jsonb, ?, ?)',
        [id, row.id, revision, JSON.stringify(tools), uuidOf('usr', personOf(ctx)), now],
      );
      await recordAct(ctx, em, {
        action: 'project.proof',
        resource: 'project',
        resourceId: projectId,
        revision,
        changes: { proofId: [null, publicId('prf', id)] },
      });
      return describeProject(ctx, await rereadProject(em, row.id));
    });
  },
);

/** What a proof that is made now would show; it stays between the service and the owner until they make one. */
export const previewPublicProof = operation(
  { name: 'publicProofPreview', who: ['session'], limit: 'workflow' },
  async (ctx: ProjectsContext, { projectId }: ProjectArgs): Promise<CitedSelection[]> =>
    (await readStates(ctx, projectId)).tools.map(citedSelectionOf),
);

interface States {
  readonly row: ProjectRow;
  readonly revision: number;
  readonly tools: StoredSelection[];
}

/** How far the use of each published tool is proven now. */
async function readStates(ctx: ProjectsContext, projectId: string): Promise<States> {
  const row = await requireProject(ctx, ctx.em, projectId);
  const { published_content: content, published_revision: revision } = row;
  if (row.status !== ProjectStatus.PUBLISHED || content === null || revision === null)
    throw new Fault('STATE_CONFLICT', { say: 'Only a published project has a public proof.' });
  const evidence = await ctx.parts.projectEvidence(
    projectId,
    content.tools.map(({ toolId }) => toolId),
  );
  return { row, revision, tools: content.tools.map((tool) => proofOf(tool, evidence)) };
}

/** A selection with what speaks for it; without any evidence it is what its owner says, and nothing more. */
export function proofOf(
  { toolId, slug, name, selectedAt }: ListedTool,
  evidence: readonly ToolEvidence[],
): StoredSelection {
  const found = evidence.find((one) => one.toolId === toolId);
  const activatedAt = found?.activatedAt?.toISOString() ?? null;
  const retainedAt = found?.retainedAt?.toISOString() ?? null;
  const state = activatedAt === null ? 'self-reported' : retainedAt === null ? 'activated' : 'retained';
  return {
    slug,
    name,
    state,
    selectedAt,
    activatedAt,
    retainedAt,
    label: activatedAt === null ? null : (found?.label ?? null),
    gapDays: found?.gapDays ?? null,
    eventIds: found?.eventIds ?? [],
  };
}
