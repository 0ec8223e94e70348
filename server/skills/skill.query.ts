import { type FilterQuery, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ownerOf } from '../accounts/index.js';
import type { RequestContext } from '../platform/context.js';
import { selectRows } from '../platform/database/kysely.js';
import type { TableOf } from '../platform/database/table.types.js';
import { Fault } from '../platform/fault.js';
import { publicId } from '../platform/ids.js';
import type { Row } from '../platform/row.types.js';
import type { StoredFacts } from './reading.types.js';
import { AgentSkill } from './skill.entity.js';
import { type AgentSkillAnswer, type AgentSkillSummary, SkillStatus } from './skill.types.js';

/** The domain's table for Kysely. */
interface SkillTables {
  readonly agent_skill: TableOf<AgentSkill>;
}

/** A skill as lists read it: its text and whatever else can be large stay in the database. */
export type SkillRow = Omit<Row<AgentSkill>, 'userId' | 'publishedBy' | 'suspendedBy' | 'reading' | 'content'> & {
  readonly facts: StoredFacts;
};

/** Selects skills (`t`) without their texts. */
export const selectSkills = (em: EntityManager) =>
  em
    .getKysely<SkillTables>()
    .selectFrom('agent_skill as t')
    .select([
      't.id',
      't.status',
      't.revision',
      't.name',
      't.description',
      't.source_url as sourceUrl',
      't.final_url as finalUrl',
      't.digest',
      't.verified_at as verifiedAt',
      't.verified_by as verifiedBy',
      't.published_at as publishedAt',
      't.suspended_at as suspendedAt',
      't.suspended_reason as suspendedReason',
      't.checked_at as checkedAt',
      't.check_failure as checkFailure',
      't.created_at as createdAt',
      't.updated_at as updatedAt',
      sql<StoredFacts>`t.reading - array['metadata', 'headings', 'validation', 'findings']`.as('facts'),
    ])
    .$castTo<SkillRow>();

/** The newest skills of a person, at most so many. */
export const newestSkills = (em: EntityManager, userId: string, limit: number): Promise<SkillRow[]> =>
  selectSkills(em).where('t.user_id', '=', userId).orderBy('t.id', 'desc').limit(limit).execute();

/** A published skill with its text, or null. */
export async function readPublished(em: EntityManager, id: string): Promise<Row<AgentSkill> | null> {
  const skill = await selectRows(em, AgentSkill)
    .where('t.id', '=', id)
    .where('t.status', '=', SkillStatus.PUBLISHED)
    .executeTakeFirst();
  return skill ?? null;
}

/** One answer for a skill that there is not and for one that is none of the caller's business. */
export const noSuchSkill = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such skill.' });

/** A skill of the caller with its text, to be read. */
export async function requireSkill(ctx: RequestContext, id: string): Promise<Row<AgentSkill>> {
  const skill = await selectRows(ctx.em, AgentSkill)
    .where('t.id', '=', id)
    .where('t.user_id', '=', ownerOf(ctx))
    .executeTakeFirst();
  if (!skill) throw noSuchSkill();
  return skill;
}

/** A skill to be changed: it stays locked until the transaction ends. */
export const findLockedSkill = (em: EntityManager, where: FilterQuery<AgentSkill>): Promise<AgentSkill | null> =>
  em.findOne(AgentSkill, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** Locks a skill of the caller in a transaction. */
export async function lockSkill(ctx: RequestContext, em: EntityManager, id: string): Promise<AgentSkill> {
  const skill = await findLockedSkill(em, { id, userId: ownerOf(ctx) });
  if (!skill) throw noSuchSkill();
  return skill;
}

/** Whether a reviewer took another import of a text out of the public. */
export async function isTaken(em: EntityManager, digest: string): Promise<boolean> {
  const taken = await em
    .getKysely<SkillTables>()
    .selectFrom('agent_skill')
    .select('id')
    .where('digest', '=', digest)
    .where('status', '=', SkillStatus.SUSPENDED)
    .whereRef('suspended_by', '<>', 'user_id')
    .limit(1)
    .executeTakeFirst();
  return taken !== undefined;
}

/** The address at which its owner looks at an imported skill. */
export const agentHrefOf = ({ platform }: RequestContext, id: string): string =>
  `${platform.config.workspaceUrl}/admin/#/me/skills/${publicId('skl', id)}`;

/** The address at which everyone reads a skill, as long as it is published. */
export const publicHrefOf = (
  { platform }: RequestContext,
  { id, status }: Pick<Row<AgentSkill>, 'id' | 'status'>,
): string | null =>
  status === SkillStatus.PUBLISHED ? `${platform.config.workspaceUrl}/s/${publicId('skl', id)}` : null;

/** The parts of a skill that the owner's lists and the public ones share. */
export const sharedSummary = (skill: Omit<SkillRow, 'facts'>, facts: StoredFacts) => ({
  id: skill.id,
  name: skill.name,
  description: skill.description,
  license: facts.license,
  compatibility: facts.compatibility,
  allowedTools: facts.allowedTools,
  bytes: facts.bytes,
  lines: facts.lines,
  digest: skill.digest,
  sourceUrl: skill.sourceUrl,
  finalUrl: skill.finalUrl,
  riskCounts: facts.riskCounts,
});

/** A skill as a list of its owner shows it. */
export const skillSummary = (
  ctx: RequestContext,
  skill: Omit<SkillRow, 'facts'>,
  facts: StoredFacts,
): AgentSkillSummary => ({
  ...sharedSummary(skill, facts),
  status: skill.status,
  revision: skill.revision,
  verifiedAt: skill.verifiedAt,
  verifiedBy: skill.verifiedBy,
  publishedAt: skill.publishedAt,
  suspendedAt: skill.suspendedAt,
  suspendedReason: skill.suspendedReason,
  checkedAt: skill.checkedAt,
  checkFailure: skill.checkFailure,
  createdAt: skill.createdAt,
  updatedAt: skill.updatedAt,
  agentHref: agentHrefOf(ctx, skill.id),
  publicHref: publicHrefOf(ctx, skill),
});

/** A skill with its text as its owner sees it now. */
export function skillAnswer(ctx: RequestContext, skill: Row<AgentSkill>): AgentSkillAnswer {
  const { metadata, headings, validation, findings } = skill.reading;
  return {
    ...skillSummary(ctx, skill, skill.reading),
    metadata,
    headings,
    validation,
    risk: { findings },
    content: skill.content,
  };
}
