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
  /** What the answer sets when the session was prolonged: a session that slides needs a cookie that does. */
  readonly cookies: readonly string[];
  readonly session: { readonly id: string };
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly emailVerified: boolean;
    readonly reviewer: boolean;
  };
}

type KyselyPlugin = Parameters<ReturnType<MikroORM['em']['getKysely']>['withPlugin']>[0];

const TIME_COLUMNS = /(At|_at)$/;

/** MikroORM's connections answer times as text; the sign-in library compares Dates, and with text no session would ever expire. */
const timesAsDates: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const rows = result.rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'string' && TIME_COLUMNS.test(name) ? new Date(value) : value,
        ]),
      ),
    );
    return { ...result, rows };
  },
};

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
    database: { db: orm.em.fork().getKysely().withSchema('auth').withPlugin(timesAsDates), type: 'postgres' },
    secret,
    baseURL: config.workspaceUrl,
    basePath: '/api/auth',
    trustedOrigins: [config.workspaceUrl],
    telemetry: { enabled: false },
    rateLimit: { enabled: false }, // the policies of platform/limits count instead, shared by all replicas
    logger: { disabled: true },
    onAPIError: { throw: true }, // what is no refusal goes to our own error handling, with its cause
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
      disableOriginCheck: false, // said aloud: without it the library would follow any callbackURL under NODE_ENV=test
      database: { generateId: 'uuid' },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: config.workspaceUrl.startsWith('https:') },
    },
  }) as unknown as Auth;
  /** The library hides why it failed inside; when the database is away, this rejects and says so. */
  const askDatabase = (): Promise<unknown> => orm.em.fork().execute('select 1');
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
    async handle(request) {
      const answer = await auth.handler(request);
      if (answer.status >= 500) await askDatabase();
      return answer;
    },
    async find(cookie) {
      const asked = { headers: new Headers({ cookie }), returnHeaders: true } as const;
      const { headers, response } = await auth.api.getSession(asked).catch(async (error: unknown) => {
        await askDatabase();
        throw error;
      });
      const found = response as Omit<SignedIn, 'cookies'> | null;
      if (!found) return null;
      const { id, email, name, emailVerified } = found.user;
      return {
        cookies: headers.getSetCookie(),
        session: { id: found.session.id },
        user: { id, email, name, emailVerified, reviewer: Boolean(found.user.reviewer) },
      };
    },
  };
}
