import type { EntityManager } from '@mikro-orm/postgresql';
import { Fault } from '../../platform/fault.js';
import type { Log } from '../../platform/log.js';
import { operation, wantedProof } from '../../platform/operation.js';
import type { AccountsContext, AccountsParts } from '../accounts.context.js';
import {
  clearApp,
  codeFault,
  confirmFactor,
  deleteFactor,
  enrolmentUri,
  noteProof,
  offerFactor,
  readFactor,
  readRequirements,
  renewRecovery,
  switchFactor,
  useCode,
} from '../factors/index.js';
import { lockPerson, ownerOf } from '../members/index.js';
import { deletePasskeys, findPasskeys } from '../passkeys/index.js';
import { acceptPasskey, recordAccountAction, recordCode } from '../sessions/index.js';
import {
  hasFactor,
  isReviewersDuty,
  recordChange,
  refuseWhileRequired,
  sendChangeLetter,
  sessionOf,
  settleRemoval,
} from './factor-change.query.js';
import { passkeyAnswer } from './passkey.operations.js';
import type { OfferedPasskey } from './passkey.types.js';
import { requirePassword, requireText } from './password.query.js';
import {
  type ConfirmSecondFactorInput,
  type OfferedSecondFactor,
  type OfferSecondFactorInput,
  type ProveIdentityInput,
  type RecoveryCodes,
  type SecondFactorState,
} from './second-factor.types.js';

/** The second factor of the caller. */
export const readSecondFactor = operation<Record<string, never>, SecondFactorState, AccountsParts>(
  { name: 'secondFactor', who: ['session'], limit: 'workflow', enrols: true },
  async function secondFactor(ctx) {
    const userId = ownerOf(ctx);
    const state = (await readFactor(ctx.em, userId)) ?? { confirmedAt: null, usedAt: null, recoveryCodes: 0 };
    return {
      ...state,
      passkeys: (await findPasskeys(ctx.em, userId)).map(passkeyAnswer),
      passkeysOffered: ctx.parts.passkeys.isOffered,
      requiredBy: await readRequirements(ctx.em, userId),
      requiredOfReviewers: isReviewersDuty(ctx),
    };
  },
);

/** Offers the secret of a new factor. Nothing changes before a code of it was entered; a present factor stays until then. */
export const offerSecondFactor = operation<OfferSecondFactorInput, OfferedSecondFactor, AccountsParts>(
  { name: 'offerSecondFactor', who: ['session'], writes: true, limit: 'credential', fresh: 'factor', enrols: true },
  async function offerSecondFactor(ctx, { currentPassword }) {
    const { userId, email } = sessionOf(ctx);
    await requirePassword(ctx.parts.signIn, userId, currentPassword);
    const secret = await offerFactor(ctx.em, ctx.parts.factorSecrets, userId, ctx.platform.clock.now());
    return { secret, uri: enrolmentUri(secret, email) };
  },
);

/** Makes the offered secret the second factor: other sessions end, and the recovery codes are answered once. */
export const confirmSecondFactor = operation<ConfirmSecondFactorInput, RecoveryCodes, AccountsParts>(
  { name: 'confirmSecondFactor', who: ['session'], writes: true, limit: 'credential', fresh: 'factor', enrols: true },
  async function confirmSecondFactor(ctx, { code }) {
    const { userId, sessionId } = sessionOf(ctx);
    const at = ctx.platform.clock.now();
    const given = { userId, code, at };
    const outcome = await ctx.em.transactional(async (em) => {
      await lockPerson(em, userId);
      const verdict = await confirmFactor(em, ctx.parts.factorSecrets, given);
      if (verdict !== 'app') return verdict;
      const codes = await renewRecovery(em, userId);
      const ended = await switchFactor(em, { userId, sessionId, on: true, at });
      await recordChange(ctx, em, 'factor.confirm', { sessions: [ended + 1, 1] });
      await sendChangeLetter(em, ctx.platform.log, userId, 'on');
      return { codes };
    });
    if (typeof outcome === 'object') return outcome;
    if (outcome === 'void')
      throw new Fault('STATE_CONFLICT', { say: 'This secret is not valid any more. Begin again.' });
    await recordCode(ctx.em, ctx.platform.log, {
      userId,
      verdict: outcome,
      at,
      requestId: ctx.requestId,
      inSession: true,
    });
    throw codeFault(outcome === 'recovery' ? 'wrong' : outcome);
  },
);

/**
 * Removes the authenticator app; other sessions end, and without a passkey the recovery codes go too. Refused for the last factor while one is
 * required, also in the days of grace.
 */
export const removeSecondFactor = operation<Record<string, never>, boolean, AccountsParts>(
  { name: 'removeSecondFactor', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function removeSecondFactor(ctx) {
    const { userId, sessionId } = sessionOf(ctx);
    const at = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      await lockPerson(em, userId);
      if (!(await clearApp(em, userId))) return false;
      const on = await hasFactor(em, userId);
      if (!on) await refuseWhileRequired(ctx, em);
      const ended = await settleRemoval(em, { userId, sessionId, on, at });
      await recordChange(ctx, em, 'factor.remove', { sessions: [ended + 1, 1] });
      await sendChangeLetter(em, ctx.platform.log, userId, on ? 'app_off' : 'off');
      return true;
    });
  },
);

