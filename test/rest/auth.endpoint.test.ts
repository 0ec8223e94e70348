import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { makePerson } from '../setup/people.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Problem {
  code: string;
  errors: { pointer: string; code: string }[];
}
const at = (path: string, options: Parameters<typeof ask>[1] = {}) =>
  ask<Problem>(`${app.url}/api/auth${path}`, options);
describe('the paths of /api/auth', () => {
  it.each([
    '/sign-in/social',
    '/sign-in/anonymous',
    '/sign-in/email-otp',
    '/email-otp/send-verification-otp',
    '/two-factor/send-otp',
    '/two-factor/verify-otp',
    '/two-factor/verify-totp',
    '/two-factor/verify-backup-code',
    '/phone-number/send-otp',
    '/sign-in/magic-link',
    '/sign-in/sso',
    '/sso/saml2/callback/okta',
    '/security-question',
    '/callback/google',
    '/update-user',
    '/delete-user',
    '/list-sessions',
    '/token',
    '/jwks',
    '/ok',
    '/error',
    '/sign-in/email/',
    '/sign-in//email',
    '/Sign-In/email',
    '/constructor',
    '/__proto__',
  ])('%s is not open: JSON 404 for every method', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const reply = await at(path, {
        method,
        ...(method === 'POST' ? { body: {} } : {}),
        headers: { origin: app.url },
      });
      expect([reply.status, reply.body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it.each([
    ['/sign-in/email', 'GET', 'POST'],
    ['/sign-out', 'DELETE', 'POST'],
    ['/get-session', 'POST', 'GET, HEAD'],
    ['/verify-email', 'PUT', 'GET, HEAD'],
  ])('%s refuses %s and lists %s', async (path, method, allowed) => {
    const reply = await at(path, { method, headers: { origin: app.url } });
    expect([reply.status, reply.body.code, reply.headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', allowed]);
  });
});

describe('another origin', () => {
  it.each(['https://elsewhere.example', 'null', 'http://127.0.0.1:1'])(
    '%s may not sign a person in',
    async (origin) => {
      const reply = await at('/sign-in/email', { body: app.credentials.users.owner, headers: { origin } });
      expect([reply.status, reply.body.code]).toEqual([403, 'CROSS_ORIGIN']);
      expect(reply.headers.getSetCookie()).toEqual([]);
    },
  );

  it('may not sign a person out, nor may a request that does not say where it comes from', async () => {
    const { cookie } = await makePerson(app);
    const foreign: Record<string, string>[] = [
      { origin: 'https://elsewhere.example' },
      { 'sec-fetch-site': 'cross-site' },
      {},
    ];
    for (const headers of foreign) {
      const reply = await at('/sign-out', { body: {}, cookie, headers });
      expect([reply.status, reply.body.code]).toEqual([403, 'CROSS_ORIGIN']);
    }
    const own = await at('/sign-out', { body: {}, cookie, headers: { 'sec-fetch-site': 'same-origin' } });
    expect(own.status).toBe(200);
  });
});

describe('hostile bodies', () => {
  it.each([
    ['nothing', ''],
    ['half an object', '{"email":'],
    ['a list', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['deep nesting', `{"email":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['an object for a password', '{"email":"a@b.example","password":{"$ne":""}}'],
    ['a prototype', '{"__proto__":{"reviewer":true},"email":"a@b.example","password":"12345678"}'],
    ['lone surrogates', '{"email":"a@b.example","password":"\\ud800aaaaaaaa"}'],
    ['17 KiB', JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(17_000) })],
  ])('%s is refused with a problem', async (_what, body) => {
    const reply = await at('/sign-in/email', { body, headers: { origin: app.url } });
    expect([400, 413]).toContain(reply.status);
    expect(reply.headers.get('content-type')).toContain('application/problem+json');
    expect(reply.body.code).toMatch(/^(VALIDATION_FAILED|MALFORMED_JSON|PAYLOAD_TOO_LARGE)$/);
  });

  it('in another type is 415', async () => {
    const reply = await at('/sign-in/email', {
      body: 'email=a&password=b',
      headers: { origin: app.url, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(reply.status).toBe(415);
  });
});
