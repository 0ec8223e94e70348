import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { Fault } from '../../platform/fault.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { operation, requireProof } from '../../platform/operation.js';
import type { Row } from '../../platform/row.types.js';
import type { AccountsContext, AccountsParts } from '../accounts.context.js';
import { Passkey } from '../factor.entity.js';
import { ensureTries, readFactor, renewRecovery, switchFactor } from '../factors/index.js';
import { lockPerson, ownerOf } from '../members/index.js';
import { deletePasskey, findPasskeys } from '../passkeys/index.js';
import {
  hasFactor,
  recordChange,
  refuseWhileRequired,
  sendChangeLetter,
  sessionOf,
  settleRemoval,
} from './factor-change.query.js';
import type {
  ConfirmedPasskey,
  ConfirmPasskeyInput,
  OfferedPasskey,
  OfferPasskeyInput,
  PasskeyAnswer,
  RemovePasskeyInput,
  RenamePasskeyInput,
} from './passkey.types.js';
import { requirePassword, requireText } from './password.query.js';

/** More than a person has devices; each is in the browser's list of what it need not add again. */
const PASSKEYS_MAX = 20;

const noSuchPasskey = (): Fault => new Fault('NOT_FOUND', { say: 'Your account has no such passkey.' });

/** A passkey as its owner sees it. */
export const passkeyAnswer = ({ id, name, synced, backedUp, createdAt, usedAt, stoppedAt }: Row<Passkey>) => ({
  passkeyId: id,
  name,
  synced,
  backedUp,
  createdAt,
  usedAt,
  stoppedAt,
});

/**
 * Answers what the browser needs to make a passkey; nothing changes before it has made one. An account without a second factor gives its
 * password, as for an authenticator app; one without a password has proved itself at its provider a moment ago.
 */
export const offerPasskey = operation<OfferPasskeyInput, OfferedPasskey, AccountsParts>(
  { name: 'offerPasskey', who: ['session'], writes: true, limit: 'credential', fresh: 'factor', enrols: true },
  async function offerPasskey(ctx, { currentPassword }) {
    const { userId, sessionId, email, name, secondFactor } = sessionOf(ctx);
    if (!secondFactor) await requireOwner(ctx, userId, currentPassword);
    const person = { userId, email, name };
    const binding = { purpose: 'enroll', holder: sessionId } as const;
    const { passkeys } = ctx.parts;
    return { options: await passkeys.creationOptions(ctx.em, person, binding, ctx.platform.clock.now()) };
  },
);

async function requireOwner(ctx: AccountsContext, userId: string, password: string | null | undefined): Promise<void> {
  const { signIn } = ctx.parts;
  if (await signIn.hasPassword(userId)) await requirePassword(signIn, userId, requireText('currentPassword', password));
  else requireProof(ctx);
}

/**
 * Stores the passkey that the browser made: it signs in from now on, and is a second factor beside the password. Other sessions end. The
 * first factor of an account brings recovery codes.
 */
export const confirmPasskey = operation<ConfirmPasskeyInput, ConfirmedPasskey, AccountsParts>(
  { name: 'confirmPasskey', who: ['session'], writes: true, limit: 'credential', fresh: 'factor', enrols: true },
  async function confirmPasskey(ctx, { name, passkey }) {
    const { userId, sessionId } = sessionOf(ctx);
    const at = ctx.platform.clock.now();
    const binding = { purpose: 'enroll', holder: sessionId } as const;
    const made = await ctx.parts.passkeys.verifyNew(ctx.em, passkey, binding, at);
    return ctx.em
      .transactional(async (em) => {
        await lockPerson(em, userId);
        const present = await findPasskeys(em, userId);
        if (present.length >= PASSKEYS_MAX)
          throw new Fault('STATE_CONFLICT', {
            say: `An account has at most ${PASSKEYS_MAX} passkeys. Remove one first.`,
          });
        const state = await readFactor(em, userId);
        const stored = em.create(Passkey, {
          id: newUuid(),
          userId,
          ...made,
          signCount: String(made.signCount),
          name: name.trim(),
          createdAt: at,
          usedAt: null,
          stoppedAt: null,
        });
        await em.flush();
        const isFirst = !state?.confirmedAt && present.every(({ stoppedAt }) => stoppedAt !== null);
        if (isFirst) await ensureTries(em, userId, at);
        const codes = isFirst ? await renewRecovery(em, userId) : null;
        const ended = await switchFactor(em, { userId, sessionId, on: true, at });
        await recordChange(ctx, em, 'passkey.add', {
          passkey: [null, publicId('psk', stored.id)],
          sessions: [ended + 1, 1],
        });
        await sendChangeLetter(em, ctx.platform.log, userId, 'passkey_added');
        return { passkey: passkeyAnswer(stored), codes };
      })
      .catch((error: unknown) => {
        if (!(error instanceof UniqueConstraintViolationException)) throw error;
        throw new Fault('STATE_CONFLICT', { say: 'This passkey was added already.' });
      });
  },
);

/** Gives a passkey another name, by which its owner knows it. */
export const renamePasskey = operation(
  { name: 'renamePasskey', who: ['session'], writes: true, limit: 'credential' },
  async function renamePasskey(ctx, { passkeyId, name: given }: RenamePasskeyInput): Promise<PasskeyAnswer> {
    const userId = ownerOf(ctx);
    const name = given.trim();
    return ctx.em.transactional(async (em) => {
      await lockPerson(em, userId);
      const passkey = await em.findOne(Passkey, { id: passkeyId, userId });
      if (!passkey) throw noSuchPasskey();
      if (passkey.name === name) return passkeyAnswer(passkey);
      const changes: Record<string, [unknown, unknown]> = { name: [passkey.name, name] };
      passkey.name = name;
      await em.flush();
      await recordChange(ctx, em, 'passkey.rename', changes);
      return passkeyAnswer(passkey);
    });
  },
);

/**
 * Removes a passkey; other sessions end. Refused for the last factor while one is required. Without any factor left the recovery codes go
 * too, and the password alone signs in.
 */
export const removePasskey = operation<RemovePasskeyInput, boolean, AccountsParts>(
  { name: 'removePasskey', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function removePasskey(ctx, { passkeyId }) {
    const { userId, sessionId } = sessionOf(ctx);
    const at = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      await lockPerson(em, userId);
      if ((await deletePasskey(em, userId, passkeyId)) === null) throw noSuchPasskey();
      const on = await hasFactor(em, userId);
      if (!on) await refuseWhileRequired(ctx, em);
      const ended = await settleRemoval(em, { userId, sessionId, on, at });
      const changes: Record<string, [unknown, unknown]> = {
        passkey: [publicId('psk', passkeyId), null],
        sessions: [ended + 1, 1],
      };
      await recordChange(ctx, em, 'passkey.remove', changes);
      await sendChangeLetter(em, ctx.platform.log, userId, on ? 'passkey_removed' : 'off');
      return true;
    });
  },
);
