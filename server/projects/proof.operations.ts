import { ownerOf, recordAction } from '../accounts/index.js';
import { Fault } from '../platform/fault.js';
import { newUuid, publicId } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { ProjectProof } from './project.entity.js';
import type { OwnProjectInput, ProjectArgs } from './project.operations.js';
import { citedSelection, lockProject, projectAnswer, requireProject, staleProject } from './project.query.js';
import { ProjectStatus, proofOf, type StoredSelection } from './project.rules.js';
import type { CitedSelection, ProjectAnswer } from './project.types.js';
import type { ProjectsContext } from './projects.context.js';

/**
 * Makes public how far the use of each published tool is proven now (specification §1, rule 5): states and dates, never an event or a
 * person. Made by a person in a session alone; evidence that comes later shows when they make the next one.
 */
export const createPublicProof = operation(
  { name: 'createPublicProof', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  async function createPublicProof(ctx: ProjectsContext, { projectId }: OwnProjectInput): Promise<ProjectAnswer> {
    const now = ctx.platform.clock.now();
    // Before the transaction: the evidence comes over a connection of its own.
    const { status, publishedHash, revision, selections } = await readStates(ctx, projectId);
    return ctx.em.transactional(async (em) => {
      const { project, approval } = await lockProject(ctx, em, projectId);
      if (project.status !== status || project.publishedHash !== publishedHash) throw staleProject(ctx, project);
      const proof = em.create(ProjectProof, {
        id: newUuid(),
        project,
        revision,
        tools: selections,
        madeBy: ownerOf(ctx),
        madeAt: now,
      });
      await em.flush();
      await recordAction(ctx, em, {
        action: 'project.proof',
        resource: 'project',
        resourceId: publicId('prj', projectId),
        revision,
        changes: { proofId: [null, publicId('prf', proof.id)] },
      });
      return projectAnswer(ctx, { project, approval, proof });
    });
  },
);

/** The proof that would be made now; it stays between the service and the owner until they make one. */
export const previewPublicProof = operation(
  { name: 'publicProofPreview', who: ['session'], limit: 'workflow' },
  async function publicProofPreview(ctx: ProjectsContext, { projectId }: ProjectArgs): Promise<CitedSelection[]> {
    return (await readStates(ctx, projectId)).selections.map(citedSelection);
  },
);

interface States {
  readonly status: ProjectStatus;
  readonly publishedHash: string | null;
  readonly revision: number;
  readonly selections: StoredSelection[];
}

/** How far the use of each published tool is proven now, and of which content: the project may change before the proof is made. */
async function readStates(ctx: ProjectsContext, projectId: string): Promise<States> {
  const { project } = await requireProject(ctx, projectId);
  const { status, publishedContent, publishedHash, publishedRevision } = project;
  if (status !== ProjectStatus.PUBLISHED || publishedContent === null || publishedRevision === null)
    throw new Fault('STATE_CONFLICT', { say: 'Only a published project has a public proof.' });
  const { tools } = publishedContent;
  const evidence = await ctx.parts.projectEvidence(
    projectId,
    tools.map(({ toolId }) => toolId),
  );
  const selections = tools.map((tool) => proofOf(tool, evidence));
  return { status, publishedHash, revision: publishedRevision, selections };
}
