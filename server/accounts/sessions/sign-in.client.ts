import { AsyncLocalStorage } from 'node:async_hooks';
import type { MikroORM } from '@mikro-orm/postgresql';
import { type Auth, betterAuth } from 'better-auth';
import { createEmailVerificationToken } from 'better-auth/api';
import type { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { storedEmail } from '../../platform/email.rules.js';
import { Fault, invalid, isDatabaseUnavailable } from '../../platform/fault.js';
import type { Log } from '../../platform/log.js';
import { sendLetter } from '../../platform/mail/mail.js';
import type { Sealer } from '../../platform/secrets/secret.seal.js';
import type {
  EndConnections,
  OpenedSession,
  PasswordHasher,
  ProviderReport,
  SignedIn,
  SignIn,
} from '../accounts.context.js';
import { codeFault, takeChallenge, useCode } from '../factors/index.js';
import { isSignOnRequired } from '../identities/index.js';
import type { Passkeys } from '../passkeys/index.js';
import { findAccountByEmail, findPerson, recordAccountAction } from './account.query.js';
import { loadCommonPasswords } from './common-password.rules.js';
import { noteDevice, RANGE_HEADER } from './device.query.js';
import { deviceCookie } from './device.rules.js';
import { findWaiting, openPasskeySignIn } from './passkey-sign-in.client.js';
import { challengeCookie, endedChallengeCookie, secondStep } from './second-step.client.js';
import {
  beginChallenge,
  findFactorKinds,
  findSessionFactor,
  openVerificationTokens,
  type PasswordReset,
  recordAnswer,
  recordCode,
  resetPassword,
} from './sign-in.query.js';
import {
  EXPIRED_LINK_PAGE,
  endedChallenge,
  passwordResetLink,
  signOnRequired,
  verificationPage,
} from './sign-in.rules.js';
import { openLibraryDatabase, openPasswordHasher, openResigning } from './sign-in-library.client.js';

const DAY_S = 24 * 60 * 60;
const SESSION_S = 7 * DAY_S;
/** As long as the letter is kept: the link alone verifies nothing, so a long life gives no one anything. */
const VERIFICATION_S = DAY_S;
const PASSWORD_RESET_S = 30 * 60;

/** The cookie that carries a session; a request without it is not looked up. */
export const SESSION_COOKIE = 'dai.session_token';
/** Stands beside it when the session is to end with the browser. */
const UNREMEMBERED_COOKIE = 'dai.dont_remember';
const SIGNED_COOKIES = [SESSION_COOKIE, UNREMEMBERED_COOKIE];

export interface SignInParts {
  readonly orm: MikroORM;
  readonly config: Config;
  readonly secret: string;
  /** Opens the secrets of second factors. */
  readonly factorSecrets: Sealer;
  readonly passkeys: Passkeys;
  readonly clock: Clock;
  readonly log: Log;
  readonly endConnections: EndConnections;
  /** In place of the library's scrypt, which is slow on purpose; only a test has reason to give one. */
  readonly passwordHasher?: PasswordHasher;
}

const FLAG = { type: 'boolean', required: false, defaultValue: false, input: false } as const;

interface Person {
  readonly id: string;
  readonly secondFactor?: boolean;
}

/** A session as the library answers it, with the columns that we added. */
type FoundSession = Omit<SignedIn, 'cookies' | 'session'> & {
  readonly session: {
    readonly id: string;
    readonly createdAt: Date;
    readonly expiresAt: Date;
    readonly provenAt?: Date | null;
    readonly secondFactor?: boolean;
    readonly identityProvider?: string | null;
    readonly multiFactorBy?: string | null;
  };
};

/** The library with the one endpoint that we added; its own type of all plugins takes the compiler seconds. */
type Library = Auth & {
  readonly api: {
    openProvenSession(call: {
      readonly body: OpenedSession;
      readonly headers: Headers;
      readonly asResponse: true;
    }): Promise<Response>;
  };
};

/**
 * Sign-in by e-mail and password (decisions §2, Credentials). Sessions last 7 days and slide; the cookie is HttpOnly, SameSite=Lax
 * and signed, so that a read of the session table is not a set of logins. Letters go to the outbox.
 */
export function openSignIn(parts: SignInParts): SignIn {
  const { orm, config, secret, factorSecrets, passkeys, clock, log, endConnections, passwordHasher } = parts;
  const letter = (recipient: string, subject: string, sentence: string, link: string): Promise<void> =>
    sendLetter(orm.em.fork(), log, {
      recipient,
      subject,
      body: `${sentence}\n\n${link}\n\nIf you did not ask for this, ignore it.\n`,
      link,
    });
  const { workspaceUrl } = config;
  const library = openLibraryDatabase(orm);
  const common = loadCommonPasswords();
  /** The error that the library logged while it answered a call, and put into an answer of its own. */
  const failures = new AsyncLocalStorage<{ because: unknown }>();
  const noteFailure = (logged: readonly unknown[]): void => {
    const failure = failures.getStore();
    if (failure) failure.because ??= logged.find((one) => one instanceof Error);
  };
  const verification = openVerificationTokens(secret, VERIFICATION_S);
  const auth = betterAuth({
    database: { db: library.db, type: 'postgres' },
    secret,
    baseURL: workspaceUrl,
    basePath: '/api/auth',
    trustedOrigins: [workspaceUrl],
    telemetry: { enabled: false },
    rateLimit: { enabled: false }, // the policies of platform/limits count instead, shared by all replicas
    logger: { level: 'error', log: (_level, ...logged) => noteFailure(logged) }, // it writes nowhere
    onAPIError: { throw: true }, // our own error handling gets everything but refusals, with its cause
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: openPasswordHasher(passwordHasher),
      autoSignIn: true,
      resetPasswordTokenExpiresIn: PASSWORD_RESET_S,
      sendResetPassword: ({ user, url, token }) =>
        letter(
          user.email,
          'Set a new password',
          'Open this link within 30 minutes to set a new password. It works once, and ends all sessions of your account:',
          passwordResetLink(workspaceUrl, new URL(url).searchParams.get('callbackURL') || null, token),
        ),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: VERIFICATION_S,
      sendVerificationEmail: async ({ user, url }) => {
        const link = new URL(url); // with a token of the library, which holds the address
        link.searchParams.set('token', await verification.issue(user));
        await letter(user.email, 'Verify your address', 'Open this link to verify your address:', link.href);
      },
      afterEmailVerification: ({ id }, request) =>
        orm.em.fork().transactional((em) =>
          recordAccountAction(em, {
            userId: id,
            action: 'address.verify',
            at: clock.now(),
            changes: { emailVerified: [false, true] },
            requestId: request?.headers.get('x-request-id') ?? undefined,
          }),
        ),
    },
    verification: { storeIdentifier: 'hashed' }, // a read of the table is no set of links
    session: {
      expiresIn: SESSION_S,
      updateAge: DAY_S,
      additionalFields: {
        secondFactor: FLAG,
        provenAt: { type: 'date', required: false, input: false },
        identityProvider: { type: 'string', required: false, input: false },
        multiFactorBy: { type: 'string', required: false, input: false },
      },
    },
    user: { additionalFields: { reviewer: FLAG, secondFactor: FLAG } },
    databaseHooks: {
      session: {
        create: {
          // A changed password ends all sessions: the one that the library opens in their place was proved as the one that asked.
          before: async (session, call) => ({
            data: {
              ...session,
              ipAddress: call?.headers?.get(RANGE_HEADER) ?? null, // the range, and never the address itself
              provenAt: session.provenAt ?? clock.now(),
              secondFactor:
                session.secondFactor === true ||
                (call?.path === '/change-password' && call.context.session?.session.secondFactor === true),
            },
          }),
        },
      },
    },
    plugins: [secondStep],
    advanced: {
      cookiePrefix: 'dai',
      useSecureCookies: false,
      disableOriginCheck: false, // said aloud: without it the library would follow any callbackURL under NODE_ENV=test
      // Our migrations hold its tables. Its own check reads the whole catalog beside the requests, and a process that stops meanwhile waits for it.
      database: { generateId: 'uuid', validateSchema: false },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: workspaceUrl.startsWith('https:') },
    },
  }) as unknown as Library;
  const resigning = openResigning(secret, config.sessionSecretsPrevious);
  const isSecure = config.workspaceUrl.startsWith('https:');
  const secure = isSecure ? '; Secure' : '';
  /** The cookie that keeps the session after the previous secret is gone; it lives as long as the session does. */
  const renewalOf = (name: string, value: string, endsAt: Date | null): string =>
    `${name}=${value}${endsAt ? `; Expires=${endsAt.toUTCString()}` : ''}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  /** When the database is away, this rejects and says so. */
  const askDatabase = (): Promise<unknown> => orm.em.fork().execute('select 1');
  /** The address of the account that a path is about. Two accounts may share a normal form: each is found by the spelling that it stores. */
  async function addressIn(path: string, given: string): Promise<string> {
    const em = orm.em.fork();
    const account = path === '/sign-up/email' ? null : await findAccountByEmail(em, given);
    const email = account?.email ?? storedEmail(given);
    if (WITH_PASSWORD.has(path) && (await isSignOnRequired(em, { email, userId: account?.id ?? null })))
      throw signOnRequired();
    return email;
  }
  /** A request to the library as if the current secret had signed its cookies. */
  function libraryRequest(request: Request, body: Readonly<Record<string, unknown>> | null): Request {
    const signed = new Request(request, body === null ? {} : { body: JSON.stringify(body) });
    const cookie = request.headers.get('cookie');
    if (cookie !== null) signed.headers.set('cookie', resigning.cookies(cookie, SIGNED_COOKIES).header);
    return signed;
  }
  /**
   * Follows a letter's link with the library's own token, which holds the account's present address; the library says itself why it refuses
   * a token that no secret signed, or an old one. The owner of an address may not have created the account: unless the session is of
   * the account that would be verified, the link leads to the page that asks for its password.
   */
  async function followLink(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const token = url.searchParams.get('token');
    if (token === null) return auth.handler(request);
    const account = await verification.read(orm.em.fork(), resigning.token(token));
    if (typeof account === 'object' && !account.emailVerified) {
      const session = await auth.api.getSession({ headers: request.headers });
      if (session?.user.id !== account.id) return redirectTo(`${workspaceUrl}${verificationPage(url, account.email)}`);
    }
    if (account === 'void') url.searchParams.set('token', '-');
    if (typeof account === 'object')
      url.searchParams.set('token', await createEmailVerificationToken(secret, library.cover(account.email)));
    return auth.handler(new Request(url, request));
  }
  /** Notes the device of a session that was just opened, and has the browser keep its cookie. */
  async function greetDevice({ headers }: Request, answer: Response): Promise<void> {
    const { user } = (await answer.clone().json()) as { user?: Person };
    if (!user) return;
    const opened = { userId: user.id, headers, at: clock.now() };
    const token = await orm.em.fork().transactional((em) => noteDevice(em, log, opened));
    answer.headers.append('set-cookie', deviceCookie(token, isSecure));
  }
  /** Opens a session as a sign-in does, and notes the device. */
  async function openSession(request: Request, opened: OpenedSession): Promise<Response> {
    const answer = await auth.api.openProvenSession({ body: opened, headers: request.headers, asResponse: true });
    await greetDevice(request, answer);
    return answer;
  }
  /** A right password of an account with a second factor: the session that the library opened ends unseen, and a challenge takes its place. */
  async function challenged(
    answer: Response,
    body: Readonly<Record<string, unknown>> | null,
    requestId: string,
  ): Promise<Response | null> {
    const { user, token } = (await answer.clone().json()) as { user: Person; token: string };
    if (!user.secondFactor) return null;
    const signIn = { userId: user.id, session: token, remembers: body?.rememberMe !== false, requestId };
    const em = orm.em.fork();
    const opened = await em.transactional((tx) => beginChallenge(tx, clock.now(), signIn));
    return Response.json(
      { redirect: false, secondFactor: true, factors: await findFactorKinds(em, user.id) },
      { headers: { 'set-cookie': challengeCookie(opened, isSecure) } },
    );
  }
  const refuseCommon = async (pointer: string, password: string): Promise<void> => {
    if ((await common)(password)) throw invalid([{ pointer, code: 'too_common', detail: TOO_COMMON }]);
  };
  const setPassword = async (password: string, reset: Omit<PasswordReset, 'passwordHash' | 'at'>): Promise<boolean> => {
    const passwordHash = await (await auth.$context).password.hash(password);
    return orm.em
      .fork()
      .transactional((em) => resetPassword(em, { ...reset, passwordHash, at: clock.now() }, endConnections));
  };
  async function passwordOf(userId: string): Promise<string | null> {
    const accounts = await (await auth.$context).internalAdapter.findAccounts(userId);
    return accounts.find(({ providerId }) => providerId === 'credential')?.password ?? null;
  }
  return {
    refuseCommon,
    async register(person) {
      await refuseCommon('/password', person.password);
      const email = library.cover(storedEmail(person.email));
      const { user } = await auth.api.signUpEmail({ body: { ...person, email } });
      return user.id;
    },
    openSession,
    async sendVerification(userId) {
      const account = await findPerson(orm.em.fork(), userId);
      if (account && !account.emailVerified)
        await auth.api.sendVerificationEmail({
          body: { email: library.cover(account.email), callbackURL: '/admin/' },
        });
    },
    async isPassword(userId, password) {
      const hash = await passwordOf(userId);
      return hash ? (await auth.$context).password.verify({ hash, password }) : false;
    },
    hasPassword: async (userId) => (await passwordOf(userId)) !== null,
    async setPassword(userId, password, by) {
      await refuseCommon('/password', password);
      await setPassword(password, { userId, ...by });
    },
    async resetPassword(token, password, requestId) {
      const { internalAdapter } = await auth.$context;
      const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
      const reset = link && (await setPassword(password, { userId: link.value, linkUuid: link.id, requestId }));
      if (!reset) throw invalidLink();
    },
    async handle(request, body, { path, email: given, requestId }) {
      const email = given === null ? null : await addressIn(path, given);
      const signed = libraryRequest(request, body && email !== null ? { ...body, email: library.cover(email) } : body);
      const failure = { because: undefined as unknown };
      const answer = await failures.run(failure, () =>
        path === '/verify-email' ? followLink(signed) : auth.handler(signed),
      );
      // When the database fails, the library refuses a sign-up and reports a sign-out as done.
      const isHidden = answer.status >= 400 || path === '/sign-out';
      if (isHidden && isDatabaseUnavailable(failure.because)) throw failure.because;
      if (answer.status >= 500) {
        if (failure.because === undefined) await askDatabase();
        throw failure.because ?? new Fault('INTERNAL', { because: `sign-in answered ${answer.status}` });
      }
      if (isRefusedLink(path, answer)) answer.headers.set('location', EXPIRED_LINK_PAGE);
      const challenge =
        path === '/sign-in/email' && answer.status < 300 ? await challenged(answer, body, requestId) : null;
      if (challenge) return challenge;
      await recordAnswer(orm.em.fork(), clock.now(), { path, email, requestId }, answer);
      if (OPENS_SESSION.has(path) && answer.status < 300) await greetDevice(request, answer);
      return answer;
    },
    async enterCode(request, code, requestId) {
      const em = orm.em.fork();
      const at = clock.now();
      const { token, userId, remembers, identityProvider } = await findWaiting(em, request, at);
      const verdict = await em.transactional((tx) => useCode(tx, factorSecrets, { userId, code, at }));
      await recordCode(em, log, { userId, verdict, at, requestId });
      if (verdict !== 'app' && verdict !== 'recovery') throw codeFault(verdict);
      if (!(await takeChallenge(em, token))) throw endedChallenge();
      const answer = await openSession(request, {
        userId,
        remembers,
        provenAt: at,
        secondFactor: true,
        identityProvider,
      });
      answer.headers.append('set-cookie', endedChallengeCookie(isSecure));
      return answer;
    },
    ...openPasskeySignIn({ orm, clock, log, passkeys, isSecure, openSession }),
    async find(cookie) {
      const { header, renewed } = resigning.cookies(cookie, SIGNED_COOKIES);
      const requested = { headers: new Headers({ cookie: header }), returnHeaders: true } as const;
      const { headers, response } = await auth.api.getSession(requested).catch(async (error: unknown) => {
        await askDatabase();
        // The library hides the cause. It reads the database alone, which may answer again by now.
        throw new Fault('UNAVAILABLE', { say: 'The session could not be read.', because: error, retryAfterS: 2 });
      });
      const found = response as FoundSession | null;
      if (!found) return null;
      const { id, email, name, emailVerified } = found.user;
      const secondFactor = Boolean(found.user.secondFactor);
      const isBehind = secondFactor && !found.session.secondFactor;
      const factor = isBehind ? await findSessionFactor(orm.em.fork(), found.session.id) : found.session;
      if (secondFactor && !factor?.secondFactor) return null; // opened without the factor, as it was confirmed
      const endsAt = cookie.includes(UNREMEMBERED_COOKIE) ? null : found.session.expiresAt;
      const prolonged = headers.getSetCookie();
      const renewals = [...renewed].map(([cookieName, value]) => renewalOf(cookieName, value, endsAt));
      return {
        cookies: prolonged.length > 0 ? prolonged : renewals,
        session: {
          id: found.session.id,
          provenAt: new Date(factor?.provenAt ?? found.session.createdAt),
          multiFactor: reportIn(found.session),
        },
        user: { id, email, name, emailVerified, reviewer: Boolean(found.user.reviewer), secondFactor },
      };
    },
  };
}

/** The report of several factors that a session was opened with. */
const reportIn = ({ identityProvider, multiFactorBy }: FoundSession['session']): ProviderReport | null =>
  identityProvider && multiFactorBy ? { organizationId: identityProvider, by: multiFactorBy } : null;

/** The paths whose right answer is a session. */
const OPENS_SESSION: ReadonlySet<string> = new Set(['/sign-in/email', '/sign-up/email']);

/** A verification link of a letter that is not valid any more: the library would lead on as if nothing were wrong. */
const isRefusedLink = (path: string, answer: Response): boolean =>
  path === '/verify-email' && /[?&]error=/.test(answer.headers.get('location') ?? '');

/** The paths that sign a person in by a password; the letters of a forgotten one sign no one in. */
const WITH_PASSWORD = new Set(['/sign-in/email', '/sign-up/email']);

const TOO_COMMON = 'this is one of the most common passwords, which are tried first: choose another one';

const redirectTo = (location: string): Response => new Response(null, { status: 302, headers: { location } });

const invalidLink = (): Fault => {
  const say = 'This link is not valid any more. Ask for a new one.';
  return new Fault('UNAUTHENTICATED', { say, errors: [{ pointer: '/token', code: 'invalid', detail: say }] });
};
