import 'reflect-metadata';

export type { ProjectContent } from './content.rules.js';
export { ownsProject } from './project.owns.js';
export { publishedToolIds } from './project.query.js';
export { type ProjectListing, projectListing } from './project-listing.query.js';
export {
  type OwnPlans,
  openProjects,
  type ProjectsContext,
  type ProjectsParts,
  type ReadProjectEvidence,
  type ToolEvidence,
} from './projects.open.js';
export { ProjectResolver } from './projects.resolver.js';
export { publishSampleProject } from './sample-project.publish.js';
export { WorkflowContext } from './workflow-context.types.js';
