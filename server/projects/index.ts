import 'reflect-metadata';
import { Project, ProjectApproval, ProjectProof } from './project.entity.js';

export type { ProjectContent } from './content.rules.js';
export { ownsProject } from './project.owns.js';
export { type ProjectListing, projectListing, publishedToolIds } from './project-listing.query.js';
export {
  type OwnPlans,
  openProjects,
  type ProjectsContext,
  type ProjectsParts,
  type ReadProjectEvidence,
  type ToolEvidence,
} from './projects.open.js';
export { ProjectResolver } from './projects.resolver.js';
export { findPublishedProjects, type PublishedProject } from './published-projects.query.js';
export { publishSampleProject } from './sample-project.publish.js';
export { WorkflowContext } from './workflow-context.types.js';

/** The domain's tables, for the composition root. */
export const projectsEntities = [Project, ProjectApproval, ProjectProof];

/** What belongs to a person alone, and goes with their account. */
export const personalProjects = { projects: Project };
