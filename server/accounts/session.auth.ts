import type { MikroORM } from '@mikro-orm/postgresql';
import { type Auth, betterAuth } from 'better-auth';
import type { Config } from '../platform/config.js';
import { sendLetter } from '../platform/mail.js';

const DAY_S = 24 * 60 * 60;
const SESSION_S = 7 * DAY_S;

/** The cookie that carries a session; a request without it is not looked up. */
export const SESSION_COOKIE = 'dai.session_token';

/** A person's session as the sign-in library answers it. */
export interface SignedIn {
  readonly session: { readonly id: string };
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly emailVerified: boolean;
    readonly reviewer: boolean;
  };
}

export interface SignIn {
  /** Answers one request below /api/auth. */
  handle(request: Request): Promise<Response>;
  /** The session behind a cookie, or null; asks the database every time, so that a revocation holds at once. */
  find(cookie: string): Promise<SignedIn | null>;
  /** Signs a person up without a request, for the operator's commands and the demo; answers the bare user id. */
  register(person: { email: string; password: string; name: string }): Promise<string>;
  /** Gives an account a new password and ends its sessions. */
  setPassword(userId: string, password: string): Promise<void>;
}

/**
 * Sign-in by e-mail and password (decisions §2, Credentials). Sessions last 7 days and slide; the cookie is HttpOnly, SameSite=Lax
 * and signed, so that a read of the session table is not a set of logins. Letters go to the outbox.
 */
export function openSignIn(orm: MikroORM, config: Config, secret: string): SignIn {
  const letter = (recipient: string, subject: string, sentence: string, link: string): Promise<void> =>
    sendLetter(orm.em.fork(), {
      recipient,
      subject,
      body: `${sentence}\n\n${link}\n\nIf you did not ask for this, ignore it.\n`,
      link,
    });
  const auth = betterAuth({
    database: { db: orm.em.fork().getKysely().withSchema('auth'), type: 'postgres' },
    secret,
    baseURL: config.workspaceUrl,
    basePath: '/api/auth',
    trustedOrigins: [config.workspaceUrl],
    telemetry: { enabled: false },
    rateLimit: { enabled: false }, // the policies of platform/limits count instead, shared by all replicas
    logger: { disabled: true },
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128, autoSignIn: true },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      sendVerificationEmail: ({ user, url }) =>
        letter(user.email, 'Verify your address', 'Open this link to verify your address:', url),
    },
    session: { expiresIn: SESSION_S, updateAge: DAY_S },
    user: { additionalFields: { reviewer: { type: 'boolean', required: false, defaultValue: false, input: false } } },
    advanced: {
      cookiePrefix: 'dai',
      useSecureCookies: false,
      database: { generateId: 'uuid' },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: config.workspaceUrl.startsWith('https:') },
    },
  }) as unknown as Auth;
  return {
    async register(person) {
      const { user } = await auth.api.signUpEmail({ body: person });
      return user.id;
    },
    async setPassword(userId, password) {
      const { password: hasher } = await auth.$context;
      const em = orm.em.fork();
      await em.execute(
        `update auth.account set password = ?, "updatedAt" = now() where "userId" = ? and "providerId" = 'credential'`,
        [await hasher.hash(password), userId],
      );
      await em.execute('delete from auth.session where "userId" = ?', [userId]);
    },
    handle: (request) => auth.handler(request),
    async find(cookie) {
      const found = (await auth.api.getSession({ headers: new Headers({ cookie }) })) as SignedIn | null;
      if (!found) return null;
      const { id, email, name, emailVerified } = found.user;
      return {
        session: { id: found.session.id },
        user: { id, email, name, emailVerified, reviewer: Boolean(found.user.reviewer) },
      };
    },
  };
}
