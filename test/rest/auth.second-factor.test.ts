import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { byOperation } from '../contract/access.table.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { callsOf } from '../setup/calls.catalog.js';
import { makeCast } from '../setup/cast.js';
import { runCommand } from '../setup/command.js';
import { query } from '../setup/database.js';
import { codeOf as codeIn, confirmFactor, enroll, offerFactor, removeFactor } from '../setup/factors.js';
import { actsOf, cookieOf, linkSentTo, makePerson, type Person } from '../setup/people.js';
import { startSourcedApp } from '../setup/skill-source.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
// Each test begins with a step of 30 seconds, so that none ends between a code and its use.
beforeEach(() => app.clock.move(30_000 - (app.clock.now().getTime() % 30_000)));

const codeOf = (secret: string, steps = 0): string => codeIn(app, secret, steps);

const post = (path: string, body: object, cookie = '') =>
  ask<{ code?: string; secondFactor?: boolean; user?: { email: string }; errors?: { code: string }[] }>(
    `${app.url}/api/auth/${path}`,
    { body, headers: { origin: app.url }, ...(cookie ? { cookie } : {}) },
  );
const enterPassword = async ({ email, password }: Pick<Person, 'email' | 'password'>) => {
  const reply = await post('sign-in/email', { email, password });
  return { reply, cookie: cookieOf(reply.headers) };
};
const enterCode = (cookie: string, code: string) => post('sign-in/second-factor', { code }, cookie);

const offer = (person: Person) => offerFactor(app, person);
const confirm = (cookie: string, code: string) => confirmFactor(app, cookie, code);
const prove = (cookie: string, input: object) =>
  askGraphql<{ proveIdentity: boolean | null }>(
    app,
    'mutation ($input: ProveIdentityInput!) { proveIdentity(input: $input) }',
    { input },
    { cookie },
  );
const remove = (cookie: string) => removeFactor(app, cookie);
const kindOf = async (cookie: string): Promise<string | undefined> =>
  (await askGraphql<{ viewer: { kind: string } }>(app, '{ viewer { kind } }', {}, { cookie })).data?.viewer.kind;

async function enrolled(): Promise<{ person: Person; secret: string; codes: string[] }> {
  const person = await makePerson(app);
  const { secret, codes } = await enroll(app, person);
  expect(codes).toHaveLength(10);
  return { person, secret, codes };
}

