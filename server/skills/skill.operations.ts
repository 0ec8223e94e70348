import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ownerOf, recordAction, requireVerified } from '../accounts/index.js';
import { PLATFORM_CHAIN, personChain } from '../platform/audit/audit.js';
import type { RequestContext } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import { publicId } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { type SortedListOf, sortedPage } from '../platform/paging/sorted.page.js';
import type { Row } from '../platform/row.types.js';
import type { AgentSkill } from './skill.entity.js';
import { fetchSkill } from './skill.fetch.js';
import {
  findLockedSkill,
  isTaken,
  lockSkill,
  noSuchSkill,
  requireSkill,
  selectSkills,
  skillAnswer,
  skillSummary,
} from './skill.query.js';
import {
  type AgentSkillAnswer,
  type AgentSkillArgs,
  type AgentSkillList,
  type AgentSkillsArgs,
  type DeleteAgentSkillInput,
  type PublishAgentSkillInput,
  riskLevels,
  SkillStatus,
  type SuspendAgentSkillInput,
  skillSorts,
  type VerifyAgentSkillInput,
} from './skill.types.js';
import { digestOfSkill } from './text.rules.js';

/** The risk rule that finds credentials. */
const SECRET_RULE = 'secret-in-text';
/** How long a verification counts: the source may change at any time. */
const VERIFIED_HOURS = 24;
const HOUR_MS = 3_600_000;
const CHANGED = 'the source has changed';

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
    let found = selectSkills(ctx.em).where('t.user_id', '=', ownerOf(ctx));
    if (args.status?.length) found = found.where('t.status', 'in', args.status);
    if (args.risk?.length)
      found = found.where(
        RISK,
        'in',
        args.risk.map((level) => riskLevels.indexOf(level)),
      );
    const { items, nextCursor } = page.cut(await page.narrow(found).execute());
    return { items: items.map((skill) => skillSummary(ctx, skill, skill.facts)), nextCursor };
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
  async function agentSkill(ctx, { skillId }: AgentSkillArgs): Promise<AgentSkillAnswer> {
    return skillAnswer(ctx, await requireSkill(ctx, skillId));
  },
);

/**
 * Fetches the source again: where it has the digest of what was imported, the install path is verified and the verifier recorded. A source
 * that has changed is SOURCE_CHANGED, and suspends the skill if it was public.
 */
export const verifyAgentSkill = operation(
  { name: 'verifyAgentSkill', who: ['session'], writes: true, limit: 'skill-import' },
  async function verifyAgentSkill(ctx, { skillId, digest }: VerifyAgentSkillInput): Promise<AgentSkillAnswer> {
    const seen = await requireSkill(ctx, skillId);
    refuseOtherDigest(seen, digest);
    if (isBarred(seen)) throw barred();
    const { bytes } = await fetchSkill(seen.sourceUrl, ctx.platform.config);
    const found = digestOfSkill(bytes);
    const now = ctx.platform.clock.now();
    const verified = await ctx.em.transactional(async (em) => {
      const skill = await lockSkill(ctx, em, skillId);
      if (isBarred(skill)) throw barred();
      const before = skill.status;
      if (before !== seen.status)
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
      return skillAnswer(ctx, skill);
    });
    if (verified) return verified;
    throw new Fault('SOURCE_CHANGED', {
      say: 'The source has changed since the import. Import it again and review the changes.',
      members: { digest: found },
    });
  },
);

/** The refusal of a decision about another text than the stored one. */
function refuseOtherDigest(skill: Row<AgentSkill>, digest: string): void {
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

/** True while a reviewer has taken the skill out of the public: its owner cannot undo that. */
const isBarred = ({ status, suspendedBy, userId }: Row<AgentSkill>): boolean =>
  status === SkillStatus.SUSPENDED && suspendedBy !== null && suspendedBy !== userId;

/** The refusal of what would bring a text back that a reviewer took out. */
const barred = (): Fault =>
  new Fault('STATE_CONFLICT', {
    say: 'A reviewer has suspended this text. Change it at its source and import it again.',
  });

/** Makes a verified skill public: an act of its owner in a session, with a verified address, about the very text (specification §3). */
export const publishAgentSkill = operation(
  { name: 'publishAgentSkill', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  async function publishAgentSkill(
    ctx,
    { skillId, digest, acknowledgeRisk }: PublishAgentSkillInput,
  ): Promise<AgentSkillAnswer> {
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const skill = await lockSkill(ctx, em, skillId);
      refuseOtherDigest(skill, digest);
      const before = skill.status;
      if (before === SkillStatus.PUBLISHED) return skillAnswer(ctx, skill);
      requireVerified(ctx);
      refuseUnverified(skill, now);
      // A text that a reviewer took out of the public does not come back by another import of it.
      if (await isTaken(em, digest)) throw barred();
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
      return skillAnswer(ctx, skill);
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
  async function suspendAgentSkill(ctx, { skillId, reason }: SuspendAgentSkillInput): Promise<AgentSkillAnswer> {
    const now = ctx.platform.clock.now();
    const by = ownerOf(ctx);
    return ctx.em.transactional(async (em) => {
      const skill = await suspendable(ctx, em, skillId, by);
      const { status, userId } = skill;
      const isOwner = userId === by;
      if (isOwner && (status === SkillStatus.DRAFT || status === SkillStatus.VERIFIED))
        throw new Fault('STATE_CONFLICT', { say: 'Only a published skill can be suspended.' });
      if (isOwner ? status !== SkillStatus.PUBLISHED : isBarred(skill)) return skillAnswer(ctx, skill);
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
      return skillAnswer(ctx, skill);
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
  const skill = await findLockedSkill(em, { id, ...whose });
  if (!skill) throw noSuchSkill();
  return skill;
}

/** Deletes an imported skill for good, unless it is public. Answers true. */
export const deleteAgentSkill = operation(
  { name: 'deleteAgentSkill', who: ['session'], writes: true, limit: 'workflow' },
  async function deleteAgentSkill(ctx, { skillId }: DeleteAgentSkillInput): Promise<boolean> {
    return ctx.em.transactional(async (em) => {
      const skill = await lockSkill(ctx, em, skillId);
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
