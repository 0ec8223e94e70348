import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn as cookieFor } from '../setup/ask.js';
import { runCommand } from '../setup/command.js';
import { query } from '../setup/database.js';
import { actsOf, makePerson } from '../setup/people.js';
import { makeToken } from '../setup/tokens.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ realPasswords: true }); // the commands hash as the real application does
});
afterAll(() => app.close());

const signIn = (email: string, password: string) =>
  ask<{ user: { emailVerified: boolean } }>(`${app.url}/api/auth/sign-in/email`, {
    body: { email, password },
    headers: { origin: app.url },
  });
const bootstrap = (email: string) =>
  runCommand(app, 'bootstrap', '--email', email, '--name', 'Owner', '--organization', `Of ${email}`, '--json');
const organizationsOf = (email: string) =>
  query(app.databaseUrl, 'select m.role from member m join auth."user" u on u.id = m.user_id where u.email = $1', [
    email,
  ]);
const NOT_VERIFIED = /is not verified/;

describe('dai bootstrap', () => {
  it('makes the owner and shows the password once', async () => {
    const email = `boss-${randomUUID()}@people.example`;
    const made = JSON.parse(await bootstrap(email)) as { password: string };
    expect((await signIn(email, made.password)).status).toBe(200);
    expect(await organizationsOf(email)).toEqual([{ role: 'owner' }]);
  });

  it('gives an organization with a domain the challenge that its owner has to publish', async () => {
    const email = `boss-${randomUUID()}@people.example`;
    const made = JSON.parse(
      await runCommand(
        app,
        'bootstrap',
        '--email',
        email,
        '--name',
        'Owner',
        '--organization',
        'Vendor',
        '--domain',
        'Vendor.example',
        '--json',
      ),
    ) as { organizationId: string; password: string };
    const { data } = await askGraphql<{ domainChallenge: object }>(
      app,
      'query ($id: ID!) { domainChallenge(organizationId: $id) { url textRecord content } }',
      { id: made.organizationId },
      { cookie: await cookieFor(app, { email, password: made.password }) },
    );
    expect(data?.domainChallenge).toEqual({
      url: 'https://vendor.example/.well-known/dai-domain-verification.txt',
      textRecord: '_dai-verification.vendor.example',
      content: expect.stringMatching(/^dai-domain-verification=[0-9a-f]{32}$/),
    });
  });

  it('takes an account whose address is verified, and never one whose address is not', async () => {
    const [verified, unverified] = [await makePerson(app), await makePerson(app, { verified: false })];
    expect(JSON.parse(await bootstrap(verified.email))).toMatchObject({ password: null });
    expect(await organizationsOf(verified.email)).toEqual([{ role: 'owner' }]);
    await expect(bootstrap(unverified.email)).rejects.toThrow(NOT_VERIFIED);
    await expect(bootstrap(unverified.email.toUpperCase())).rejects.toThrow(NOT_VERIFIED);
    expect(await organizationsOf(unverified.email)).toEqual([]);
    expect((await signIn(unverified.email, unverified.password)).body.user.emailVerified).toBe(false);
  });
});

describe('dai role', () => {
  it('grants to a verified address alone, and takes from any', async () => {
    const [verified, unverified] = [await makePerson(app), await makePerson(app, { verified: false })];
    expect(await runCommand(app, 'role', 'grant', verified.email)).toBe('Done.\n');
    await expect(runCommand(app, 'role', 'grant', unverified.email)).rejects.toThrow(NOT_VERIFIED);
    const reviewers = await query(app.databaseUrl, 'select email from auth."user" where reviewer and email = any($1)', [
      [verified.email, unverified.email],
    ]);
    expect(reviewers).toEqual([{ email: verified.email }]);
    expect(await runCommand(app, 'role', 'take', unverified.email)).toBe('Nothing to change.\n');
  });
});

describe('dai password reset', () => {
  it('gives a new password, ends the sessions, and is in the audit log with its reason', async () => {
    const person = await makePerson(app);
    const printed = await runCommand(app, 'password', 'reset', person.email, '--reason', 'by telephone', '--json');
    const { password } = JSON.parse(printed) as { password: string };
    expect((await signIn(person.email, person.password)).status).toBe(401);
    expect((await signIn(person.email, password)).status).toBe(200);
    const viewer = await askGraphql<{ viewer: { kind: string } }>(app, '{ viewer { kind } }', {}, person);
    expect(viewer.data?.viewer.kind).toBe('anonymous');
    expect(await actsOf(app, person)).toContain('password.reset');
    const entries = await query(
      app.databaseUrl,
      `select e.actor, v.reason from audit_entry e join audit_value v on v.entry_id = e.id
       where e.action = 'password.reset' and e.resource_id = $1`,
      [person.id],
    );
    expect(entries).toEqual([{ actor: 'operator', reason: 'by telephone' }]);
  });

  it('proves nothing about an address, and ends the tokens of an account that was never verified', async () => {
    const person = await makePerson(app, { verified: false });
    const { token } = await makeToken(app, person);
    const { password } = JSON.parse(await runCommand(app, 'password', 'reset', person.email, '--json')) as {
      password: string;
    };
    expect((await signIn(person.email, password)).body.user.emailVerified).toBe(false);
    expect((await ask(`${app.url}/api/workflow/context`, { token })).status).toBe(401);
  });

  it('knows no account at another address', async () => {
    await expect(runCommand(app, 'password', 'reset', 'nobody@people.example')).rejects.toThrow(/no account/);
  });
});
