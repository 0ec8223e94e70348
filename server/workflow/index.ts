import 'reflect-metadata';
import './services.js';

export { WorkflowContext } from './context.types.js';
export type { ProjectContent } from './project.content.rules.js';
export { type ProjectListing, projectListing } from './project.listing.js';
export { ownsProject } from './project.owner.js';
export { ProjectResolver } from './project.resolver.js';
export { publishSampleProject } from './project.sample.js';
export type { ReadProjectEvidence, ToolEvidence } from './services.js';
export { SkillResolver } from './skill.resolver.js';
export { recheckSkill } from './skill.verify.js';
