import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf, recordAction, requireVerified } from '../../accounts/index.js';
import { PLATFORM_CHAIN, personChain } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { AgentSkill } from './skill.entity.js';
import { barred, findSkill, isBarred, noSuchSkill, requireSkill } from './skill.query.js';
import {
  type DeleteAgentSkillInput,
  type PublishAgentSkillInput,
  SkillStatus,
  type SuspendAgentSkillInput,
} from './skill.types.js';
import { refuseOtherDigest } from './skill.verify.js';

/** The risk rule that finds credentials. */
const SECRET_RULE = 'secret-in-text';
/** How long a verification counts: the source may change at any time. */
const VERIFIED_HOURS = 24;
const HOUR_MS = 3_600_000;

/** Makes a verified skill public: an act of its owner in a session, with a verified address, about the very text (specification §3). */
export const publishAgentSkill = operation(
  { name: 'publishAgentSkill', who: ['session'], writes: true, limit: 'workflow' },
  async function publishAgentSkill(
    ctx,
    { skillId, digest, acknowledgeRisk }: PublishAgentSkillInput,
  ): Promise<AgentSkill> {
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const skill = await requireSkill(ctx, em, skillId, { lock: true });
      refuseOtherDigest(skill, digest);
      const before = skill.status;
      if (before === SkillStatus.PUBLISHED) return skill;
      requireVerified(ctx);
      refuseUnverified(skill, now);
      await refuseBarred(em, skill);
      refuseSecrets(skill);
      const high = skill.reading.findings.filter(({ severity }) => severity === 'high');
      if (high.length > 0 && !acknowledgeRisk)
        throw new Fault('STATE_CONFLICT', {
          say: `${high.length === 1 ? 'A finding' : `${high.length} findings`} of the severity high must be acknowledged.`,
          members: { findings: high },
        });
      em.assign(skill, {
        status: SkillStatus.PUBLISHED,
        publishedAt: now,
        publishedBy: ownerOf(ctx),
        revision: skill.revision + 1,
        updatedAt: now,
      });
      await em.flush();
      await recordAction(ctx, em, {
        action: 'skill.publish',
        resource: 'agent_skill',
        resourceId: publicId('skl', skillId),
        revision: skill.revision,
        changes: {
          status: [before, skill.status],
          digest: [null, digest],
          acknowledgedFindings: [null, high.length],
        },
      });
      return skill;
    });
  },
);

function refuseUnverified({ status, verifiedAt }: AgentSkill, now: Date): void {
  const verifiedMs = verifiedAt?.getTime() ?? 0;
  if (status !== SkillStatus.VERIFIED || verifiedMs < now.getTime() - VERIFIED_HOURS * HOUR_MS)
    throw new Fault('STATE_CONFLICT', {
      say: `Verify the install path first: a skill can be published within ${VERIFIED_HOURS} hours of its verification.`,
      members: { skillStatus: status },
    });
}

/** A text that a reviewer took out of the public does not come back by another import of it. */
async function refuseBarred(em: EntityManager, { digest }: AgentSkill): Promise<void> {
  const byReviewer = raw((alias) => `${alias}.suspended_by <> ${alias}.user_id`);
  const taken = { digest, status: SkillStatus.SUSPENDED, [byReviewer]: [] };
  if (await em.findOne(AgentSkill, taken, { fields: ['id'] })) throw barred();
}

/** A credential in the text is nothing that a person can acknowledge away: everyone would read it. */
function refuseSecrets({ reading }: AgentSkill): void {
  const secrets = reading.findings.filter(({ ruleId }) => ruleId === SECRET_RULE);
  if (secrets.length)
    throw new Fault('PRIVATE_CONTENT', {
      say: 'The text contains a credential. Remove it from the source, rotate it, and import the skill again.',
      errors: secrets.map(({ line, title }) => ({
        pointer: '/skillId',
        code: 'credential_value',
        detail: `line ${line}: ${title}`,
      })),
    });
}

/**
 * Takes a skill out of the public: its owner, or a reviewer. Repeating it changes nothing, but for a reviewer's act on what its owner or a
 * changed source had suspended before: it becomes the reviewer's, so that its owner cannot undo it.
 */
export const suspendAgentSkill = operation(
  { name: 'suspendAgentSkill', who: ['session'], writes: true, limit: 'workflow' },
  async function suspendAgentSkill(ctx, { skillId, reason }: SuspendAgentSkillInput): Promise<AgentSkill> {
    const now = ctx.platform.clock.now();
    const by = ownerOf(ctx);
    return ctx.em.transactional(async (em) => {
      const skill = await suspendable(ctx, em, skillId, by);
      const { status, userId } = skill;
      const isOwner = userId === by;
      if (isOwner && (status === SkillStatus.DRAFT || status === SkillStatus.VERIFIED))
        throw new Fault('STATE_CONFLICT', { say: 'Only a published skill can be suspended.' });
      if (isOwner ? status !== SkillStatus.PUBLISHED : isBarred(skill)) return skill;
      em.assign(skill, {
        status: SkillStatus.SUSPENDED,
        suspendedAt: now,
        suspendedBy: by,
        suspendedReason: reason.trim(),
        revision: skill.revision + 1,
        updatedAt: now,
      });
      await em.flush();
      await recordAction(ctx, em, {
        chain: isOwner ? personChain(by) : PLATFORM_CHAIN,
        action: 'skill.suspend',
        resource: 'agent_skill',
        resourceId: publicId('skl', skillId),
        revision: skill.revision,
        changes: { status: [status, skill.status], barred: [false, !isOwner] },
        reason: reason.trim(),
      });
      return skill;
    });
  },
);

/** The caller's own skill, or for a reviewer any that is or was public: an owner who is verifying it again does not escape the act. */
async function suspendable(
  { principal }: RequestContext,
  em: EntityManager,
  id: string,
  userId: string,
): Promise<AgentSkill> {
  const isReviewer = principal.kind === 'session' && principal.reviewer;
  const whose = isReviewer ? { $or: [{ userId }, { publishedAt: { $ne: null } }] } : { userId };
  const skill = await findSkill(em, { id, ...whose }, { lock: true });
  if (!skill) throw noSuchSkill();
  return skill;
}

/** Deletes an imported skill for good, unless it is public. Answers true. */
export const deleteAgentSkill = operation(
  { name: 'deleteAgentSkill', who: ['session'], writes: true, limit: 'workflow' },
  async function deleteAgentSkill(ctx, { skillId }: DeleteAgentSkillInput): Promise<boolean> {
    return ctx.em.transactional(async (em) => {
      const skill = await requireSkill(ctx, em, skillId, { lock: true });
      if (skill.status === SkillStatus.PUBLISHED)
        throw new Fault('STATE_CONFLICT', { say: 'The skill is public: suspend it first.' });
      if (isBarred(skill)) throw barred(); // the row is what keeps the text from coming back
      em.remove(skill);
      await em.flush();
      await recordAction(ctx, em, {
        action: 'skill.delete',
        resource: 'agent_skill',
        resourceId: publicId('skl', skillId),
        revision: skill.revision,
        changes: { digest: [skill.digest, null], status: [skill.status, null] },
      });
      return true;
    });
  },
);
