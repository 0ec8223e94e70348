import { bind, type Methods, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { askedOf, type FilterValues, listBy } from './records.js';
import { ask } from './request.js';

const isStatus = (text: string | undefined): text is schema.SkillStatus =>
  text !== undefined && Object.hasOwn(schema.SkillStatus, text);

const statusIn = ({ status }: FilterValues) => (isStatus(status) ? { status: [status] } : {});

/** Skills that were imported, and what is public of them. */
export const skillRecords: Record<string, Methods> = {
  skills: {
    getList: listBy(
      schema.ListSkills,
      (question) => ({ ...askedOf(question), ...statusIn(question.filter) }),
      ({ agentSkills }) => agentSkills,
    ),
    getOne: bind(
      schema.ReadOwnSkill,
      ({ id }: QueryParams) => ({ skillId: String(id) }),
      ({ agentSkill }) => ({ data: agentSkill }),
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

/** The decisions about a skill; an import without `confirm` stores nothing and answers what it would import. */
export const skillDecisions = {
  importSkill: async (input: schema.ImportAgentSkillInput, idempotencyKey?: string) =>
    present((await ask(schema.ImportSkill, { input, idempotencyKey })).importAgentSkill),
  verifySkill: async (input: schema.VerifyAgentSkillInput) =>
    present((await ask(schema.VerifySkill, { input })).verifyAgentSkill),
  publishSkill: async (input: schema.PublishAgentSkillInput) =>
    present((await ask(schema.PublishSkill, { input })).publishAgentSkill),
  suspendSkill: async (input: schema.SuspendAgentSkillInput) =>
    present((await ask(schema.SuspendSkill, { input })).suspendAgentSkill),
  deleteSkill: async (input: schema.DeleteAgentSkillInput) =>
    present((await ask(schema.DeleteSkill, { input })).deleteAgentSkill),
};
