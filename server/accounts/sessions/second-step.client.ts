import { randomBytes } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/** The cookie that carries a sign-in from its password to its code; it opens nothing by itself. */
export const CHALLENGE_COOKIE = 'dai.challenge';
const CHALLENGE_S = 10 * 60;

/** Below `/api/auth` alone, and not with a link from elsewhere. */
const attributes = (secure: boolean): string => `Path=/api/auth; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

export const challengeCookie = (token: string, secure: boolean): string =>
  `${CHALLENGE_COOKIE}=${token}; Max-Age=${CHALLENGE_S}; ${attributes(secure)}`;
export const endedChallengeCookie = (secure: boolean): string =>
  `${CHALLENGE_COOKIE}=; Max-Age=0; ${attributes(secure)}`;

/** The token in a Cookie header, or null. */
export const challengeOf = (cookie: string | null): string | null =>
  /(?:^|;\s*)dai\.challenge=([\w-]{43})(?:;|$)/.exec(cookie ?? '')?.[1] ?? null;

/** The cookie of a page that offers to sign in by a passkey: the challenge counts in the browser that asked for it alone. */
const PASSKEY_COOKIE = 'dai.passkey';
const PASSKEY_S = 60 * 60;

export const newPasskeyToken = (): string => randomBytes(32).toString('base64url');
export const passkeyCookie = (token: string, secure: boolean): string =>
  `${PASSKEY_COOKIE}=${token}; Max-Age=${PASSKEY_S}; ${attributes(secure)}`;
export const endedPasskeyCookie = (secure: boolean): string => `${PASSKEY_COOKIE}=; Max-Age=0; ${attributes(secure)}`;

/** The token in a Cookie header, or null. */
export const passkeyTokenOf = (cookie: string | null): string | null =>
  /(?:^|;\s*)dai\.passkey=([\w-]{43})(?:;|$)/.exec(cookie ?? '')?.[1] ?? null;

/**
 * Opens a session for a person who has proved themselves otherwise than by a password alone, as the library opens one: it has no other way in
 * for a caller who checked that. The endpoint is the server's own; its path is not among the open ones.
 */
export const secondStep = {
  id: 'dai-second-step',
  endpoints: {
    openProvenSession: createAuthEndpoint(
      '/dai/proven-session',
      {
        method: 'POST',
        metadata: { SERVER_ONLY: true },
        body: z.object({
          userId: z.string(),
          remembers: z.boolean(),
          provenAt: z.date(),
          secondFactor: z.boolean(),
          identityProvider: z.string().nullable(),
          multiFactorBy: z.string().nullish(),
        }),
      },
      async (ctx) => {
        const { userId, remembers, ...proven } = ctx.body;
        const user = await ctx.context.internalAdapter.findUserById(userId);
        if (!user) throw new APIError('UNAUTHORIZED');
        const session = await ctx.context.internalAdapter.createSession(userId, !remembers, proven, true);
        await setSessionCookie(ctx, { session, user }, !remembers);
        const { id, email, emailVerified, name } = user;
        return ctx.json({ user: { id, email, emailVerified, name } });
      },
    ),
  },
} satisfies BetterAuthPlugin;
