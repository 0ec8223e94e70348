import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { linkSentTo, makePerson, type Person } from '../setup/people.js';

let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await startApp();
  person = await makePerson(app);
});
afterAll(() => app.close());

interface Answer {
  code: string;
  errors: { code: string }[];
  user?: { email: string };
}
const at = (path: string, options: Parameters<typeof ask>[1] = {}) =>
  ask<Answer>(`${app.url}/api/auth${path}`, options);
const sessionsOf = ({ id }: Person) =>
  query(app.databaseUrl, 'select id from auth.session where "userId" = $1', [id.slice(4)]);

/** Each reading path, and each writing one with a body that it would take. */
const paths = (): [path: string, body?: object][] => [
  ['/get-session'],
  ['/verify-email?token=x'],
  ['/sign-up/email', { email: 'new-here@people.example', password: 'correct horse battery', name: 'New' }],
  ['/sign-in/email', { email: person.email, password: 'correct horse battery' }],
  ['/sign-out', {}],
  ['/send-verification-email', { email: person.email }],
  ['/change-password', { currentPassword: 'correct horse battery', newPassword: 'another horse battery' }],
  ['/request-password-reset', { email: person.email, redirectTo: '/admin/' }],
  ['/reset-password', { token: 'x', newPassword: 'another horse battery' }],
  ['/revoke-other-sessions', {}],
];

describe('a bearer token beside a session’s cookie at /api/auth', () => {
  it('is refused at every path when it is malformed, unknown, expired or revoked', async () => {
    const { credentials } = app;
    const refused: [string, string][] = [
      ['Bearer x', 'invalid'],
      ['Bearer', 'invalid'],
      [`Bearer ${credentials.workflowToken.slice(0, -1)}`, 'invalid'],
      [credentials.workflowToken, 'invalid'],
      ['Bearer ${DAI_TOKEN}', 'placeholder_not_expanded'],
      [`Bearer ${credentials.expiredWorkflowToken}`, 'expired'],
      [`Bearer ${credentials.revokedWorkflowToken}`, 'revoked'],
    ];
    for (const [authorization, code] of refused)
      for (const [path, body] of paths()) {
        const headers = { authorization, origin: app.url };
        const reply = await at(path, { body, cookie: person.cookie, headers });
        expect([path, reply.status, reply.body.code, reply.body.errors?.[0]?.code]).toEqual([
          path,
          401,
          'UNAUTHENTICATED',
          code,
        ]);
        expect(reply.headers.get('www-authenticate')).toContain('Bearer');
        expect(reply.headers.getSetCookie()).toEqual([]);
      }
    expect(await sessionsOf(person)).toHaveLength(1);
  });

  it.each(['workflowToken', 'trackingKey', 'enterpriseKey'] as const)(
    'decides when it is valid (%s): no session is answered, ended, made or changed',
    async (kind) => {
      const caller = { token: app.credentials[kind], cookie: person.cookie, headers: { origin: app.url } };
      const read = await at('/get-session', caller);
      expect([read.status, read.text, read.headers.getSetCookie()]).toEqual([200, 'null', []]);
      const answers: Record<string, [number, string]> = {};
      for (const [path, body] of paths()) {
        if (body === undefined) continue;
        const reply = await at(path, { ...caller, body });
        answers[path] = [reply.status, reply.body.code];
        expect(reply.headers.getSetCookie()).toEqual([]);
      }
      expect(answers).toEqual({
        '/sign-up/email': [403, 'WRONG_CREDENTIAL'],
        '/sign-in/email': [403, 'WRONG_CREDENTIAL'],
        '/sign-out': [403, 'SESSION_REQUIRED'],
        '/send-verification-email': [403, 'WRONG_CREDENTIAL'],
        '/change-password': [403, 'SESSION_REQUIRED'],
        '/request-password-reset': [403, 'WRONG_CREDENTIAL'],
        '/reset-password': [403, 'WRONG_CREDENTIAL'],
        '/revoke-other-sessions': [403, 'SESSION_REQUIRED'],
      });
      expect((await at('/get-session', { cookie: person.cookie })).body.user?.email).toBe(person.email);
    },
  );

  it('verifies no address, though the session is of the account that the link names', async () => {
    const unverified = await makePerson(app, { verified: false });
    const link = await linkSentTo(app, unverified.email);
    const isVerified = async () =>
      (
        await query(app.databaseUrl, 'select "emailVerified" as done from auth."user" where id = $1', [
          unverified.id.slice(4),
        ])
      )[0];
    const refused = await ask(link, { cookie: unverified.cookie, headers: { authorization: 'Bearer x' } });
    expect(refused.status).toBe(401);
    const led = await ask(link, { cookie: unverified.cookie, token: app.credentials.workflowToken });
    expect([led.status, new URL(led.headers.get('location') ?? '').pathname]).toEqual([302, '/admin/']);
    expect(await isVerified()).toEqual({ done: false });
    await ask(link, { cookie: unverified.cookie });
    expect(await isVerified()).toEqual({ done: true });
  });

  it.each(['Basic dXNlcjpwYXNz', 'Digest username="x"', 'Negotiate abc'])(
    'is not a proxy’s own header (%s): the session is answered',
    async (authorization) => {
      const reply = await at('/get-session', { cookie: person.cookie, headers: { authorization } });
      expect([reply.status, reply.body.user?.email]).toEqual([200, person.email]);
    },
  );
});
