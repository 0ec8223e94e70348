import 'reflect-metadata';
import { Project, ProjectApproval, ProjectProof } from './project.entity.js';

export { ProjectResolver } from './project.resolver.js';
export type { ProjectContent } from './project.rules.js';
export {
  type OwnPlans,
  openProjects,
  type ProjectsContext,
  type ProjectsParts,
  type ReadProjectEvidence,
  type ToolEvidence,
} from './projects.context.js';
export {
  findPublishedProjects,
  ownsProject,
  type ProjectListing,
  type PublishedProject,
  projectListing,
  publishedToolIds,
  publishSampleProject,
} from './published-project.query.js';
export { WorkflowContext } from './workflow.types.js';

/** The domain's tables, for the composition root. */
export const projectsEntities = [Project, ProjectApproval, ProjectProof];

/** Entities that belong to a person alone, and go with their account. */
export const personalProjects = { projects: Project };
