import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../platform/context.js';
import { Fault, invalid } from '../../platform/fault.js';
import type { Log } from '../../platform/log.js';
import { sendLetter } from '../../platform/mail/mail.js';
import { operation } from '../../platform/operation.js';
import type { AccountsParts } from '../accounts.context.js';
import {
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
import { type AccountAction, findPerson, recordAccountAction, recordCode } from '../sessions/index.js';
import { requirePassword } from './password.query.js';
import {
  type ConfirmSecondFactorInput,
  type OfferedSecondFactor,
  type OfferSecondFactorInput,
  type ProveIdentityInput,
  type RecoveryCodes,
  type SecondFactorState,
} from './second-factor.types.js';

const sessionOf = ({ principal }: RequestContext): { userId: string; sessionId: string; email: string } => {
  if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
  return principal;
};

/** The second factor of the caller. */
export const readSecondFactor = operation(
  { name: 'secondFactor', who: ['session'], limit: 'workflow', enrols: true },
  async function secondFactor(ctx, _input: Record<string, never>): Promise<SecondFactorState> {
    const userId = ownerOf(ctx);
    const state = (await readFactor(ctx.em, userId)) ?? { confirmedAt: null, usedAt: null, recoveryCodes: 0 };
    return { ...state, requiredBy: await readRequirements(ctx.em, userId), requiredOfReviewers: isReviewersDuty(ctx) };
  },
);

/** Whether the deployment requires a second factor of the caller as a reviewer. */
const isReviewersDuty = ({ principal, platform }: RequestContext): boolean =>
  principal.kind === 'session' && principal.reviewer && platform.config.reviewersNeedSecondFactor;

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

/** Removes the second factor and its recovery codes; other sessions end. Refused while it is required, also in the days of grace. */
export const removeSecondFactor = operation<Record<string, never>, boolean, AccountsParts>(
  { name: 'removeSecondFactor', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function removeSecondFactor(ctx) {
    const { userId, sessionId } = sessionOf(ctx);
    const at = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      await lockPerson(em, userId);
      await refuseWhileRequired(ctx, em);
      if (!(await deleteFactor(em, userId))) return false;
      const ended = await switchFactor(em, { userId, sessionId, on: false, at });
      await recordChange(ctx, em, 'factor.remove', { sessions: [ended + 1, 1] });
      await sendChangeLetter(em, ctx.platform.log, userId, 'off');
      return true;
    });
  },
);

async function refuseWhileRequired(ctx: RequestContext, em: EntityManager): Promise<void> {
  const names = (await readRequirements(em, ownerOf(ctx))).map(({ organizationName }) => `“${organizationName}”`);
  const by = isReviewersDuty(ctx) ? ['the review', ...names] : names;
  if (by.length > 0)
    throw new Fault('STATE_CONFLICT', {
      say: `A second factor is required by ${by.join(', ')}. You can replace it with another one, but not turn it off.`,
    });
}

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
 * Takes the second factor off an account whose owner lost the app and the recovery codes: every session ends, a letter reports it, and the
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
    const ended = await switchFactor(tx, { userId, sessionId: null, on: false, at });
    const changes: Record<string, [unknown, unknown]> = { sessions: [ended, 0] };
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
      if (!state?.confirmedAt)
        throw new Fault('STATE_CONFLICT', { say: 'Recovery codes belong to a second factor. Set one up first.' });
      const codes = await renewRecovery(em, userId);
      await recordChange(ctx, em, 'factor.renew', { recoveryCodes: [state.recoveryCodes, codes.length] });
      await sendChangeLetter(em, ctx.platform.log, userId, 'codes');
      return { codes };
    });
  },
);

/** Proves that the holder of the session is the person, by a code where there is a second factor, otherwise by the password. */
export const proveIdentity = operation<ProveIdentityInput, boolean, AccountsParts>(
  { name: 'proveIdentity', who: ['session'], writes: true, limit: 'credential', enrols: true },
  async function proveIdentity(ctx, input) {
    const { principal, platform } = ctx;
    if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
    const { userId, sessionId } = principal;
    const member = principal.secondFactor ? 'code' : 'currentPassword';
    const given = input[member];
    if (!given) throw invalid([{ pointer: `/${member}`, code: 'required', detail: `${member} is required` }]);
    const at = platform.clock.now();
    if (member === 'currentPassword') await requirePassword(ctx.parts.signIn, userId, given);
    else {
      const verdict = await ctx.em.transactional((em) =>
        useCode(em, ctx.parts.factorSecrets, { userId, code: given, at }),
      );
      await recordCode(ctx.em, platform.log, { userId, verdict, at, requestId: ctx.requestId, inSession: true });
      if (verdict !== 'app' && verdict !== 'recovery') throw codeFault(verdict);
    }
    await noteProof(ctx.em, sessionId, at);
    return true;
  },
);

const recordChange = (
  ctx: RequestContext,
  em: EntityManager,
  action: AccountAction['action'],
  changes: Record<string, [unknown, unknown]>,
): Promise<void> =>
  recordAccountAction(em, {
    userId: ownerOf(ctx),
    action,
    at: ctx.platform.clock.now(),
    changes,
    requestId: ctx.requestId,
  });

const UNEXPECTED = 'If this was not you, reset your password and ask an operator to reset your second factor.\n';
const LETTERS = {
  on: {
    subject: 'A second factor is on for your account',
    body: `Signing in asks for a code of your authenticator app from now on. All other sessions have ended.\n\n${UNEXPECTED}`,
  },
  off: {
    subject: 'The second factor of your account is off',
    body: `Signing in asks for your password alone from now on. All other sessions have ended.\n\n${UNEXPECTED}`,
  },
  codes: {
    subject: 'New recovery codes for your account',
    body: `The earlier recovery codes work no more.\n\n${UNEXPECTED}`,
  },
} as const;

/** A change of a factor is reported to the address of the account, in the transaction that makes it. */
async function sendChangeLetter(
  em: EntityManager,
  log: Log,
  userId: string,
  change: keyof typeof LETTERS,
): Promise<void> {
  const person = await findPerson(em, userId);
  if (person) await sendLetter(em, log, { recipient: person.email, ...LETTERS[change] });
}
