export { importAgentSkill } from './skill.import.js';
export { recheckSkills } from './skill.job.js';
export { deleteAgentSkill, publishAgentSkill, suspendAgentSkill } from './skill.publish.js';
export { agentHrefOf, findSkills, publicHrefOf } from './skill.query.js';
export { listAgentSkills, listPublishedSkills, readAgentSkill, readPublishedSkill } from './skill.read.js';
export * as skillTypes from './skill.types.js';
export { SkillStatus } from './skill.types.js';
export { verifyAgentSkill } from './skill.verify.js';
