import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf, recordAct } from '../../accounts/index.js';
import { personChain, recordAudit } from '../../platform/audit.js';
import type { Platform } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { digestOfSkill } from '../reading/index.js';
import { fetchSkill } from './skill.fetch.js';
import { barred, describeSkill, findSkills, isBarred, requireSkill, type SkillRow } from './skill.query.js';
import { type AgentSkill, SkillStatus, type VerifyAgentSkillInput } from './skill.types.js';

const DAY_MS = 86_400_000;
const CHANGED = 'the source has changed';

/**
 * Fetches the source again: where it has the digest of what was imported, the install path is verified and the verifier recorded. One that
 * has changed is SOURCE_CHANGED, and suspends the skill if it was public.
 */
export const verifyAgentSkill = operation(
  { name: 'verifyAgentSkill', who: ['session'], writes: true, limit: 'skill-import' },
  async (ctx, { skillId, digest }: VerifyAgentSkillInput): Promise<AgentSkill> => {
    const seen = await requireSkill(ctx, ctx.em, skillId);
    refuseOtherDigest(seen, digest);
    if (isBarred(seen)) throw barred();
    const { bytes } = await fetchSkill(seen.source_url, ctx.platform.config);
    const found = digestOfSkill(bytes);
    const now = ctx.platform.clock.now();
    const skill = await ctx.em.transactional(async (em) => {
      const row = await requireSkill(ctx, em, skillId, { lock: true });
      if (isBarred(row)) throw barred();
      if (row.status !== seen.status)
        throw new Fault('STATE_CONFLICT', {
          say: `The skill has become ${row.status} meanwhile.`,
          members: { status: row.status },
        });
      if (found !== row.digest) {
        await noteChange(em, row, now, (act) => recordAct(ctx, em, act));
        return null;
      }
      const status = row.status === SkillStatus.PUBLISHED ? SkillStatus.PUBLISHED : SkillStatus.VERIFIED;
      await em.execute(
        `update agent_skill set status = ?, verified_at = ?, verified_by = ?, checked_at = ?, check_failure = null, suspended_at = null,
           suspended_by = null, suspended_reason = null, revision = revision + 1, updated_at = ? where id = ?`,
        [status, now, ownerOf(ctx), now, now, row.id],
      );
      await recordAct(ctx, em, {
        action: 'skill.verify',
        resource: 'agent_skill',
        resourceId: skillId,
        revision: row.revision + 1,
        changes: { status: [row.status, status] },
      });
      return describeSkill(ctx, await requireSkill(ctx, em, skillId));
    });
    if (skill) return skill;
    throw new Fault('SOURCE_CHANGED', {
      say: 'The source is not what was imported any more. Import it again and look at what has changed.',
      members: { digest: found },
    });
  },
);

/** The refusal of a decision about another text than the stored one. */
export function refuseOtherDigest(row: SkillRow, digest: string): void {
  if (row.digest !== digest)
    throw new Fault('STALE_REVISION', {
      say: 'This is not the digest of the imported text.',
      members: { digest: row.digest, revision: row.revision },
    });
}

/** A source that has changed: what is public is suspended, what was verified is a draft again. */
async function noteChange(
  em: EntityManager,
  row: SkillRow,
  at: Date,
  audit: (act: Parameters<typeof recordAct>[2]) => Promise<void>,
): Promise<void> {
  const isPublic = row.status === SkillStatus.PUBLISHED;
  const isGone = isPublic || row.status === SkillStatus.SUSPENDED;
  const status = isGone ? SkillStatus.SUSPENDED : SkillStatus.DRAFT;
  await em.execute(
    `update agent_skill set status = ?, checked_at = ?, check_failure = ?, suspended_at = case when ? then ?::timestamptz else suspended_at end,
       suspended_reason = case when ? then ? else suspended_reason end, revision = revision + 1, updated_at = ? where id = ?`,
    [status, at, CHANGED, isPublic, at, isPublic, CHANGED, at, row.id],
  );
  await audit({
    action: isPublic ? 'skill.suspend' : 'skill.source_changed',
    resource: 'agent_skill',
    resourceId: publicId('skl', row.id),
    revision: row.revision + 1,
    changes: { status: [row.status, status] },
    reason: CHANGED,
  });
}

/**
 * Asks the source of one published skill again that was not asked for a day, and suspends the skill when its source has changed. A source
 * that cannot be read suspends nothing; why is kept. Several workers may do it at once. Answers whether there may be more.
 */
export async function recheckSkill(
  em: () => EntityManager,
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
): Promise<boolean> {
  const now = clock.now();
  const [due] = await em().execute<{ id: string; source_url: string }[]>(
    `update agent_skill set checked_at = ? where id = (select id from agent_skill where status = 'PUBLISHED' and (checked_at is null or checked_at < ?)
       order by checked_at nulls first limit 1 for update skip locked) returning id, source_url`,
    [now, new Date(now.getTime() - DAY_MS)],
  );
  if (!due) return false;
  let failure: string | null = null;
  let found: string | null = null;
  try {
    found = digestOfSkill((await fetchSkill(due.source_url, config)).bytes);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    failure = error.errors?.[0]?.detail ?? error.message;
  }
  await em().transactional(async (tx) => {
    const [row] = await findSkills(tx, `id = ? and status = 'PUBLISHED' for update`, [due.id]);
    if (!row) return;
    if (found !== null && found !== row.digest)
      await noteChange(tx, row, now, (act) =>
        recordAudit(tx, now, { chain: personChain(row.user_id), actor: 'system', ...act }),
      );
    else await tx.execute('update agent_skill set check_failure = ? where id = ?', [failure, row.id]);
  });
  return true;
}
