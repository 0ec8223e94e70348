import { sql } from 'kysely';
import { ownerOf } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { publicId } from '../../platform/ids.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import type { PageArgs } from '../../platform/paging/page.args.js';
import { idBefore, pageOf } from '../../platform/paging/page.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import type { AgentSkill } from './skill.entity.js';
import { findSkill, readSkills, requireSkill, summarizePublished } from './skill.query.js';
import {
  type AgentSkillArgs,
  type AgentSkillsArgs,
  type PublishedSkill,
  type PublishedSkillList,
  riskLevels,
  SkillStatus,
  skillSorts,
} from './skill.types.js';
import type { AgentSkillList } from './skill-reply.types.js';

/** A cursor holds the bare UUID of a skill. */
const keyOf = ({ id }: Pick<AgentSkill, 'id'>): string => id;

/** The number of the most severe finding's level; an index is made of the same words. */
const RISK = sql<number>`(case when (t.reading #>> '{riskCounts,high}')::int > 0 then 3
  when (t.reading #>> '{riskCounts,medium}')::int > 0 then 2 when (t.reading #>> '{riskCounts,low}')::int > 0 then 1 else 0 end)`;

const LIST: SortedListOf<typeof skillSorts> = {
  name: 'agentSkills',
  sorts: skillSorts,
  tie: { by: sql`t.id`, type: 'uuid' },
  by: {
    created: null,
    updated: { by: sql`t.updated_at`, type: 'time' },
    name: { by: sql`lower(t.name)`, type: 'text' },
    status: { by: sql`t.status`, type: 'text' },
    risk: { by: RISK, type: 'number' },
  },
  naming: [sql`t.name`, sql`t.description`],
  time: sql`t.updated_at`,
};

/** The caller's imported skills, newest first if no order is asked for. */
export const listAgentSkills = operation(
  {
    name: 'agentSkills',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function agentSkills(ctx, args: AgentSkillsArgs): Promise<AgentSkillList> {
    const page = sortedPage(LIST, args);
    const skills = await readSkills(ctx.em, (of) => {
      let found = of.where('user_id', '=', ownerOf(ctx));
      if (args.status?.length) found = found.where('status', 'in', args.status);
      if (args.risk?.length)
        found = found.where(
          RISK,
          'in',
          args.risk.map((level) => riskLevels.indexOf(level)),
        );
      return page.narrow(found);
    });
    return page.cut(skills);
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
  function agentSkill(ctx, { skillId }: AgentSkillArgs): Promise<AgentSkill> {
    return requireSkill(ctx, ctx.em, skillId);
  },
);

/** The skills that people have published, newest import first. */
export const listPublishedSkills = operation(
  { name: 'publishedSkills', who: ANY_KIND, limit: 'public-read', share: 'public-records' },
  async function publishedSkills(ctx, { limit, cursor }: PageArgs): Promise<PublishedSkillList> {
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
  { name: 'publishedSkill', who: ANY_KIND, limit: 'public-read', share: 'public-records' },
  async function publishedSkill(ctx, { skillId }: AgentSkillArgs): Promise<PublishedSkill> {
    const skill = await findSkill(ctx.em, { id: skillId, status: SkillStatus.PUBLISHED });
    if (!skill) throw new Fault('NOT_FOUND', { say: 'There is no such published skill.' });
    endIfNotModified(ctx, ['publishedSkill', publicId('skl', skill.id), skill.revision]);
    const { metadata, headings, risk, content } = skill;
    return { ...summarizePublished(skill), metadata, headings, risk, content };
  },
);
