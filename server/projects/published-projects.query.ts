import type { EntityManager } from '@mikro-orm/postgresql';
import { type ProjectContent, ProjectStatus } from './content.rules.js';
import type { Project } from './project.entity.js';
import { readProjects } from './project.query.js';
import type { PublicProjectTool } from './project.types.js';
import { proofOf, selectionOf } from './selection.rules.js';

/** The tools of what is published, each in the state that its owner made public. */
export function publicSelections({ proof }: Pick<Project, 'proof'>, content: ProjectContent): PublicProjectTool[] {
  const proofs = new Map(proof?.selections.map((tool) => [tool.slug, tool]));
  return content.tools.map((tool) => {
    const proven = proofs.get(tool.slug);
    // A tool that was taken out and put in again is a new selection, which the old proof says nothing of.
    const stands = proven?.selectedAt === tool.selectedAt;
    return { ...selectionOf(stands ? proven : proofOf(tool, [])), role: tool.role };
  });
}

/** A published project as far as other domains show it. */
export interface PublishedProject {
  /** `prj_…`. */
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly tools: readonly PublicProjectTool[];
}

/** Those of the projects (bare UUIDs) that are published; the owner's alone where one is named. */
export async function findPublishedProjects(
  em: EntityManager,
  projectUuids: readonly string[],
  ownerUuid?: string,
): Promise<PublishedProject[]> {
  if (projectUuids.length === 0) return [];
  const projects = await readProjects(em, (of) => {
    const published = of.where('p.id', 'in', [...projectUuids]).where('p.status', '=', ProjectStatus.PUBLISHED);
    return ownerUuid === undefined ? published : published.where('p.user_id', '=', ownerUuid);
  });
  return projects.flatMap((project) => {
    const { id, slug, publishedContent: content } = project;
    return content ? [{ id, slug, title: content.title, tools: publicSelections(project, content) }] : [];
  });
}
