import 'reflect-metadata';

export { agentHrefOf, findSkills, publicHrefOf, recheckSkills, SkillStatus } from './library/index.js';
export { hiddenAt } from './risk/index.js';
export { SkillResolver } from './skills.resolver.js';
