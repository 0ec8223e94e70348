import 'reflect-metadata';

export { agentHrefOf, findSkills, publicHrefOf, recheckSkill, SkillStatus } from './library/index.js';
export { hiddenAt } from './risk/index.js';
export { SkillResolver } from './skills.resolver.js';
