import 'reflect-metadata';
import './services.js';

export type { ProjectContent } from './content.rules.js';
export { ownsProject } from './project.owns.js';
export { type ProjectListing, projectListing } from './project-listing.query.js';
export { ProjectResolver } from './projects.resolver.js';
export { publishSampleProject } from './sample-project.publish.js';
export type { ReadProjectEvidence, ToolEvidence } from './services.js';
export { WorkflowContext } from './workflow-context.types.js';
