import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf, recordAction } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { digestOfSkill } from '../reading/index.js';
import type { AgentSkill } from './skill.entity.js';
import { fetchSkill } from './skill.fetch.js';
import { barred, isBarred, requireSkill } from './skill.query.js';
import { SkillStatus, type VerifyAgentSkillInput } from './skill.types.js';

const CHANGED = 'the source has changed';

/**
 * Fetches the source again: where it has the digest of what was imported, the install path is verified and the verifier recorded. One that
 * has changed is SOURCE_CHANGED, and suspends the skill if it was public.
 */
export const verifyAgentSkill = operation(
  { name: 'verifyAgentSkill', who: ['session'], writes: true, limit: 'skill-import' },
  async function verifyAgentSkill(ctx, { skillId, digest }: VerifyAgentSkillInput): Promise<AgentSkill> {
    const seen = await requireSkill(ctx, ctx.em, skillId);
    refuseOtherDigest(seen, digest);
    if (isBarred(seen)) throw barred();
    const { status: seenStatus, sourceUrl } = seen; // the same object says what is stored by then, once it is locked
    const { bytes } = await fetchSkill(sourceUrl, ctx.platform.config);
    const found = digestOfSkill(bytes);
    const now = ctx.platform.clock.now();
    const verified = await ctx.em.transactional(async (em) => {
      const skill = await requireSkill(ctx, em, skillId, { lock: true });
      if (isBarred(skill)) throw barred();
      const before = skill.status;
      if (before !== seenStatus)
        throw new Fault('STATE_CONFLICT', {
          say: `The status of the skill changed to ${before}.`,
          members: { skillStatus: before },
        });
      if (found !== skill.digest) {
        await noteChange(em, skill, now, (act) => recordAction(ctx, em, act));
        return null;
      }
      em.assign(skill, {
        status: before === SkillStatus.PUBLISHED ? before : SkillStatus.VERIFIED,
        verifiedAt: now,
        verifiedBy: ownerOf(ctx),
        checkedAt: now,
        checkFailure: null,
        suspendedAt: null,
        suspendedBy: null,
        suspendedReason: null,
        revision: skill.revision + 1,
        updatedAt: now,
      });
      await em.flush();
      await recordAction(ctx, em, {
        action: 'skill.verify',
        resource: 'agent_skill',
        resourceId: publicId('skl', skillId),
        revision: skill.revision,
        changes: { status: [before, skill.status] },
      });
      return skill;
    });
    if (verified) return verified;
    throw new Fault('SOURCE_CHANGED', {
      say: 'The source has changed since the import. Import it again and review the changes.',
      members: { digest: found },
    });
  },
);

/** The refusal of a decision about another text than the stored one. */
export function refuseOtherDigest(skill: AgentSkill, digest: string): void {
  if (skill.digest !== digest)
    throw new Fault('STALE_REVISION', {
      say: 'The digest does not match the imported text.',
      members: { digest: skill.digest, revision: skill.revision },
    });
}

/** Notes that a source has changed: what is public is suspended, what was verified is a draft again. */
export async function noteChange(
  em: EntityManager,
  skill: AgentSkill,
  at: Date,
  audit: (act: Parameters<typeof recordAction>[2]) => Promise<void>,
): Promise<void> {
  const before = skill.status;
  const isPublic = before === SkillStatus.PUBLISHED;
  const isGone = isPublic || before === SkillStatus.SUSPENDED;
  em.assign(skill, {
    status: isGone ? SkillStatus.SUSPENDED : SkillStatus.DRAFT,
    checkedAt: at,
    checkFailure: CHANGED,
    revision: skill.revision + 1,
    updatedAt: at,
    ...(isPublic ? { suspendedAt: at, suspendedReason: CHANGED } : {}),
  });
  await em.flush();
  await audit({
    action: isPublic ? 'skill.suspend' : 'skill.source_changed',
    resource: 'agent_skill',
    resourceId: publicId('skl', skill.id),
    revision: skill.revision,
    changes: { status: [before, skill.status] },
    reason: CHANGED,
  });
}
