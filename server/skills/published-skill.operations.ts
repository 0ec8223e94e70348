import { ANY_KIND } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import { endIfNotModified } from '../platform/http/conditional-get.js';
import { publicId } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import type { PageArgs } from '../platform/paging/page.args.js';
import { idBefore, pageOf } from '../platform/paging/page.js';
import type { StoredFacts } from './reading.types.js';
import { readPublished, type SkillRow, selectSkills, sharedSummary } from './skill.query.js';
import {
  type AgentSkillArgs,
  type PublishedSkill,
  type PublishedSkillList,
  type PublishedSkillSummary,
  SkillStatus,
} from './skill.types.js';

/** A cursor holds the bare UUID of a skill. */
const keyOf = ({ id }: SkillRow): string => id;

/** The skills that people have published, newest import first. */
export const listPublishedSkills = operation(
  { name: 'publishedSkills', who: ANY_KIND, limit: 'public-read', share: 'public-records' },
  async function publishedSkills(ctx, { limit, cursor }: PageArgs): Promise<PublishedSkillList> {
    const skills = await selectSkills(ctx.em)
      .where('t.status', '=', SkillStatus.PUBLISHED)
      .where('t.id', '<', idBefore(cursor))
      .orderBy('t.id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = pageOf(skills, limit, keyOf);
    return {
      items: page.items.map((skill) => publishedSummary(skill, skill.facts)),
      nextCursor: page.nextCursor,
    };
  },
);

/** One published skill. */
export const readPublishedSkill = operation(
  { name: 'publishedSkill', who: ANY_KIND, limit: 'public-read', share: 'public-records' },
  async function publishedSkill(ctx, { skillId }: AgentSkillArgs): Promise<PublishedSkill> {
    const skill = await readPublished(ctx.em, skillId);
    if (!skill) throw new Fault('NOT_FOUND', { say: 'There is no such published skill.' });
    endIfNotModified(ctx, ['publishedSkill', publicId('skl', skill.id), skill.revision]);
    const { metadata, headings, findings } = skill.reading;
    return {
      ...publishedSummary(skill, skill.reading),
      metadata,
      headings,
      risk: { findings },
      content: skill.content,
    };
  },
);

/** A published skill as everyone may read it in a list: nothing that its owner alone may know. */
function publishedSummary(skill: Omit<SkillRow, 'facts'>, facts: StoredFacts): PublishedSkillSummary {
  const { verifiedAt, publishedAt } = skill;
  // Checks of the table hold that no skill is published without both.
  if (verifiedAt === null || publishedAt === null)
    throw new Error(`the skill ${publicId('skl', skill.id)} is not published`);
  return {
    ...sharedSummary(skill, facts),
    verifiedAt,
    publishedAt,
  };
}
