import {
  bind,
  type Listing,
  type Methods,
  type MutationParams,
  nextPage,
  page,
  present,
  type QueryParams,
} from './binding.js';
import * as schema from './generated/operations.js';

/** Skills that were imported, what is decided about each, and what is public of them. */
export const skillsTable: Record<string, Methods> = {
  skills: {
    getList: bind(
      schema.ListSkills,
      (params: Listing<schema.ListSkillsVariables>) => page(params),
      ({ agentSkills }) => nextPage(agentSkills.items, agentSkills.nextCursor),
    ),
    getOne: bind(
      schema.ReadOwnSkill,
      ({ id }: QueryParams) => ({ skillId: String(id) }),
      ({ agentSkill }) => ({ data: agentSkill }),
    ),
    delete: bind(
      schema.DeleteSkill,
      ({ id }: QueryParams) => ({ input: { skillId: String(id) } }),
      (answer, { id }) => ({ data: { id, deleted: present(answer.deleteAgentSkill) } }),
    ),
  },
  'skill-imports': {
    create: bind(
      schema.ImportSkill,
      ({ data, meta }: MutationParams<schema.ImportAgentSkillInput>) => ({ input: data, ...meta }),
      (answer) => {
        const read = present(answer.importAgentSkill);
        // A preview has no id of its own: what was read has a digest.
        return { data: { ...read, id: read.skill.id ?? read.skill.digest } };
      },
    ),
  },
  'skill-verifications': {
    create: bind(
      schema.VerifySkill,
      ({ data }: MutationParams<schema.VerifyAgentSkillInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.verifyAgentSkill) }),
    ),
  },
  'skill-publications': {
    create: bind(
      schema.PublishSkill,
      ({ data }: MutationParams<schema.PublishAgentSkillInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.publishAgentSkill) }),
    ),
  },
  'skill-suspensions': {
    create: bind(
      schema.SuspendSkill,
      ({ data }: MutationParams<schema.SuspendAgentSkillInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.suspendAgentSkill) }),
    ),
  },
  'published-skills': {
    getOne: bind(
      schema.ReadPublishedSkill,
      ({ id }: QueryParams) => ({ skillId: String(id) }),
      ({ publishedSkill }) => ({ data: publishedSkill }),
    ),
  },
};