/** The reset of a person's second factor by an operator, or by two admins and a day. */
interface FactorReset {
  /** A bare UUID. */
  readonly userId: string;
  readonly at: Date;
  readonly reason: string | undefined;
  /** The operator where it is absent. */
  readonly actor?: string;
}

/**
 * Takes the second factor off an account whose owner lost it and the recovery codes, passkeys too: every session ends, a letter reports it, and the
 * password alone signs in. It also mends an account whose factor has no secret any more. Answers how many sessions ended.
 */
export const resetFactor = (
  em: EntityManager,
  log: Log,
  { userId, at, reason, actor = 'operator' }: FactorReset,
): Promise<number> =>
  em.transactional(async (tx) => {
    await lockPerson(tx, userId);
    await deleteFactor(tx, userId);
    const passkeys = await deletePasskeys(tx, userId);
    const ended = await switchFactor(tx, { userId, sessionId: null, on: false, at });
    const changes: Record<string, [unknown, unknown]> = { sessions: [ended, 0], passkeys: [passkeys, 0] };
    await recordAccountAction(tx, { userId, action: 'factor.reset', at, actor, changes, reason });
    await sendChangeLetter(tx, log, userId, 'off');
    return ended;
  });

/** Replaces the recovery codes; the earlier ones work no more. */
export const renewRecoveryCodes = operation<Record<string, never>, RecoveryCodes, AccountsParts>(
  { name: 'renewRecoveryCodes', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function renewRecoveryCodes(ctx) {
    const userId = ownerOf(ctx);
    return ctx.em.transactional(async (em) => {
      await lockPerson(em, userId);
      const state = await readFactor(em, userId);
      if (!state || !(await hasFactor(em, userId)))
        throw new Fault('STATE_CONFLICT', { say: 'Recovery codes belong to a second factor. Set one up first.' });
      const codes = await renewRecovery(em, userId);
      await recordChange(ctx, em, 'factor.renew', { recoveryCodes: [state.recoveryCodes, codes.length] });
      await sendChangeLetter(em, ctx.platform.log, userId, 'codes');
      return { codes };
    });
  },
);

/** Answers what the browser needs to ask for a passkey of the caller, for a proof. */
export const offerPasskeyProof = operation<Record<string, never>, OfferedPasskey, AccountsParts>(
  { name: 'offerPasskeyProof', who: ['session'], writes: true, limit: 'credential', enrols: true },
  async function offerPasskeyProof(ctx) {
    const { userId, sessionId } = sessionOf(ctx);
    const own = (await findPasskeys(ctx.em, userId)).filter(({ stoppedAt }) => stoppedAt === null);
    if (own.length === 0) throw new Fault('STATE_CONFLICT', { say: 'Your account has no passkey.' });
    const binding = { purpose: 'prove', holder: sessionId } as const;
    return { options: ctx.parts.passkeys.requestOptions(own, binding, ctx.platform.clock.now()) };
  },
);

/** Proves that the holder of the session is the person: by a code or a passkey where there is a second factor, otherwise by the password. */
export const proveIdentity = operation<ProveIdentityInput, boolean, AccountsParts>(
  { name: 'proveIdentity', who: ['session'], writes: true, limit: 'credential', enrols: true },
  async function proveIdentity(ctx, { code, currentPassword, passkey }) {
    const session = sessionOf(ctx);
    const { userId, sessionId, secondFactor } = session;
    const at = ctx.platform.clock.now();
    if (session.providerFactor) throw wantedProof(session); // a password is less than what the organization requires
    if (secondFactor && passkey) await provePasskey(ctx, passkey, at);
    else if (secondFactor) await proveCode(ctx, requireText('code', code), at);
    else await requirePassword(ctx.parts.signIn, userId, requireText('currentPassword', currentPassword));
    await noteProof(ctx.em, sessionId, at);
    return true;
  },
);

async function provePasskey(ctx: AccountsContext, answer: object, at: Date): Promise<void> {
  const { em, parts, platform, requestId } = ctx;
  const { userId, sessionId } = sessionOf(ctx);
  const binding = { purpose: 'prove', holder: sessionId } as const;
  const use = await parts.passkeys.verifyUse(em, answer, { binding, userId }, at);
  await acceptPasskey(em, platform.log, { use, at, requestId });
}

async function proveCode(ctx: AccountsContext, code: string, at: Date): Promise<void> {
  const { em, parts, platform, requestId } = ctx;
  const userId = ownerOf(ctx);
  const verdict = await em.transactional((tx) => useCode(tx, parts.factorSecrets, { userId, code, at }));
  await recordCode(em, platform.log, { userId, verdict, at, requestId, inSession: true });
  if (verdict !== 'app' && verdict !== 'recovery') throw codeFault(verdict);
}
