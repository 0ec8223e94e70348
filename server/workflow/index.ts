import 'reflect-metadata';
import './services.js';

export type { ProjectContent } from './project.content.rules.js';
export { ownsProject } from './project.owner.js';
export { ProjectResolver } from './project.resolver.js';
export { publishSampleProject } from './project.sample.js';
export type { ReadProjectEvidence, ToolEvidence } from './services.js';
export { SkillResolver } from './skill.resolver.js';
export { recheckSkill } from './skill.verify.js';
