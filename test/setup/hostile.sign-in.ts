import { get, type HostileRequest, type HostileVerdict, post } from './hostile.request.js';

/** Requests at `/api/auth` that guess, flood or lead astray. None names an account that is there. */

const UNKNOWN = 'unknown-at-all@corpus.example';
const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(`{"email":"${UNKNOWN}"}`).toString('base64url')}.`;
/** Looking for the account of an address, in a transaction of the sign-in library. */
const LOOK_UP = { statementsMax: 6 }; // the account by its normal form and its exact spelling, its domain's single sign-on, and what better-auth asks

const signIn = (name: string, verdicts: HostileVerdict | readonly HostileVerdict[], body: unknown): HostileRequest =>
  post(`${name} at sign-in`, verdicts, '/api/auth/sign-in/email', JSON.stringify(body), {
    headers: ({ host }) => ({ Origin: `http://${host}` }),
    ...LOOK_UP,
  });

export const hostileSignIns: HostileRequest[] = [
  signIn('an unknown address', 'UNAUTHENTICATED', { email: UNKNOWN, password: 'a guess' }),
  signIn('a password of 10 KB', ['UNAUTHENTICATED', 'VALIDATION_FAILED'], {
    email: UNKNOWN,
    password: 'a'.repeat(10_000),
  }),
  signIn('a password of combining marks', ['UNAUTHENTICATED', 'VALIDATION_FAILED'], {
    email: UNKNOWN,
    password: 'e\u0301\ufdfa'.repeat(1_000),
  }),
  signIn('an address of 10 KB', ['UNAUTHENTICATED', 'VALIDATION_FAILED'], {
    email: `${'a'.repeat(10_000)}@corpus.example`,
    password: 'a guess',
  }),
  signIn('an address of dots', ['UNAUTHENTICATED', 'VALIDATION_FAILED'], {
    email: `${'a.'.repeat(5_000)}@a`,
    password: 'a guess',
  }),
  signIn('a list of addresses', 'VALIDATION_FAILED', { email: [UNKNOWN], password: 'a guess' }),
  signIn('an address that is a query', 'VALIDATION_FAILED', { email: { $gt: '' }, password: { $gt: '' } }),
  signIn('SQL as an address', ['UNAUTHENTICATED', 'VALIDATION_FAILED'], {
    email: "' or 1=1 --@corpus.example",
    password: 'a guess',
  }),
  signIn('NUL in an address', ['UNAUTHENTICATED', 'VALIDATION_FAILED'], {
    email: `a\u0000${UNKNOWN}`,
    password: 'a guess',
  }),
  signIn(
    'a prototype',
    ['UNAUTHENTICATED', 'VALIDATION_FAILED'],
    JSON.parse(`{"email":"${UNKNOWN}","password":"a guess","__proto__":{"role":"admin"}}`),
  ),
  signIn('a way out to another site', ['UNAUTHENTICATED', 'VALIDATION_FAILED', 'CROSS_ORIGIN'], {
    email: UNKNOWN,
    password: 'a guess',
    callbackURL: 'https://evil.example',
  }),
  post(
    'a sign-in from another site',
    'CROSS_ORIGIN',
    '/api/auth/sign-in/email',
    `{"email":"${UNKNOWN}","password":"a guess"}`,
    { headers: { Origin: 'https://evil.example' } },
  ),
  post(
    'a change of a password without a session',
    ['UNAUTHENTICATED', 'VALIDATION_FAILED'],
    '/api/auth/change-password',
    '{"currentPassword":"a guess","newPassword":"a guess or so"}',
    {
      statementsMax: 2, // a transaction in which nothing is asked
      headers: ({ host }) => ({ Origin: `http://${host}` }),
    },
  ),
  ...(
    [
      'list-sessions',
      'admin/list-users',
      'sign-in/social',
      'sign-in/anonymous',
      'delete-user',
      'update-user',
      '__proto__',
      '..%2f..%2fmetrics',
    ] as const
  ).map((path) => post(`a way in that is not open: ${path}`, 'NOT_FOUND', `/api/auth/${path}`, '{}')),
  get('a session that does not exist', 'ok', '/api/auth/get-session', {
    headers: { Cookie: 'dai.session_token=aaaa.bbbb' },
  }),
  get(
    'a link without a signature',
    ['UNAUTHENTICATED', 'redirected', 'VALIDATION_FAILED'],
    `/api/auth/verify-email?token=${unsigned}`,
  ),
  get(
    'a link of 10 KB',
    ['UNAUTHENTICATED', 'redirected', 'VALIDATION_FAILED'],
    `/api/auth/verify-email?token=${'a'.repeat(10_000)}`,
  ),
  get(
    'a link that leads away',
    ['CROSS_ORIGIN', 'VALIDATION_FAILED'],
    '/api/auth/verify-email?token=a&callbackURL=https://evil.example',
  ),
  get(
    'a link with two tokens',
    ['UNAUTHENTICATED', 'redirected', 'VALIDATION_FAILED'],
    '/api/auth/verify-email?token=a&token=b',
  ),
];
