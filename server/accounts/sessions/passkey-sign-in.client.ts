import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../platform/clock.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import type { Log } from '../../platform/log.js';
import type { EnteredPasskey, OpenedSession, SignIn } from '../accounts.context.js';
import { type Challenge, findChallenge, takeChallenge } from '../factors/index.js';
import { isSignOnRequired } from '../identities/index.js';
import { findPasskeys, type Passkeys, type PasskeyUse } from '../passkeys/index.js';
import { findPerson, recordAccountAction } from './account.query.js';
import {
  challengeOf,
  endedChallengeCookie,
  endedPasskeyCookie,
  newPasskeyToken,
  passkeyCookie,
  passkeyTokenOf,
} from './second-step.client.js';
import { acceptPasskey } from './sign-in.query.js';
import { endedChallenge, signOnRequired } from './sign-in.rules.js';

/**
 * The sign-in behind the cookie of its challenge, which waits for a second factor. It has ended where it began by a password and the
 * organization has closed passwords meanwhile.
 */
export async function findWaiting(
  em: EntityManager,
  request: Request,
  at: Date,
): Promise<Challenge & { readonly token: string }> {
  const token = challengeOf(request.headers.get('cookie'));
  const challenge = token === null ? null : await findChallenge(em, token, at);
  if (token === null || challenge === null) throw endedChallenge();
  if (challenge.identityProvider === null) await refusePassword(em, challenge.userId, '');
  return { ...challenge, token };
}

/** Refuses a way in without the provider to a person whose organization signs in by single sign-on alone. */
async function refusePassword(em: EntityManager, userId: string, pointer: string): Promise<void> {
  const email = (await findPerson(em, userId))?.email ?? '';
  if (await isSignOnRequired(em, { email, userId })) throw signOnRequired(pointer);
}

interface PasskeySignInParts {
  readonly orm: MikroORM;
  readonly clock: Clock;
  readonly log: Log;
  readonly passkeys: Passkeys;
  readonly isSecure: boolean;
  readonly openSession: (request: Request, opened: OpenedSession) => Promise<Response>;
}

/** Sign-in by a passkey, which is both factors at once, and passkeys in place of the code that a sign-in waits for. */
export function openPasskeySignIn(parts: PasskeySignInParts): Pick<SignIn, 'askForPasskey' | 'enterPasskey'> {
  const { orm, clock, log, passkeys, isSecure, openSession } = parts;

  /** No one whose organization signs in by single sign-on alone comes in this way. */
  async function signIn(request: Request, { passkey, requestId }: EnteredPasskey): Promise<Response> {
    const em = orm.em.fork();
    const at = clock.now();
    const holder = passkeyTokenOf(request.headers.get('cookie')) ?? '';
    const requested = { binding: { purpose: 'sign_in', holder }, userId: null } as const;
    const use = await passkeys.verifyUse(em, passkey, requested, at);
    await refusePassword(em, use.passkey.userId, '/passkey');
    await acceptPasskey(em, log, { use, at, requestId });
    const answer = await open(request, { use, at, requestId }, { remembers: true, identityProvider: null });
    answer.headers.append('set-cookie', endedPasskeyCookie(isSecure));
    return answer;
  }

  async function complete(request: Request, { passkey, requestId }: EnteredPasskey): Promise<Response> {
    const em = orm.em.fork();
    const at = clock.now();
    const { token, userId, ...waiting } = await findWaiting(em, request, at);
    const requested = { binding: { purpose: 'second_factor', holder: token }, userId } as const;
    const use = await passkeys.verifyUse(em, passkey, requested, at);
    await acceptPasskey(em, log, { use, at, requestId });
    if (!(await takeChallenge(em, token))) throw endedChallenge();
    const answer = await open(request, { use, at, requestId }, waiting);
    answer.headers.append('set-cookie', endedChallengeCookie(isSecure));
    return answer;
  }

  async function open(
    request: Request,
    { use, at, requestId }: { readonly use: PasskeyUse; readonly at: Date; readonly requestId: string },
    session: Pick<OpenedSession, 'remembers' | 'identityProvider'>,
  ): Promise<Response> {
    const { userId, id } = use.passkey;
    const answer = await openSession(request, { userId, ...session, provenAt: at, secondFactor: true });
    const changes: Record<string, [unknown, unknown]> = { passkey: [null, publicId('psk', id)] };
    await orm.em
      .fork()
      .transactional((em) => recordAccountAction(em, { userId, action: 'session.create', at, changes, requestId }));
    return answer;
  }

  return {
    async askForPasskey(request, purpose) {
      const em = orm.em.fork();
      const at = clock.now();
      if (purpose === 'second_factor') {
        const { token, userId } = await findWaiting(em, request, at);
        const own = (await findPasskeys(em, userId)).filter(({ stoppedAt }) => stoppedAt === null);
        if (own.length === 0) throw new Fault('STATE_CONFLICT', { say: 'This account has no passkey.' });
        return Response.json({ options: passkeys.requestOptions(own, { purpose, holder: token }, at) });
      }
      const token = passkeyTokenOf(request.headers.get('cookie')) ?? newPasskeyToken();
      const options = passkeys.requestOptions([], { purpose, holder: token }, at);
      return Response.json({ options }, { headers: { 'set-cookie': passkeyCookie(token, isSecure) } });
    },
    enterPasskey: (request, entered) =>
      entered.purpose === 'sign_in' ? signIn(request, entered) : complete(request, entered),
  };
}
