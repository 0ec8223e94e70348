import type { EntityManager } from '@mikro-orm/postgresql';
import type { PrincipalOf, RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import type { Log } from '../../platform/log.js';
import { sendLetter } from '../../platform/mail/mail.js';
import { deleteFactor, readFactor, readRequirements, switchFactor } from '../factors/index.js';
import { ownerOf } from '../members/index.js';
import { countPasskeys } from '../passkeys/index.js';
import { type AccountAction, findPerson, recordAccountAction } from '../sessions/index.js';

/** The session of the caller. */
export const sessionOf = ({ principal }: RequestContext): PrincipalOf<'session'> => {
  if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
  return principal;
};

/** Whether the deployment requires a second factor of the caller as a reviewer. */
export const isReviewersDuty = ({ principal, platform }: RequestContext): boolean =>
  principal.kind === 'session' && principal.reviewer && platform.config.reviewersNeedSecondFactor;

/** Refuses to leave an account without a second factor while one is required of it, also in the days of grace. */
export async function refuseWhileRequired(ctx: RequestContext, em: EntityManager): Promise<void> {
  const names = (await readRequirements(em, ownerOf(ctx))).map(({ organizationName }) => `“${organizationName}”`);
  const by = isReviewersDuty(ctx) ? ['the review', ...names] : names;
  if (by.length > 0)
    throw new Fault('STATE_CONFLICT', {
      say: `A second factor is required by ${by.join(', ')}. You can replace it with another one, but not turn it off.`,
    });
}

/** Whether a person has an authenticator app, or a passkey that still opens something. */
export const hasFactor = async (em: EntityManager, userId: string): Promise<boolean> =>
  Boolean((await readFactor(em, userId))?.confirmedAt) || (await countPasskeys(em, userId)) > 0;

/**
 * Marks the account after a factor was removed, in the caller's transaction, and ends its other sessions; without any factor the recovery
 * codes are deleted. Answers how many sessions ended.
 */
export async function settleRemoval(
  em: EntityManager,
  change: { readonly userId: string; readonly sessionId: string; readonly on: boolean; readonly at: Date },
): Promise<number> {
  if (!change.on) await deleteFactor(em, change.userId);
  return switchFactor(em, change);
}

/** Records a change of the caller's factors in the transaction that makes it. */
export const recordChange = (
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
  passkey_added: {
    subject: 'A passkey was added to your account',
    body: `It signs you in by itself, and stands beside your password as a second factor. All other sessions have ended.\n\nIf this was not you, remove it under Profile, and change your password.\n`,
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    body: `It signs no one in any more; your other factors stay. All other sessions have ended.\n\n${UNEXPECTED}`,
  },
  off: {
    subject: 'The second factor of your account is off',
    body: `Signing in asks for your password alone from now on. All other sessions have ended.\n\n${UNEXPECTED}`,
  },
  app_off: {
    subject: 'The authenticator app of your account is off',
    body: `Its codes sign no one in any more; your passkeys stay. All other sessions have ended.\n\n${UNEXPECTED}`,
  },
  codes: {
    subject: 'New recovery codes for your account',
    body: `The earlier recovery codes work no more.\n\n${UNEXPECTED}`,
  },
} as const;

/** A change of a factor is reported to the address of the account, in the transaction that makes it. */
export async function sendChangeLetter(
  em: EntityManager,
  log: Log,
  userId: string,
  change: keyof typeof LETTERS,
): Promise<void> {
  const person = await findPerson(em, userId);
  if (person) await sendLetter(em, log, { recipient: person.email, ...LETTERS[change] });
}
