import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { FactorReset, ResetOutcome } from '../factor-reset.entity.js';
import { MemberRole } from '../member.entity.js';
import { findMember, ownerOf, personOf, requireMember } from '../members/index.js';
import { findOrganization } from '../organizations/index.js';
import { findFactorFlag } from '../sessions/index.js';
import {
  endReset,
  hasLapsed,
  isObjection,
  isStillAdmin,
  lockReset,
  newObjection,
  readResets,
  recordReset,
  refuseForeignFactor,
  resetDueAt,
  sendResetLetter,
} from './factor-reset.query.js';
import type {
  DecideFactorResetInput,
  FactorResetAnswer,
  ObjectToFactorResetInput,
  ReceivedFactorReset,
  RequestFactorResetInput,
} from './security.types.js';

/** Asks to take a lost second factor off a colleague's account. Another admin confirms it; the person is told at once and can object. */
export const requestFactorReset = operation(
  { name: 'requestFactorReset', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function requestFactorReset(
    ctx,
    { organizationId, userId, reason }: RequestFactorResetInput,
  ): Promise<FactorResetAnswer> {
    const at = ctx.platform.clock.now();
    const { secret, secretHash } = newObjection();
    try {
      return await ctx.em.transactional(async (em) => {
        await requireMember(ctx, organizationId, MemberRole.admin, em);
        const member = await findMember(em, organizationId, userId);
        if (!member) throw new Fault('NOT_FOUND', { say: 'This person is not in the organization.' });
        if (userId === ownerOf(ctx))
          throw new Fault('STATE_CONFLICT', {
            say: 'Another admin has to ask for you: no one resets their own factor.',
          });
        if (!(await findFactorFlag(em, userId)))
          throw new Fault('STATE_CONFLICT', { say: 'This person has no second factor.' });
        await refuseForeignFactor(em, organizationId, userId);
        await endLapsed(em, organizationId, userId, at);
        const reset = em.create(FactorReset, {
          id: newUuid(),
          organization: organizationId,
          userId,
          reason: reason?.trim() || null,
          secretHash,
          requestedBy: ownerOf(ctx),
          requestedAt: at,
        });
        await em.flush();
        await recordReset(em, reset, { action: 'factor.request_reset', at, ...actOf(ctx) });
        await sendResetLetter(em, ctx.platform, reset, { letter: 'requested', to: userId, secret });
        return answerOf(reset);
      });
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException
        ? new Fault('STATE_CONFLICT', { say: 'A reset of this factor waits already.' })
        : error;
    }
  },
);

const actOf = (ctx: RequestContext): { actor: string; requestId: string } => ({
  actor: personOf(ctx),
  requestId: ctx.requestId,
});

/** A request that no one confirmed in time makes room for another one. */
async function endLapsed(em: EntityManager, organization: string, userId: string, at: Date): Promise<void> {
  const earlier = await em.findOne(FactorReset, { organization, userId, outcome: null }, { refresh: true });
  const locked = earlier && hasLapsed(earlier, at) ? await lockReset(em, { id: earlier.id }) : null;
  if (locked) await endReset(em, locked, ResetOutcome.void, { action: 'factor.void_reset', actor: 'system', at });
}

/** A reset as its page shows it. */
export function answerOf({ id, userId, reason, requestedBy, requestedAt, confirmedBy, confirmedAt }: ShownReset) {
  return { id, userId, reason, requestedBy, requestedAt, confirmedBy, dueAt: resetDueAt({ confirmedAt }) };
}
type ShownReset = Pick<
  FactorReset,
  'id' | 'userId' | 'reason' | 'requestedBy' | 'requestedAt' | 'confirmedBy' | 'confirmedAt'
>;

const noSuchReset = (): Fault => new Fault('NOT_FOUND', { say: 'There is no such reset that waits.' });

/** Confirms a colleague's request: it takes place a day later, unless the person objects. Of two admins who confirm at once one does. */
export const confirmFactorReset = operation(
  { name: 'confirmFactorReset', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function confirmFactorReset(
    ctx,
    { organizationId, resetId }: DecideFactorResetInput,
  ): Promise<FactorResetAnswer> {
    const at = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      await requireMember(ctx, organizationId, MemberRole.admin, em);
      const reset = await lockReset(em, { id: resetId, organization: organizationId });
      if (!reset) throw noSuchReset();
      if ([reset.requestedBy, reset.userId].includes(ownerOf(ctx)))
        throw new Fault('STATE_CONFLICT', { say: 'Another admin has to confirm it.' });
      if (reset.confirmedAt) throw new Fault('STATE_CONFLICT', { say: 'Another admin confirmed it already.' });
      if (hasLapsed(reset, at) || !(await isStillAdmin(em, organizationId, reset.requestedBy)))
        throw new Fault('STATE_CONFLICT', { say: 'This request has ended. Ask again.' });
      await refuseForeignFactor(em, organizationId, reset.userId);
      const { secret, secretHash } = newObjection();
      Object.assign(reset, { confirmedBy: ownerOf(ctx), confirmedAt: at, confirmedSecretHash: secretHash });
      await em.flush();
      await recordReset(em, reset, { action: 'factor.confirm_reset', at, ...actOf(ctx) });
      await sendResetLetter(em, ctx.platform, reset, { letter: 'confirmed', to: reset.userId, secret });
      return answerOf(reset);
    });
  },
);

