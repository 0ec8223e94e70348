import 'reflect-metadata';
import { AgentSkill } from './skill.entity.js';

export { hiddenAt } from './hidden.rules.js';
export { recheckSkills } from './skill.job.js';
export { agentHrefOf, newestSkills, publicHrefOf } from './skill.query.js';
export { SkillResolver } from './skill.resolver.js';
export { SkillStatus } from './skill.types.js';

/** The domain's tables, for the composition root. */
export const skillsEntities = [AgentSkill];

/** Records that belong to a person alone, and go with their account. */
export const personalSkills = { 'agent skills': AgentSkill };
