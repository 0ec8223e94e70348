import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express';
import { hasUnstorableText, parseJsonBody } from '../platform/body.js';
import { Fault, type FieldProblem, invalid } from '../platform/fault.js';
import { addressOf, type Limits } from '../platform/limits.js';
import { isSameOrigin } from '../platform/operation.js';
import { SESSION_COOKIE, type SignIn } from './session.auth.js';

/** The paths of the sign-in library that are open; all others answer 404. There is no anonymous, third-party or one-time-code way in. */
const OPEN_PATHS: Record<string, readonly string[]> = {
  '/sign-up/email': ['POST'],
  '/sign-in/email': ['POST'],
  '/sign-out': ['POST'],
  '/get-session': ['GET'],
  '/verify-email': ['GET'],
  '/send-verification-email': ['POST'],
  '/change-password': ['POST'],
  '/revoke-other-sessions': ['POST'],
};
const NAME_LENGTH_MAX = 100;

/** Sign-in's own refusals in the words of our problems: never whether a password or an address was the wrong part. */
const REFUSALS: Record<string, () => Fault> = {
  INVALID_EMAIL_OR_PASSWORD: () => unauthenticated('The e-mail address or the password is wrong.'),
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: () => invalid([alreadyRegistered]),
  USER_ALREADY_EXISTS: () => invalid([alreadyRegistered]),
  PASSWORD_TOO_SHORT: () =>
    invalid([{ pointer: '/password', code: 'too_short', detail: 'a password has at least 8 characters' }]),
  PASSWORD_TOO_LONG: () =>
    invalid([{ pointer: '/password', code: 'too_long', detail: 'a password has at most 128 characters' }]),
  INVALID_EMAIL: () => invalid([{ pointer: '/email', code: 'pattern', detail: 'this is not an e-mail address' }]),
  INVALID_PASSWORD: () =>
    invalid([{ pointer: '/currentPassword', code: 'not_allowed', detail: 'the current password is wrong' }]),
};
const alreadyRegistered: FieldProblem = {
  pointer: '/email',
  code: 'already_registered',
  detail: 'this address has an account; sign in instead',
};

const unauthenticated = (say: string): Fault =>
  new Fault('UNAUTHENTICATED', { say, errors: [{ pointer: '', code: 'invalid', detail: say }] });

/** The door /api/auth: limits, the same-origin rule and problem bodies around the sign-in library (decisions §1, named exceptions). */
export function signInDoor(signIn: SignIn, limits: Limits, workspaceUrl: string): RequestHandler {
  return async (req, res) => {
    const path = req.path.replace(/^\/api\/auth/, '');
    const methods = OPEN_PATHS[path];
    if (!methods) throw new Fault('NOT_FOUND');
    if (!methods.includes(req.method)) {
      res.setHeader('Allow', methods.join(', '));
      throw new Fault('METHOD_NOT_ALLOWED');
    }
    if (req.method === 'POST') refuseCrossOrigin(req, workspaceUrl);
    const body = req.method === 'POST' ? checkedBody(req) : undefined;
    const account = typeof body?.email === 'string' ? body.email.trim().toLowerCase() : '';
    if (/^\/(sign-in|sign-up|send-verification|change-password)/.test(path))
      await limits.count('sign-in', req, res, `${addressOf(req)}|${account}`);
    await relay(await signIn.handle(asWebRequest(req, workspaceUrl, body)), res);
  };
}

function refuseCrossOrigin(req: ExpressRequest, workspaceUrl: string): void {
  const foreign = req.headers.origin !== undefined && req.headers.origin !== workspaceUrl;
  const hasSession = req.headers.cookie?.includes(SESSION_COOKIE) ?? false;
  if (foreign || (hasSession && !isSameOrigin(req.headers.origin, req.headers['sec-fetch-site'], workspaceUrl)))
    throw new Fault('CROSS_ORIGIN');
}

function checkedBody(req: ExpressRequest): Record<string, unknown> {
  const body = Buffer.isBuffer(req.body) && req.body.length > 0 ? parseJsonBody(req) : {};
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid([{ pointer: '', code: 'wrong_type', detail: 'the body must be an object' }]);
  const members = body as Record<string, unknown>;
  const problems: FieldProblem[] = [];
  for (const [key, value] of Object.entries(members)) {
    if (value !== null && typeof value === 'object')
      problems.push({ pointer: `/${key}`, code: 'wrong_type', detail: 'a plain value is expected' });
    if (hasUnstorableText(value))
      problems.push({ pointer: `/${key}`, code: 'nul_character', detail: 'NUL and lone surrogates cannot be stored' });
  }
  const { name } = members;
  if (typeof name === 'string' && (name.trim() === '' || name.length > NAME_LENGTH_MAX))
    problems.push({ pointer: '/name', code: 'too_long', detail: `a name has 1 to ${NAME_LENGTH_MAX} characters` });
  if (problems.length) throw invalid(problems);
  return members;
}

function asWebRequest(req: ExpressRequest, workspaceUrl: string, body: Record<string, unknown> | undefined): Request {
  const headers = new Headers();
  for (const name of ['cookie', 'origin', 'user-agent', 'accept']) {
    const value = req.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  if (body === undefined) return new Request(`${workspaceUrl}${req.originalUrl}`, { method: req.method, headers });
  headers.set('content-type', 'application/json');
  if (!headers.has('origin')) headers.set('origin', workspaceUrl); // our own rule has decided about origins already
  return new Request(`${workspaceUrl}${req.originalUrl}`, { method: req.method, headers, body: JSON.stringify(body) });
}

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
  if (answer.status >= 500) return new Fault('INTERNAL', { because: `sign-in answered ${answer.status} ${code}` });
  return invalid([
    {
      pointer: '',
      code: code ? code.toLowerCase() : 'invalid',
      detail: 'the sign-in request is not valid: check its members',
    },
  ]);
}
