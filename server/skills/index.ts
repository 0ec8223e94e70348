import 'reflect-metadata';
import { AgentSkill } from './library/index.js';

export { agentHrefOf, newestSkills, publicHrefOf, recheckSkills, SkillStatus } from './library/index.js';
export { hiddenAt } from './risk/index.js';
export { SkillResolver } from './skills.resolver.js';

/** The domain's tables, for the composition root. */
export const skillsEntities = [AgentSkill];

/** What belongs to a person alone, and goes with their account. */
export const personalSkills = { 'agent skills': AgentSkill };
