import { setTimeout as delay } from 'node:timers/promises';
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express';
import type { Platform, Principal, PrincipalKind } from '../../platform/context.js';
import { Fault, type FieldProblem, invalid } from '../../platform/fault.js';
import { addressOf, addressRangeOf } from '../../platform/http/address.rules.js';
import { parseJsonBody, readBody } from '../../platform/http/body.js';
import { identifyCaller } from '../../platform/http/caller.identify.js';
import { takesOnly } from '../../platform/http/methods.js';
import { isForeign, isSameOrigin } from '../../platform/http/origin.rules.js';
import { callerOf, type PolicyName, recipientOf } from '../../platform/limits/limits.js';
import { enrolmentFault, kindFault, proofFault } from '../../platform/operation.js';
import type { AccountsParts, WantedSignOn } from '../accounts.context.js';
import { RANGE_HEADER } from './device.query.js';
import { deviceCookieOf, deviceTokenOf } from './device.rules.js';
import { SESSION_COOKIE } from './sign-in.client.js';
import { checkCallback, sessionBody } from './sign-in.types.js';

/** The path at which people come back from their provider, below which each provider has a place of its own: answers cannot be mixed up. */
const CALLBACK = '/single-sign-on/callback';
const CALLBACK_PLACE = new RegExp(`^${CALLBACK}/([\\w-]{1,64})$`);

/** The paths of the sign-in library that are open; all others answer 404. There is no anonymous, third-party or one-time-code way in. */
const OPEN_PATHS: Record<string, readonly string[]> = {
  '/sign-up/email': ['POST'],
  '/sign-in/email': ['POST'],
  '/sign-in/second-factor': ['POST'],
  '/sign-in/passkey': ['POST'],
  '/passkey-options': ['POST'],
  '/single-sign-on': ['POST'],
  '/sign-out': ['POST'],
  '/get-session': ['GET', 'HEAD'],
  '/verify-email': ['GET', 'HEAD'],
  '/send-verification-email': ['POST'],
  '/change-password': ['POST'],
  '/request-password-reset': ['POST'],
  '/reset-password': ['POST'],
  '/revoke-other-sessions': ['POST'],
};
const FOR_PEOPLE: readonly PrincipalKind[] = ['anonymous', 'session'];
/** The paths that are about the session itself: another credential is told which one it needs. */
const OF_SESSION = new Set(['/sign-out', '/change-password', '/revoke-other-sessions']);

/** Sign-in's own refusals in the words of our problems: never whether a password or an address was the wrong part. */
const REFUSALS: Record<string, () => Fault> = {
  INVALID_EMAIL_OR_PASSWORD: () => unauthenticated('The e-mail address or the password is wrong.'),
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: () => invalid([alreadyRegistered]),
  USER_ALREADY_EXISTS: () => invalid([alreadyRegistered]),
  INVALID_PASSWORD: () =>
    invalid([{ pointer: '/currentPassword', code: 'not_allowed', detail: 'the current password is wrong' }]),
  INVALID_TOKEN: () => unauthenticated('This link is not valid. Ask for a new one.'),
  TOKEN_EXPIRED: () => unauthenticated('This link has expired. Ask for a new one.', 'expired'),
};
const alreadyRegistered: FieldProblem = {
  pointer: '/email',
  code: 'already_registered',
  detail: 'this address has an account; sign in instead',
};

const unauthenticated = (say: string, code = 'invalid'): Fault =>
  new Fault('UNAUTHENTICATED', { say, errors: [{ pointer: '', code, detail: say }] });

/** The member that holds the new password of a path. */
const NEW_PASSWORD: Readonly<Record<string, string>> = {
  '/sign-up/email': 'password',
  '/change-password': 'newPassword',
  '/reset-password': 'newPassword',
};

/** The longest body of a sign-in path, in bytes. */
const BODY_BYTES_MAX = 16 * 1024;

/** The limits of a path: one counts callers before the body is read, the other counts the account that the body names. */
interface Counted {
  readonly before: PolicyName;
  readonly account?: PolicyName;
}

/** Every path that tries a password, makes an account or sends a letter (decisions §2, Default rate limits). */
const COUNTED: Readonly<Record<string, Counted>> = {
  '/sign-in/email': { before: 'sign-in-address', account: 'sign-in' },
  '/sign-in/second-factor': { before: 'sign-in-address' },
  '/sign-in/passkey': { before: 'sign-in-address' },
  '/passkey-options': { before: 'public-read' },
  '/single-sign-on': { before: 'sign-in-address' },
  [CALLBACK]: { before: 'sign-in-address' },
  '/sign-up/email': { before: 'sign-up', account: 'letters-recipient' },
  '/send-verification-email': { before: 'letters', account: 'letters-recipient' },
  '/request-password-reset': { before: 'letters', account: 'letters-recipient' },
  '/reset-password': { before: 'sign-in-address' },
  '/change-password': { before: 'credential' },
};

