import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf, personOf, recordAction, requireVerified } from '../../accounts/index.js';
import { PLATFORM_CHAIN, personChain } from '../../platform/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import {
  barred,
  describeSkill,
  findSkills,
  isBarred,
  noSuchSkill,
  requireSkill,
  rereadSkill,
  type SkillDetailRow,
  type SkillRow,
} from './skill.query.js';
import {
  type AgentSkill,
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
  async (ctx, { skillId, digest, acknowledgeRisk }: PublishAgentSkillInput): Promise<AgentSkill> => {
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const row = await requireSkill(ctx, em, skillId, { lock: true });
      refuseOtherDigest(row, digest);
      if (row.status === SkillStatus.PUBLISHED) return describeSkill(ctx, row);
      requireVerified(ctx);
      refuseUnverified(row, now);
      await refuseBarred(em, row);
      refuseSecrets(row);
      const high = row.reading.findings.filter(({ severity }) => severity === 'high');
      if (high.length > 0 && !acknowledgeRisk)
        throw new Fault('STATE_CONFLICT', {
          say: `${high.length === 1 ? 'A finding' : `${high.length} findings`} of the severity high must be acknowledged.`,
          members: { findings: high },
        });
      await em.execute(
        `update agent_skill set status = 'PUBLISHED', published_at = ?, published_by = ?, revision = revision + 1, updated_at = ? where id = ?`,
        [now, uuidOf('usr', personOf(ctx)), now, row.id],
      );
      await recordAction(ctx, em, {
        action: 'skill.publish',
        resource: 'agent_skill',
        resourceId: skillId,
        revision: row.revision + 1,
        changes: {
          status: [row.status, SkillStatus.PUBLISHED],
          digest: [null, digest],
          acknowledgedFindings: [null, high.length],
        },
      });
      return describeSkill(ctx, await requireSkill(ctx, em, skillId));
    });
  },
);

function refuseUnverified({ status, verified_at }: SkillRow, now: Date): void {
  const verifiedAt = verified_at === null ? 0 : new Date(verified_at).getTime();
  if (status !== SkillStatus.VERIFIED || verifiedAt < now.getTime() - VERIFIED_HOURS * HOUR_MS)
    throw new Fault('STATE_CONFLICT', {
      say: `Verify the install path first: a skill is published within ${VERIFIED_HOURS} hours after its source was read again.`,
      members: { status },
    });
}

/** A text that a reviewer took out of the public does not come back by another import of it. */
async function refuseBarred(em: EntityManager, { digest }: SkillRow): Promise<void> {
  const rows = await em.execute<unknown[]>(
    `select 1 from agent_skill where digest = ? and status = 'SUSPENDED' and suspended_by <> user_id limit 1`,
    [digest],
  );
  if (rows.length) throw barred();
}

/** A credential in the text is nothing that a person can acknowledge away: everyone would read it. */
function refuseSecrets({ reading }: SkillDetailRow): void {
  const secrets = reading.findings.filter(({ ruleId }) => ruleId === SECRET_RULE);
  if (secrets.length)
    throw new Fault('PRIVATE_CONTENT', {
      say: 'The text carries a credential: take it out at its source, replace it at its issuer, and import the skill again.',
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
  async (ctx, { skillId, reason }: SuspendAgentSkillInput): Promise<AgentSkill> => {
    const now = ctx.platform.clock.now();
    const by = ownerOf(ctx);
    return ctx.em.transactional(async (em) => {
      const row = await suspendable(ctx, em, skillId);
      const isOwner = row.user_id === by;
      if (isOwner && (row.status === SkillStatus.DRAFT || row.status === SkillStatus.VERIFIED))
        throw new Fault('STATE_CONFLICT', { say: 'Only a published skill can be suspended.' });
      if (isOwner ? row.status === SkillStatus.PUBLISHED : !isBarred(row)) {
        await em.execute(
          `update agent_skill set status = 'SUSPENDED', suspended_at = ?, suspended_by = ?, suspended_reason = ?, revision = revision + 1, updated_at = ? where id = ?`,
          [now, by, reason.trim(), now, row.id],
        );
        await recordAction(ctx, em, {
          chain: row.user_id === ownerOf(ctx) ? personChain(row.user_id) : PLATFORM_CHAIN,
          action: 'skill.suspend',
          resource: 'agent_skill',
          resourceId: skillId,
          revision: row.revision + 1,
          changes: { status: [row.status, SkillStatus.SUSPENDED], barred: [false, !isOwner] },
          reason: reason.trim(),
        });
      }
      return describeSkill(ctx, await rereadSkill(em, row.id));
    });
  },
);

/** The caller's own skill, or for a reviewer any that is or was public: an owner who is verifying it again does not escape the act. */
async function suspendable(ctx: RequestContext, em: EntityManager, skillId: string): Promise<SkillRow> {
  const isReviewer = ctx.principal.kind === 'session' && ctx.principal.reviewer;
  const [row] = await findSkills(
    em,
    `id = ? and (user_id = ?${isReviewer ? ' or published_at is not null' : ''}) for update`,
    [uuidOf('skl', skillId), ownerOf(ctx)],
  );
  if (!row) throw noSuchSkill();
  return row;
}

/** Deletes an imported skill for good, unless it is public. Answers true. */
export const deleteAgentSkill = operation(
  { name: 'deleteAgentSkill', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx, { skillId }: DeleteAgentSkillInput): Promise<boolean> =>
    ctx.em.transactional(async (em) => {
      const row = await requireSkill(ctx, em, skillId, { lock: true });
      if (row.status === SkillStatus.PUBLISHED)
        throw new Fault('STATE_CONFLICT', { say: 'The skill is public: suspend it first.' });
      if (isBarred(row)) throw barred(); // the row is what keeps the text from coming back
      await em.execute('delete from agent_skill where id = ?', [row.id]);
      await recordAction(ctx, em, {
        action: 'skill.delete',
        resource: 'agent_skill',
        resourceId: skillId,
        revision: row.revision,
        changes: { digest: [row.digest, null], status: [row.status, null] },
      });
      return true;
    }),
);