describe('a second factor', () => {
  it('is asked for after the password, and no session stands before its code', async () => {
    const { person, secret } = await enrolled();
    const { reply, cookie } = await enterPassword(person);
    expect([reply.status, reply.body]).toEqual([200, { redirect: false, secondFactor: true, factors: ['app'] }]);
    expect(cookie).toMatch(/^dai\.challenge=[\w-]{43}$/);
    const open = await query(app.databaseUrl, 'select 1 from auth.session where "userId" = $1', [person.id.slice(4)]);
    expect(open).toHaveLength(1); // the one that confirmed
    const done = await enterCode(cookie, codeOf(secret));
    expect([done.status, done.body.user?.email]).toEqual([200, person.email]);
    expect(await kindOf(cookieOf(done.headers))).toBe('session');
    expect(await actsOf(app, person)).toEqual(
      expect.arrayContaining(['factor.confirm', 'session.challenge', 'session.create']),
    );
  });

  it('takes the code of its enrolment, or one that was used, no more', async () => {
    const person = await makePerson(app);
    const secret = await offer(person);
    const code = codeOf(secret);
    await confirm(person.cookie, code);
    const { cookie } = await enterPassword(person);
    expect((await enterCode(cookie, code)).status).toBe(400);
    const next = codeOf(secret, 1);
    expect((await enterCode(cookie, next)).status).toBe(200);
    const again = await enterPassword(person);
    expect((await enterCode(again.cookie, next)).status).toBe(400);
  });

  it('lets one of twenty requests with one code pass', async () => {
    const { person, secret } = await enrolled();
    const cookies = await Promise.all(Array.from({ length: 20 }, async () => (await enterPassword(person)).cookie));
    const code = codeOf(secret);
    const statuses = (await Promise.all(cookies.map((cookie) => enterCode(cookie, code)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const two = await Promise.all([1, 2].map(async () => (await enterPassword(person)).cookie));
    app.clock.move(16 * 60_000);
    const fresh = await Promise.all(two.map(async () => (await enterPassword(person)).cookie));
    const later = codeOf(secret);
    const raced = await Promise.all(fresh.map((cookie) => enterCode(cookie, later)));
    expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('ends the sign-in after five wrong codes, over every transport, with a letter', async () => {
    const { person, secret } = await enrolled();
    const { cookie } = await enterPassword(person);
    for (const _try of [1, 2, 3]) expect((await enterCode(cookie, '000000')).status).toBe(400);
    expect((await prove(person.cookie, { code: '000000' })).errors[0]?.extensions.code).toBe('VALIDATION_FAILED');
    expect((await enterCode(cookie, '000000')).status).toBe(429);
    expect((await enterCode(cookie, codeOf(secret))).status).toBe(401);
    const next = await enterPassword(person);
    expect((await enterCode(next.cookie, codeOf(secret))).status).toBe(429);
    expect((await prove(person.cookie, { code: codeOf(secret) })).errors[0]?.extensions.code).toBe('RATE_LIMITED');
    const letters = await query(app.databaseUrl, `select 1 from mail where recipient = $1 and subject like 'Five%'`, [
      person.email,
    ]);
    expect(letters).toHaveLength(1);
    app.clock.move(16 * 60_000);
    const after = await enterPassword(person);
    expect((await enterCode(after.cookie, codeOf(secret))).status).toBe(200);
  });

  it('takes a recovery code once, and a letter says that it was used', async () => {
    const { person, codes } = await enrolled();
    const [code = ''] = codes;
    expect(code).toMatch(/^[0-9a-f]{4}(?:-[0-9a-f]{4}){3}$/);
    const stored = await query<{ digest: string }>(
      app.databaseUrl,
      `select encode(code_hash, 'hex') as digest from recovery_code where user_id = $1`,
      [person.id.slice(4)],
    );
    expect(stored.map(({ digest }) => digest.length)).toEqual(Array(10).fill(64));
    expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''));
    const { cookie } = await enterPassword(person);
    expect((await enterCode(cookie, code.toUpperCase())).status).toBe(200);
    const again = await enterPassword(person);
    expect((await enterCode(again.cookie, code)).status).toBe(400);
    const letters = await query(app.databaseUrl, 'select subject from mail where recipient = $1 and subject like $2', [
      person.email,
      'A recovery code%',
    ]);
    expect(letters).toEqual([{ subject: 'A recovery code of your account was used' }]);
  });

  it('waits for its code for ten minutes, and not at the instant in which they end', async () => {
    const { person, secret } = await enrolled();
    const now = app.clock.now().getTime();
    const { cookie } = await app.clock.at(new Date(now), () => enterPassword(person));
    const entered = (instant: number) =>
      app.clock.at(new Date(instant), async () => (await enterCode(cookie, codeOf(secret))).status);
    expect(await entered(now + 600_000)).toBe(401);
    expect(await entered(now + 599_999)).toBe(200);
  });

  it('waits for no code once the password is another one, changed or reset', async () => {
    const { person, secret } = await enrolled();
    const next = 'quite another password';
    const waiting = (await enterPassword(person)).cookie;
    const change = { currentPassword: person.password, newPassword: next };
    expect((await post('change-password', change, person.cookie)).status).toBe(200);
    expect((await enterCode(waiting, codeOf(secret))).status).toBe(401);

    const again = (await enterPassword({ ...person, password: next })).cookie;
    await post('request-password-reset', { email: person.email, redirectTo: '/admin/' });
    const token = /token=([\w-]+)/.exec(await linkSentTo(app, person.email))?.[1] ?? '';
    expect((await post('reset-password', { token, newPassword: person.password })).status).toBe(200);
    expect((await enterCode(again, codeOf(secret))).status).toBe(401);
  });

  it('opens one session for one password, whichever of several right codes comes first', async () => {
    const { person, secret, codes } = await enrolled();
    const { cookie } = await enterPassword(person);
    const right = [codeOf(secret), ...codes.slice(0, 3)];
    const replies = await Promise.all(right.map((code) => enterCode(cookie, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('takes no code of another account, and nothing without a challenge', async () => {
    const one = await enrolled();
    const other = await enrolled();
    const { cookie } = await enterPassword(one.person);
    expect((await enterCode(cookie, codeOf(other.secret))).status).toBe(400);
    expect((await enterCode(cookie, other.codes[0] ?? '')).status).toBe(400);
    expect((await enterCode('', codeOf(one.secret))).status).toBe(401);
    expect((await enterCode(`dai.challenge=${'a'.repeat(43)}`, codeOf(one.secret))).status).toBe(401);
    expect(await kindOf(cookie)).toBe('anonymous');
  });

  it('refuses a sign-in whose flag has no secret', async () => {
    const { person, secret } = await enrolled();
    await query(app.databaseUrl, 'delete from second_factor where user_id = $1', [person.id.slice(4)]);
    const { cookie } = await enterPassword(person);
    expect((await enterCode(cookie, codeOf(secret))).status).toBe(429);
  });

  it('ends every other session when it is confirmed, also one that opens meanwhile', async () => {
    const person = await makePerson(app);
    const earlier = (await enterPassword(person)).cookie;
    const secret = await offer(person);
    await confirm(person.cookie, codeOf(secret));
    expect([await kindOf(earlier), await kindOf(person.cookie)]).toEqual(['anonymous', 'session']);
    await query(app.databaseUrl, 'update auth.session set "secondFactor" = false where "userId" = $1', [
      person.id.slice(4),
    ]);
    expect(await kindOf(person.cookie)).toBe('anonymous');
    const seen = await ask(`${app.url}/api/auth/get-session`, { cookie: person.cookie });
    expect(seen.text).toBe('null');
  });

  it('is confirmed by the first of several at once, and the others are no wrong codes', async () => {
    const person = await makePerson(app);
    const secret = await offer(person);
    const code = codeOf(secret, -1);
    const replies = await Promise.all(Array.from({ length: 7 }, () => confirm(person.cookie, code)));
    const codes = replies.map(({ errors }) => errors[0]?.extensions.code ?? 'done');
    expect(codes.toSorted()).toEqual([...Array.from({ length: 6 }, () => 'STATE_CONFLICT'), 'done']);
    const { cookie } = await enterPassword(person);
    expect((await enterCode(cookie, codeOf(secret))).status).toBe(200);
  });

  it('keeps the session that confirms it for a request that reads the session before and the account after', async () => {
    const person = await makePerson(app);
    const confirming = new pg.Client({ connectionString: app.databaseUrl });
    await confirming.connect();
    try {
      await confirming.query('begin');
      await confirming.query('lock table auth."user" in access exclusive mode');
      const kind = kindOf(person.cookie);
      await expect
        .poll(() =>
          query(
            app.databaseUrl,
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ '"user"'`,
          ),
        )
        .toHaveLength(1);
      const userId = person.id.slice(4);
      await confirming.query('update auth."user" set "secondFactor" = true where id = $1', [userId]);
      await confirming.query('update auth.session set "secondFactor" = true where "userId" = $1', [userId]);
      await confirming.query('commit');
      expect(await kind).toBe('session');
    } finally {
      await confirming.end();
    }
  });

  it('is confirmed and removed by a fresh proof alone', async () => {
    const { person, secret } = await enrolled();
    app.clock.move(16 * 60_000);
    const refused = await remove(person.cookie);
    expect(refused.errors[0]?.extensions).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      errors: [{ code: 'verify' }],
    });
    expect(await offer(person)).toBe('');
    const change = { currentPassword: person.password, newPassword: 'quite another password' };
    expect((await post('change-password', change, person.cookie)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await prove(person.cookie, { currentPassword: person.password })).errors[0]?.extensions.code).toBe(
      'VALIDATION_FAILED',
    );
    expect((await prove(person.cookie, { code: codeOf(secret) })).data?.proveIdentity).toBe(true);
    const changed = await post('change-password', change, person.cookie);
    expect(changed.status).toBe(200);
    const cookie = cookieOf(changed.headers);
    expect(await kindOf(cookie)).toBe('session');
    expect((await remove(cookie)).data?.removeSecondFactor).toBe(true);
    const { reply } = await enterPassword({ ...person, password: 'quite another password' });
    expect(reply.body.user?.email).toBe(person.email);
  });

  it('is replaced by a proof that is fresh when the new one is confirmed, not only when it was offered', async () => {
    const { person } = await enrolled();
    app.clock.move(14 * 60_000);
    const secret = await offer(person);
    expect(secret).not.toBe('');
    app.clock.move(2 * 60_000);
    expect((await confirm(person.cookie, codeOf(secret))).errors[0]?.extensions.code).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('is offered for 15 minutes, and not a millisecond longer', async () => {
    const person = await makePerson(app);
    const now = app.clock.now().getTime();
    const secret = await app.clock.at(new Date(now), () => offer(person));
    const confirmedAt = (instant: number) =>
      app.clock.at(new Date(instant), async () => {
        const { errors } = await confirm(person.cookie, codeOf(secret));
        return errors[0]?.extensions.code ?? 'confirmed';
      });
    expect(await confirmedAt(now + 900_001)).toBe('STATE_CONFLICT');
    expect(await confirmedAt(now + 900_000)).toBe('confirmed');
  });

  it('takes a proof of 15 minutes ago, and none that is a millisecond older', async () => {
    const person = await makePerson(app);
    const now = app.clock.now();
    const createAt = async (provenAt: number) => {
      await query(app.databaseUrl, 'update auth.session set "provenAt" = $2 where "userId" = $1', [
        person.id.slice(4),
        new Date(provenAt),
      ]);
      const create = 'mutation ($input: CreateWorkflowTokenInput!) { createWorkflowToken(input: $input) { token } }';
      const input = { name: 'a token', scopes: ['project:read'] };
      const { errors } = await app.clock.at(now, () => askGraphql(app, create, { input }, person));
      return errors[0]?.extensions.code ?? 'created';
    };
    expect(await createAt(now.getTime() - 900_000)).toBe('created');
    expect(await createAt(now.getTime() - 900_001)).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('asks a person without one for the password before a credential is created after 15 minutes', async () => {
    const person = await makePerson(app);
    const create = () =>
      askGraphql<{ createWorkflowToken: { token: string } | null }>(
        app,
        'mutation ($input: CreateWorkflowTokenInput!) { createWorkflowToken(input: $input) { token } }',
        { input: { name: 'a token', scopes: ['project:read'] } },
        { cookie: person.cookie },
      );
    app.clock.move(16 * 60_000);
    expect((await create()).errors[0]?.extensions).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      errors: [{ code: 'password' }],
    });
    expect((await prove(person.cookie, { currentPassword: 'wrong' })).errors[0]?.extensions.code).toBe(
      'VALIDATION_FAILED',
    );
    expect((await prove(person.cookie, { currentPassword: person.password })).data?.proveIdentity).toBe(true);
    expect((await create()).data?.createWorkflowToken?.token).toMatch(/^dai_/);
  });
});

describe('an act that needs a fresh proof', () => {
  const ACTS =
    `approveIntake approveIntakes approveProject changeMemberRole createEnterpriseKey createPublicProof createTrackingKey
    createWebhook createWorkflowToken decideHeldMeasure editTool inviteMember provisionIntake publishAgentSkill publishProject
    rejectIntake requestIntakeChanges rotateWebhookSecret saveOffer setHackathonListed setProjectListed setToolListed`.split(
      /\s+/,
    );

  it('is refused 16 minutes after the sign-in, whoever may do it', async () => {
    const other = await startSourcedApp();
    const cast = await makeCast(other);
    const calls = callsOf(other, cast);
    const prepared = new Map<string, Record<string, unknown>>();
    for (const name of ACTS) prepared.set(name, (await calls[name]?.variables()) ?? {});
    other.clock.move(16 * 60_000);
    for (const [name, variables] of prepared) {
      const able = (['owner', 'reviewer'] as const).find((one) => byOperation.get(name)?.[one] === 'ok') ?? 'owner';
      const reply = await askGraphql(other, calls[name]?.document ?? '', variables, cast.callers[able]);
      expect(reply.errors[0]?.extensions, name).toMatchObject({
        code: 'SECOND_FACTOR_REQUIRED',
        errors: [{ code: 'password' }],
      });
    }
    const upload = await ask<{ code: string }>(`${other.url}/api/imports/catalog`, {
      body: {},
      headers: { origin: other.url },
      cookie: cast.callers.reviewer.cookie ?? '',
    });
    expect(upload.body.code).toBe('SECOND_FACTOR_REQUIRED');
    await other.close();
  });
});

describe('a factor whose app and codes are lost', () => {
  it('is taken off by an operator, who ends every session and is in the audit log', async () => {
    const { person } = await enrolled();
    const printed = await runCommand(
      app,
      'person',
      'reset-factor',
      person.email,
      '--reason',
      'lost the phone',
      '--json',
    );
    expect(JSON.parse(printed)).toEqual({ email: person.email, sessions: 1 });
    expect(await kindOf(person.cookie)).toBe('anonymous');
    const { reply } = await enterPassword(person);
    expect(reply.body.user?.email).toBe(person.email);
    expect(await actsOf(app, person)).toContain('factor.reset');
    await expect(runCommand(app, 'person', 'reset-factor', 'no-one@people.example')).rejects.toThrow('no account has');
  });

  it('refuses a proof that is longer than any', async () => {
    const person = await makePerson(app);
    const { errors } = await prove(person.cookie, { currentPassword: 'p'.repeat(129) });
    expect(errors[0]?.extensions).toMatchObject({ errors: [{ pointer: '/currentPassword', code: 'is_length' }] });
  });
});