/** Takes a waiting reset back, for any admin. */
export const withdrawFactorReset = operation(
  { name: 'withdrawFactorReset', who: ['session'], writes: true, limit: 'credential' },
  async function withdrawFactorReset(ctx, { organizationId, resetId }: DecideFactorResetInput): Promise<boolean> {
    const at = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      await requireMember(ctx, organizationId, MemberRole.admin, em);
      const reset = await lockReset(em, { id: resetId, organization: organizationId });
      if (!reset) throw noSuchReset();
      await endReset(em, reset, ResetOutcome.withdrawn, { action: 'factor.withdraw_reset', at, ...actOf(ctx) });
      return true;
    });
  },
);

/** The waiting resets of the caller's own factor: who still has the app objects here. */
export const listReceivedResets = operation(
  { name: 'myFactorResets', who: ['session'], limit: 'workflow' },
  async function myFactorResets(ctx, _input: Record<string, never>): Promise<ReceivedFactorReset[]> {
    const resets = await readResets(ctx.em, (of) => of.where('user_id', '=', ownerOf(ctx)));
    return Promise.all(
      resets.map(async ({ id, organizationId, requestedAt, confirmedAt }) => ({
        id,
        organizationName: (await findOrganization(ctx.em, organizationId))?.name ?? '',
        requestedAt,
        dueAt: resetDueAt({ confirmedAt }),
      })),
    );
  },
);

/** Stops a reset in the person's name: by the link of a letter, which needs no sign-in, or in a session of theirs. */
export const objectToFactorReset = operation(
  { name: 'objectToFactorReset', who: ['anonymous', 'session'], writes: true, limit: 'public-read', share: 'accounts' },
  async function objectToFactorReset(ctx, { resetId, key }: ObjectToFactorResetInput): Promise<boolean> {
    const { principal, platform, requestId } = ctx;
    const at = platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const reset = await lockReset(em, { id: resetId });
      const isOwn = reset !== null && principal.kind === 'session' && principal.userId === reset.userId;
      if (!reset || !(isOwn || (key && isObjection(reset, key))))
        throw new Fault('NOT_FOUND', { say: 'This reset has ended, or the link is not whole.' });
      const actor = publicId('usr', reset.userId);
      await endReset(em, reset, ResetOutcome.objected, { action: 'factor.object_reset', actor, at, requestId });
      for (const admin of [reset.requestedBy, reset.confirmedBy])
        if (admin) await sendResetLetter(em, platform, reset, { letter: 'objected', to: admin });
      return true;
    });
  },
);
