import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf, recordAction } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { digestOfSkill } from '../reading/index.js';
import { fetchSkill } from './skill.fetch.js';
import { barred, describeSkill, isBarred, requireSkill, type SkillRow } from './skill.query.js';
import { type AgentSkill, SkillStatus, type VerifyAgentSkillInput } from './skill.types.js';

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
        await noteChange(em, row, now, (act) => recordAction(ctx, em, act));
        return null;
      }
      const status = row.status === SkillStatus.PUBLISHED ? SkillStatus.PUBLISHED : SkillStatus.VERIFIED;
      await em.execute(
        `update agent_skill set status = ?, verified_at = ?, verified_by = ?, checked_at = ?, check_failure = null, suspended_at = null,
           suspended_by = null, suspended_reason = null, revision = revision + 1, updated_at = ? where id = ?`,
        [status, now, ownerOf(ctx), now, now, row.id],
      );
      await recordAction(ctx, em, {
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

/** Notes that a source has changed: what is public is suspended, what was verified is a draft again. */
export async function noteChange(
  em: EntityManager,
  row: SkillRow,
  at: Date,
  audit: (act: Parameters<typeof recordAction>[2]) => Promise<void>,
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
