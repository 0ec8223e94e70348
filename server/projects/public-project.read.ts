import { Fault } from '../platform/fault.js';
import { endIfNotModified } from '../platform/http/conditional-get.js';
import { ANY_KIND } from '../platform/limits/limits.policies.js';
import { operation } from '../platform/operation.js';
import { type ProjectContent, ProjectStatus } from './content.rules.js';
import type { Project } from './project.entity.js';
import { readProjects } from './project.query.js';
import { textOf } from './project.rules.js';
import type { PublicProject } from './project.types.js';
import type { PublicProjectArgs } from './project-input.types.js';
import { publicSelections } from './published-projects.query.js';

const NOTICES = [
  'A selection is what the owner says. Activated means that the vendor’s own authenticated events show a first use; retained, a separate one at least seven days later.',
  'States are as of the day on which the owner made the proof; a missing one is no proof of no use.',
];

/** A published project as everyone may read it: what was approved, and of evidence what its owner made public. */
export const readPublicProject = operation(
  { name: 'publicProject', who: ANY_KIND, limit: 'public-read', share: 'public-records' },
  async (ctx, { slug }: PublicProjectArgs): Promise<PublicProject> => {
    const [project] = await readProjects(ctx.em, (of) =>
      of.where('p.slug', '=', slug).where('p.status', '=', ProjectStatus.PUBLISHED),
    );
    if (!project?.publishedContent || project.publishedAt === null)
      throw new Fault('NOT_FOUND', { say: 'There is no such project.' });
    const { id, publishedAt, publishedContent, publishedRevision, proof } = project;
    endIfNotModified(ctx, ['publicProject', id, publishedRevision, publishedAt.toISOString(), proof?.id ?? null]);
    return describePublicly(project, publishedContent, publishedAt);
  },
);

function describePublicly(project: Project, content: ProjectContent, publishedAt: Date): PublicProject {
  const made = project.proof;
  return {
    slug: project.slug,
    ...textOf(content),
    publishedAt,
    tools: publicSelections(project, content),
    proof: made ? { madeAt: made.madeAt } : null,
    notices: NOTICES,
  };
}
