import { ownerOf } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { uuidOf } from '../../platform/ids.js';
import { ANY_KIND } from '../../platform/limits.policies.js';
import { operation } from '../../platform/operation.js';
import type { PageArgs } from '../../platform/page.args.js';
import { idBefore, pageOf } from '../../platform/page.js';
import {
  describeSkill,
  findSkillDetails,
  findSkills,
  partsOf,
  requireSkill,
  summarizePublished,
  summarizeSkill,
} from './skill.query.js';
import type {
  AgentSkill,
  AgentSkillArgs,
  AgentSkillList,
  AgentSkillsArgs,
  PublishedSkill,
  PublishedSkillList,
} from './skill.types.js';

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
    const states = status?.length ? ` and status in (${status.map(() => '?').join(', ')})` : '';
    const rows = await findSkills(ctx.em, `user_id = ? and id < ?${states} order by id desc limit ${limit + 1}`, [
      ownerOf(ctx),
      idBefore(cursor),
      ...(status ?? []),
    ]);
    const page = pageOf(rows, limit, ({ id }) => id);
    return { items: page.items.map((row) => summarizeSkill(ctx, row)), nextCursor: page.nextCursor };
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
  async (ctx, { skillId }: AgentSkillArgs): Promise<AgentSkill> =>
    describeSkill(ctx, await requireSkill(ctx, ctx.em, skillId)),
);

/** What people have published, newest import first. */
export const listPublishedSkills = operation(
  { name: 'publishedSkills', who: ANY_KIND, limit: 'public-read' },
  async (ctx, { limit, cursor }: PageArgs): Promise<PublishedSkillList> => {
    const rows = await findSkills(ctx.em, `status = 'PUBLISHED' and id < ? order by id desc limit ${limit + 1}`, [
      idBefore(cursor),
    ]);
    const page = pageOf(rows, limit, ({ id }) => id);
    return { items: page.items.map(summarizePublished), nextCursor: page.nextCursor };
  },
);

/** One published skill. */
export const readPublishedSkill = operation(
  { name: 'publishedSkill', who: ANY_KIND, limit: 'public-read' },
  async (ctx, { skillId }: AgentSkillArgs): Promise<PublishedSkill> => {
    const [row] = await findSkillDetails(ctx.em, `id = ? and status = 'PUBLISHED'`, [uuidOf('skl', skillId)]);
    if (!row) throw new Fault('NOT_FOUND', { say: 'There is no such published skill.' });
    endIfNotModified(ctx, ['publishedSkill', row.id, row.revision]);
    return { ...summarizePublished(row), ...partsOf(row.reading), content: row.content };
  },
);