/** The endpoint /api/auth: limits, the same-origin rule and problem bodies around the sign-in library (decisions §1, named exceptions). */
export function mountSignIn(
  { limits, config, clock }: Platform,
  { principals, signIn, singleSignOn }: Pick<AccountsParts, 'principals' | 'signIn' | 'singleSignOn'>,
): RequestHandler {
  const read = readBody(BODY_BYTES_MAX);
  return async (req, res, next) => {
    res.setHeader('Referrer-Policy', 'no-referrer'); // the address of a letter's link holds its token
    const given = req.path.replace(/^\/api\/auth/, '');
    const place = CALLBACK_PLACE.exec(given)?.[1];
    const path = place === undefined ? given : CALLBACK;
    const methods = place === undefined ? OPEN_PATHS[path] : ['GET'];
    if (!methods) throw new Fault('NOT_FOUND', { say: 'There is no such path.' });
    if (!methods.includes(req.method)) return takesOnly(...methods)(req, res, next);
    const writes = req.method === 'POST';
    if (writes) refuseCrossOrigin(req, config.workspaceUrl);
    const caller = await identifyCaller({ limits }, principals.resolve, req, res);
    refuseOther(caller, writes, path);
    const enrolment = OF_SESSION.has(path) && path !== '/sign-out' ? enrolmentFault(caller, clock.now()) : null;
    if (enrolment) throw enrolment;
    const counted = COUNTED[path];
    if (counted) await limits.count(counted.before, req, res, callerOf({ principal: caller, req }));
    if (!writes) checkCallback(req.query.callbackURL);
    const unreadable = writes ? await read(req, res, limits) : null;
    if (unreadable) throw unreadable;
    const body = writes ? sessionBody(path, hasBody(req) ? parseJsonBody(req) : {}, config.workspaceUrl) : undefined;
    const email = typeof body?.email === 'string' ? body.email : null;
    if (counted?.account && email !== null)
      await limits.count(counted.account, req, res, accountOf(counted.account, req, email));
    const chosen = NEW_PASSWORD[path];
    if (chosen) await signIn.refuseCommon(`/${chosen}`, String(body?.[chosen]));
    const inShare = <T>(work: () => Promise<T>): Promise<T> =>
      counted && caller.kind === 'anonymous' ? limits.inShare('accounts', req, res, work) : work();
    if (path === '/reset-password') {
      await inShare(() => signIn.resetPassword(String(body?.token), String(body?.newPassword), req.requestId));
      return relay(Response.json({ status: true }), res);
    }
    if (path === '/sign-in/second-factor') {
      const request = asWebRequest(req, caller, config.workspaceUrl);
      return relay(await inShare(() => signIn.enterCode(request, String(body?.code), req.requestId)), res);
    }
    if (path === '/passkey-options' || path === '/sign-in/passkey') {
      const request = asWebRequest(req, caller, config.workspaceUrl);
      const purpose = body?.purpose === 'second_factor' ? body.purpose : 'sign_in';
      const { requestId } = req;
      return relay(
        await inShare(() =>
          path === '/passkey-options'
            ? signIn.askForPasskey(request, purpose)
            : signIn.enterPasskey(request, { purpose, passkey: body?.passkey, requestId }),
        ),
        res,
      );
    }
    if (path === '/single-sign-on') {
      const request = asWebRequest(req, caller, config.workspaceUrl);
      const wanted: WantedSignOn = {
        caller,
        email,
        purpose: body?.purpose === 'connect' || body?.purpose === 'prove' ? body.purpose : 'sign_in',
        next: typeof body?.next === 'string' ? body.next : null,
      };
      return relay(await inShare(() => singleSignOn.begin(request, wanted)), res);
    }
    if (place !== undefined) {
      const request = asWebRequest(req, caller, config.workspaceUrl);
      const by = { caller, requestId: req.requestId };
      return relay(await inShare(() => singleSignOn.complete(request, place, by)), res);
    }
    const stale = path === '/change-password' ? proofFault(caller, clock.now(), 'factor') : null;
    if (stale) throw stale;
    if (path === '/change-password') Object.assign(body ?? {}, { revokeOtherSessions: true });
    const call = { path, email, requestId: req.requestId };
    const answered = inShare(() => signIn.handle(asWebRequest(req, caller, config.workspaceUrl), body ?? null, call));
    // An address with an account takes a letter to write, another one nothing: the answer comes after the same time.
    if (path === '/request-password-reset') await Promise.all([answered, delay(LETTER_MS)]);
    await relay(await answered, res);
  };
}

/** The sign-in library's own floor where a letter may or may not be written. */
const LETTER_MS = 500;

