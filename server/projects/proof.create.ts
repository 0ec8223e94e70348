import { personOf, recordAction } from '../accounts/index.js';
import { Fault } from '../platform/fault.js';
import { newUuid, publicId } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { ProjectStatus } from './content.rules.js';
import { type Project, ProjectProof } from './project.entity.js';
import { lockProject, requireProject, staleProject } from './project.query.js';
import type { CitedSelection } from './project.types.js';
import type { OwnProjectInput, ProjectArgs } from './project-input.types.js';
import type { ProjectsContext } from './projects.open.js';
import { citedSelectionOf, proofOf, type StoredSelection } from './selection.rules.js';

/**
 * Makes public how far the use of each published tool is proven now (specification §1, rule 5): states and dates, never an event or a
 * person. Made by a person in a session alone; evidence that comes later shows when they make the next one.
 */
export const createPublicProof = operation(
  { name: 'createPublicProof', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx: ProjectsContext, { projectId }: OwnProjectInput): Promise<Project> => {
    const now = ctx.platform.clock.now();
    // Before the transaction: the evidence comes over a connection of its own.
    const { status, publishedHash, revision, selections } = await readStates(ctx, projectId);
    return ctx.em.transactional(async (em) => {
      const project = await lockProject(ctx, em, projectId);
      if (project.status !== status || project.publishedHash !== publishedHash) throw staleProject(ctx, project);
      const proof = em.create(ProjectProof, {
        id: publicId('prf', newUuid()),
        project,
        revision,
        selections,
        madeBy: personOf(ctx),
        madeAt: now,
      });
      project.proof = proof;
      await em.flush();
      await recordAction(ctx, em, {
        action: 'project.proof',
        resource: 'project',
        resourceId: projectId,
        revision,
        changes: { proofId: [null, proof.id] },
      });
      return project;
    });
  },
);

/** What a proof that is made now would show; it stays between the service and the owner until they make one. */
export const previewPublicProof = operation(
  { name: 'publicProofPreview', who: ['session'], limit: 'workflow' },
  async (ctx: ProjectsContext, { projectId }: ProjectArgs): Promise<CitedSelection[]> =>
    (await readStates(ctx, projectId)).selections.map(citedSelectionOf),
);

interface States {
  readonly status: ProjectStatus;
  readonly publishedHash: string | null;
  readonly revision: number;
  readonly selections: StoredSelection[];
}

/** How far the use of each published tool is proven now, and of what: the project may change before the proof is made. */
async function readStates(ctx: ProjectsContext, projectId: string): Promise<States> {
  const { status, publishedContent, publishedHash, publishedRevision } = await requireProject(ctx, projectId);
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
