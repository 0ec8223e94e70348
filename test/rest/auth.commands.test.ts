import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn as cookieFor } from '../setup/ask.js';
import { runCommand } from '../setup/command.js';
import { query } from '../setup/database.js';
import { actsOf, makeOrganization, makePerson } from '../setup/people.js';
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
  /** A database without an owner: the command makes the first one alone. */
  const emptied = async () => {
    await query(app.databaseUrl, 'delete from member');
    return `boss-${randomUUID()}@people.example`;
  };

  it('makes the owner and shows the password once', async () => {
    const email = await emptied();
    const made = JSON.parse(await bootstrap(email)) as { password: string };
    expect((await signIn(email, made.password)).status).toBe(200);
    expect(await organizationsOf(email)).toEqual([{ role: 'owner' }]);
  });

  it('says that there is an owner when it is run again, and changes nothing', async () => {
    const [first, second] = [await emptied(), `boss-${randomUUID()}@people.example`];
    await bootstrap(first);
    await expect(bootstrap(second)).rejects.toThrow(
      `there is an owner already: the organization "Of ${first}" has one`,
    );
    await expect(bootstrap(first)).rejects.toThrow('there is an owner already');
    expect(await organizationsOf(first)).toEqual([{ role: 'owner' }]);
    expect((await signIn(second, 'any password at all')).status).toBe(401);
    expect(await query(app.databaseUrl, 'select 1 from auth."user" where email = $1', [second])).toEqual([]);
  });

  it('makes one owner when two run at once', async () => {
    await emptied();
    const ends = await Promise.allSettled([1, 2].map(() => bootstrap(`boss-${randomUUID()}@people.example`)));
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await query(app.databaseUrl, 'select count(*)::int as n from member')).toEqual([{ n: 1 }]);
  });

  it('gives an organization with a domain the challenge that its owner has to publish', async () => {
    const email = await emptied();
    const words = ['--email', email, '--name', 'Owner', '--organization', 'Vendor', '--domain', 'Vendor.example'];
    const made = JSON.parse(await runCommand(app, 'bootstrap', ...words, '--json')) as {
      organizationId: string;
      password: string;
    };
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
    await emptied();
    const [verified, unverified] = [await makePerson(app), await makePerson(app, { verified: false })];
    await expect(bootstrap(unverified.email)).rejects.toThrow(NOT_VERIFIED);
    await expect(bootstrap(unverified.email.toUpperCase())).rejects.toThrow(NOT_VERIFIED);
    expect(await organizationsOf(unverified.email)).toEqual([]);
    expect((await signIn(unverified.email, unverified.password)).body.user.emailVerified).toBe(false);
    expect(JSON.parse(await bootstrap(verified.email))).toMatchObject({ password: null });
    expect(await organizationsOf(verified.email)).toEqual([{ role: 'owner' }]);
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
      `select e.actor, v.reason from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id
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

describe('dai product create', () => {
  const create = (organization: string, id: string, ...more: string[]) =>
    runCommand(
      app,
      'product',
      'create',
      '--organization',
      organization,
      '--id',
      id,
      '--name',
      'Payments',
      '--type',
      'api',
      ...more,
    );

  it('registers a product that a tracking key can be created for, once, and audits it', async () => {
    const { organizationId } = await makeOrganization(app);
    const made = JSON.parse(await create(organizationId, 'payments', '--json')) as { id: string; productId: string };
    expect(made).toEqual({ id: expect.stringMatching(/^prd_/), productId: 'payments' });
    const key = ['--organization', organizationId, '--product', 'payments', '--json'];
    expect(JSON.parse(await runCommand(app, 'tracking-key', 'create', ...key))).toMatchObject({
      token: expect.stringMatching(/^dtk_/),
    });
    await expect(create(organizationId, 'payments')).rejects.toThrow('has the id or alias payments');
    const [{ n } = { n: 0 }] = await query<{ n: number }>(
      app.databaseUrl,
      `select count(*)::int as n from audit_entry where action = 'product.create' and actor = 'operator'`,
    );
    expect(n).toBe(1);
  });

  it('refuses what the workspace refuses', async () => {
    const { organizationId } = await makeOrganization(app);
    await expect(create(organizationId, 'a b')).rejects.toThrow('--id must be 1 to 128');
    await expect(create('org_01a21565-5114-7543-8bf0-bb5025e859ee', 'payments')).rejects.toThrow(
      'no such organization',
    );
    await expect(create('payments', 'payments')).rejects.toThrow('begins with org_');
    await expect(
      runCommand(
        app,
        'product',
        'create',
        '--organization',
        organizationId,
        '--id',
        'p',
        '--name',
        'P',
        '--type',
        'gadget',
      ),
    ).rejects.toThrow('Allowed choices are');
  });
});

describe('dai person rename', () => {
  it('gives an account another address, which is then verified, and ends the links of the earlier one', async () => {
    const [person, taken] = [await makePerson(app), await makePerson(app)];
    const email = `Renamed-${randomUUID()}@Bücher.example`;
    const run = (id: string, to: string) =>
      runCommand(app, 'person', 'rename', id, '--email', to, '--reason', 'shared');
    await expect(run(person.id, taken.email)).rejects.toThrow(/has an account already/);
    await expect(run(person.id, 'nobody')).rejects.toThrow(/--email must be an e-mail address/);
    await run(person.id, email);
    expect((await signIn(person.email, person.password)).status).toBe(401);
    const { status, body } = await signIn(email, person.password);
    expect([status, body.user.emailVerified]).toEqual([200, false]);
    expect((await actsOf(app, person)).filter((action) => action.startsWith('address.'))).toEqual([
      'address.verify',
      'address.change',
    ]);
  });
});
