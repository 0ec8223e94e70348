import { Fault } from '../platform/fault.js';
import { endIfNotModified } from '../platform/http/conditional-get.js';
import { ANY_KIND } from '../platform/limits.policies.js';
import { operation } from '../platform/operation.js';
import { findProjects, type ProjectRow, selectionOf, textOf } from './project.query.js';
import type { PublicProject, PublicProjectArgs } from './project.types.js';
import { proofOf } from './proof.create.js';

const NOTICES = [
  'A selection is what the owner says. Activated means that the vendor’s own authenticated events show a first use; retained, a separate one at least seven days later.',
  'States are as of the day on which the owner made the proof; a missing one is no proof of no use.',
];

/** A published project as everyone may read it: what was approved, and of evidence what its owner made public. */
export const readPublicProject = operation(
  { name: 'publicProject', who: ANY_KIND, limit: 'public-read' },
  async (ctx, { slug }: PublicProjectArgs): Promise<PublicProject> => {
    const [row] = await findProjects(ctx.em, `p.slug = ? and p.status = 'PUBLISHED'`, [slug]);
    if (!row?.published_content || row.published_at === null)
      throw new Fault('NOT_FOUND', { say: 'There is no such project.' });
    endIfNotModified(ctx, ['publicProject', row.id, row.published_revision, row.published_at, row.proof_id]);
    return describePublicly(row, row.published_content, row.published_at);
  },
);

function describePublicly(
  row: ProjectRow,
  content: NonNullable<ProjectRow['published_content']>,
  publishedAt: string,
): PublicProject {
  const proofs = new Map((row.proof_tools ?? []).map((tool) => [tool.slug, tool]));
  return {
    slug: row.slug,
    ...textOf(content),
    publishedAt: new Date(publishedAt),
    tools: content.tools.map((tool) => {
      const proof = proofs.get(tool.slug);
      // A tool that was taken out and put in again is a new selection, which the old proof says nothing of.
      const stands = proof?.selectedAt === tool.selectedAt;
      return { ...selectionOf(stands ? proof : proofOf(tool, [])), role: tool.role };
    }),
    proof: row.proof_made_at === null ? null : { madeAt: new Date(row.proof_made_at) },
    notices: NOTICES,
  };
}