/** Letters are counted by whom they reach, passwords by the account and the address that tries them. */
const accountOf = (policy: PolicyName, req: ExpressRequest, email: string): string =>
  policy === 'letters-recipient' ? recipientOf(email) : `${addressOf(req)}|${recipientOf(email)}`;

const hasBody = ({ body }: ExpressRequest): boolean => Buffer.isBuffer(body) && body.length > 0;

function refuseCrossOrigin({ headers }: ExpressRequest, workspaceUrl: string): void {
  const hasSession = headers.cookie?.includes(SESSION_COOKIE) ?? false;
  if (isForeign(headers, [workspaceUrl]) || (hasSession && !isSameOrigin(headers, workspaceUrl)))
    throw new Fault('CROSS_ORIGIN');
}

/** A bearer token decides over a cookie here too: an invalid token is refused, and a valid one signs no one in or out. */
function refuseOther(caller: Principal, writes: boolean, path: string): void {
  if (caller.kind === 'anonymous' && caller.refusal) throw caller.refusal;
  if (writes && !FOR_PEOPLE.includes(caller.kind))
    throw kindFault(caller.kind, OF_SESSION.has(path) ? ['session'] : FOR_PEOPLE);
}

function asWebRequest(req: ExpressRequest, caller: Principal, workspaceUrl: string): Request {
  const headers = new Headers({ 'x-request-id': req.requestId, [RANGE_HEADER]: addressRangeOf(req) });
  const isStranger = isStrangers(req, caller);
  for (const name of isStranger ? ['user-agent'] : ['cookie', 'origin', 'user-agent', 'accept']) {
    const value = req.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const device = isStranger ? deviceTokenOf(req.headers.cookie ?? null) : null;
  if (device !== null) headers.set('cookie', deviceCookieOf(device));
  if (req.method === 'POST') {
    headers.set('content-type', 'application/json');
    if (!headers.has('origin')) headers.set('origin', workspaceUrl); // our own rule has decided about origins already
  }
  return new Request(`${workspaceUrl}${req.originalUrl}`, { method: req.method === 'POST' ? 'POST' : 'GET', headers });
}

/**
 * Answered as without a session: a letter is asked for by an address alone, a look at a letter's link verifies nothing, and a bearer token is
 * no session, whatever cookie stands beside it. Nor is the session of before an account had a second factor, which resolves to no caller.
 */
const isStrangers = (req: ExpressRequest, { kind }: Principal): boolean =>
  req.path === '/api/auth/send-verification-email' ||
  isLookAhead(req) ||
  !FOR_PEOPLE.includes(kind) ||
  (kind === 'anonymous' && !COOKIE_WITHOUT_SESSION.has(req.path) && !req.path.startsWith(`/api/auth${CALLBACK}/`));

/** Signing out clears a dead session's cookie too, and a code or a passkey is for the cookie of its challenge. */
const COOKIE_WITHOUT_SESSION = new Set(
  ['sign-out', 'sign-in/second-factor', 'sign-in/passkey', 'passkey-options'].map((path) => `/api/auth/${path}`),
);

/** A look at a letter's link that no person took. */
const isLookAhead = ({ method, path, headers }: ExpressRequest): boolean =>
  path === '/api/auth/verify-email' &&
  (method === 'HEAD' || headers['sec-purpose'] !== undefined || headers.purpose === 'prefetch');

async function relay(answer: Response, res: ExpressResponse): Promise<void> {
  if (answer.status >= 400) throw await refusalOf(answer);
  res.status(answer.status);
  for (const cookie of answer.headers.getSetCookie()) res.append('Set-Cookie', cookie);
  for (const name of ['location', 'content-type']) {
    const value = answer.headers.get(name);
    if (value !== null) res.setHeader(name, value);
  }
  res.setHeader('Cache-Control', 'private, no-store');
  res.end(withoutToken(await answer.text()));
}

/** The session's token belongs into the cookie alone, where no script can read it. */
function withoutToken(text: string): string {
  if (!text.startsWith('{')) return text;
  const { token: _token, session: _session, ...rest } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(rest);
}

async function refusalOf(answer: Response): Promise<Fault> {
  const text = await answer.text();
  const code = /"code":\s*"([A-Z_]+)"/.exec(text)?.[1] ?? '';
  const known = REFUSALS[code];
  if (known) return known();
  if (answer.status === 401) return unauthenticated('Sign in first.');
  if (answer.status === 403) return new Fault('CROSS_ORIGIN', { because: code });
  if (answer.status === 429) return new Fault('RATE_LIMITED', { retryAfterS: 60 });
  const member = /\[(?:body|query)\.(\w+)\]/.exec(text)?.[1];
  return invalid([
    {
      pointer: member ? `/${member}` : '',
      code: code ? code.toLowerCase() : 'invalid',
      detail: 'the sign-in request is not valid: check its members',
    },
  ]);
}
