import { type FilterQuery, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { type Narrow, readRows } from '../../platform/database/rows.read.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { AgentSkill, type AgentSkillSummary } from './skill.entity.js';
import { type PublishedSkillSummary, SkillStatus } from './skill.types.js';

/** The skills that a condition finds, to be read: without their texts and whatever else can be large. */
export const readSkills = (em: EntityManager, narrow: Narrow<AgentSkill>): Promise<AgentSkillSummary[]> =>
  readRows(em, AgentSkill, narrow);

/** The newest skills of a person, at most so many. */
export const newestSkills = (em: EntityManager, userUuid: string, limit: number): Promise<AgentSkillSummary[]> =>
  readSkills(em, (of) => of.where('user_id', '=', userUuid).orderBy('id', 'desc').limit(limit));

/** One skill with its text, by itself or locked until the transaction ends. */
export const findSkill = (
  em: EntityManager,
  where: FilterQuery<AgentSkill>,
  { lock = false } = {},
): Promise<AgentSkill | null> =>
  em.findOne(AgentSkill, where, {
    populate: ['reading', 'content'],
    refresh: true,
    lockMode: lock ? LockMode.PESSIMISTIC_WRITE : LockMode.NONE,
  });

/** One answer for a skill that there is not and for one that is none of the caller's business. */
export const noSuchSkill = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such skill.' });

/** A skill of the caller, by itself or locked until the transaction ends. */
export async function requireSkill(
  ctx: RequestContext,
  em: EntityManager,
  id: string,
  options: { lock?: boolean } = {},
): Promise<AgentSkill> {
  const skill = await findSkill(em, { id, userId: ownerOf(ctx) }, options);
  if (!skill) throw noSuchSkill();
  return skill;
}

/** True while a reviewer has taken the skill out of the public: its owner cannot undo that. */
export const isBarred = ({ status, suspendedBy, userId }: AgentSkill): boolean =>
  status === SkillStatus.SUSPENDED && suspendedBy !== null && suspendedBy !== userId;

/** The refusal of what would bring a text back that a reviewer took out. */
export const barred = (): Fault =>
  new Fault('STATE_CONFLICT', {
    say: 'A reviewer has suspended this text. Change it at its source and import it again.',
  });

/** The address at which its owner looks at an imported skill. */
export const agentHrefOf = ({ platform }: RequestContext, id: string): string =>
  `${platform.config.workspaceUrl}/admin/#/me/skills/${publicId('skl', id)}`;

/** The address at which everyone reads a skill, as long as it is published. */
export const publicHrefOf = (
  { platform }: RequestContext,
  { id, status }: Pick<AgentSkillSummary, 'id' | 'status'>,
): string | null =>
  status === SkillStatus.PUBLISHED ? `${platform.config.workspaceUrl}/s/${publicId('skl', id)}` : null;

/** A published skill as everyone may read it in a list: of an imported one, what is public alone. */
export function summarizePublished(skill: AgentSkillSummary): PublishedSkillSummary {
  const { verifiedAt, publishedAt } = skill;
  // Checks of the table hold that no skill is published without both.
  if (verifiedAt === null || publishedAt === null)
    throw new Error(`the skill ${publicId('skl', skill.id)} is not published`);
  return {
    id: skill.id,
    name: skill.name,
    description: skill.description,
    license: skill.license,
    compatibility: skill.compatibility,
    allowedTools: skill.allowedTools,
    bytes: skill.bytes,
    lines: skill.lines,
    digest: skill.digest,
    sourceUrl: skill.sourceUrl,
    finalUrl: skill.finalUrl,
    riskCounts: skill.riskCounts,
    verifiedAt,
    publishedAt,
  };
}
