import { type Act, door, type Listing, type Look, type Methods, page, part, present } from './binding.js';
import * as schema from './schema.js';

/** Skills that were imported, what is decided about each, and what is public of them. */
export const skillsTable: Record<string, Methods> = {
  skills: {
    getList: door(
      schema.ListSkills,
      (params: Listing<schema.ListSkillsVariables>) => page(params),
      ({ agentSkills }) => part(agentSkills.items, agentSkills.nextCursor),
    ),
    getOne: door(
      schema.ReadOwnSkill,
      ({ id }: Look) => ({ skillId: String(id) }),
      ({ agentSkill }) => ({ data: agentSkill }),
    ),
    delete: door(
      schema.DeleteSkill,
      ({ id }: Look) => ({ input: { skillId: String(id) } }),
      (answer, { id }) => ({ data: { id, deleted: present(answer.deleteAgentSkill) } }),
    ),
  },
  'skill-imports': {
    create: door(
      schema.ImportSkill,
      ({ data, meta }: Act<schema.ImportAgentSkillInput>) => ({ input: data, ...meta }),
      (answer) => {
        const read = present(answer.importAgentSkill);
        // A preview has no id of its own: what was read has a digest.
        return { data: { ...read, id: read.skill.id ?? read.skill.digest } };
      },
    ),
  },
  'skill-verifications': {
    create: door(
      schema.VerifySkill,
      ({ data }: Act<schema.VerifyAgentSkillInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.verifyAgentSkill) }),
    ),
  },
  'skill-publications': {
    create: door(
      schema.PublishSkill,
      ({ data }: Act<schema.PublishAgentSkillInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.publishAgentSkill) }),
    ),
  },
  'skill-suspensions': {
    create: door(
      schema.SuspendSkill,
      ({ data }: Act<schema.SuspendAgentSkillInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.suspendAgentSkill) }),
    ),
  },
  'published-skills': {
    getOne: door(
      schema.ReadPublishedSkill,
      ({ id }: Look) => ({ skillId: String(id) }),
      ({ publishedSkill }) => ({ data: publishedSkill }),
    ),
  },
};
