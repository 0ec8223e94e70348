import { ownerOf } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { uuidOf } from '../../platform/ids.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import type { PageArgs } from '../../platform/paging/page.args.js';
import { idBefore, pageOf } from '../../platform/paging/page.js';
import type { AgentSkill } from './skill.entity.js';
import { findSkill, readSkills, requireSkill, summarizePublished } from './skill.query.js';
import {
  type AgentSkillArgs,
  type AgentSkillsArgs,
  type PublishedSkill,
  type PublishedSkillList,
  SkillStatus,
} from './skill.types.js';
import type { AgentSkillList } from './skill-reply.types.js';

/** What a cursor holds of a skill: its bare UUID. */
const keyOf = ({ id }: Pick<AgentSkill, 'id'>): string => uuidOf('skl', id) ?? '';

/** The caller's imported skills, newest first. */
export const listAgentSkills = operation(
  {
    name: 'agentSkills',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async (ctx, { status, limit, cursor }: AgentSkillsArgs): Promise<AgentSkillList> => {
    const skills = await readSkills(ctx.em, (of) => {
      const page = of.where('user_id', '=', ownerOf(ctx)).where('id', '<', idBefore(cursor));
      return (status?.length ? page.where('status', 'in', status) : page).orderBy('id', 'desc').limit(limit + 1);
    });
    return pageOf(skills, limit, keyOf);
  },
);

/** One imported skill of the caller. */
export const readAgentSkill = operation(
  {
    name: 'agentSkill',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  (ctx, { skillId }: AgentSkillArgs): Promise<AgentSkill> => requireSkill(ctx, ctx.em, skillId),
);

/** What people have published, newest import first. */
export const listPublishedSkills = operation(
  { name: 'publishedSkills', who: ANY_KIND, limit: 'public-read' },
  async (ctx, { limit, cursor }: PageArgs): Promise<PublishedSkillList> => {
    const skills = await readSkills(ctx.em, (of) =>
      of
        .where('status', '=', SkillStatus.PUBLISHED)
        .where('id', '<', idBefore(cursor))
        .orderBy('id', 'desc')
        .limit(limit + 1),
    );
    const page = pageOf(skills, limit, keyOf);
    return { items: page.items.map(summarizePublished), nextCursor: page.nextCursor };
  },
);

/** One published skill. */
export const readPublishedSkill = operation(
  { name: 'publishedSkill', who: ANY_KIND, limit: 'public-read' },
  async (ctx, { skillId }: AgentSkillArgs): Promise<PublishedSkill> => {
    const skill = await findSkill(ctx.em, { id: skillId, status: SkillStatus.PUBLISHED });
    if (!skill) throw new Fault('NOT_FOUND', { say: 'There is no such published skill.' });
    endIfNotModified(ctx, ['publishedSkill', skill.id, skill.revision]);
    const { metadata, headings, risk, content } = skill;
    return { ...summarizePublished(skill), metadata, headings, risk, content };
  },
);
