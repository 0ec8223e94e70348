import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { Authenticator } from '../setup/authenticator.js';
import { runCommand } from '../setup/command.js';
import { query } from '../setup/database.js';
import { codeOf, enroll, removeFactor, setPolicy } from '../setup/factors.js';
import {
  addPasskey,
  askOptions,
  confirmPasskey,
  enterPasskey,
  enterPassword,
  offerPasskey,
  offerProof,
  prove,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from '../setup/passkeys.js';
import { actsOf, cookieOf, giveRole, linkSentTo, makeCompany, makePerson, type Person } from '../setup/people.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ host: 'localhost' });
});
afterAll(() => app.close());

const kindOf = async (cookie: string): Promise<string | undefined> =>
  (await askGraphql<{ viewer: { kind: string } }>(app, '{ viewer { kind } }', {}, { cookie })).data?.viewer.kind;

interface Shown {
  confirmedAt: string | null;
  recoveryCodes: number;
  passkeysOffered: boolean;
  passkeys: { passkeyId: string; name: string; usedAt: string | null; stoppedAt: string | null; backedUp: boolean }[];
}
const factorOf = async (cookie: string): Promise<Shown | undefined> =>
  (
    await askGraphql<{ secondFactor: Shown }>(
      app,
      '{ secondFactor { confirmedAt recoveryCodes passkeysOffered passkeys { passkeyId name usedAt stoppedAt backedUp } } }',
      {},
      { cookie },
    )
  ).data?.secondFactor;
const lettersTo = async ({ email }: Person): Promise<string[]> =>
  (
    await query<{ subject: string }>(
      app.databaseUrl,
      'select subject from mail where recipient = $1 order by created_at',
      [email],
    )
  ).map(({ subject }) => subject);

async function withPasskey(authenticator?: Authenticator) {
  const person = await makePerson(app);
  return { person, ...(await addPasskey(app, person, authenticator)) };
}
const codeOfProblem = (problem: unknown): unknown =>
  (problem as { errors?: { code: string }[] } | null)?.errors?.[0]?.code;

describe('a passkey', () => {
  it('signs in by itself, and the session has proved both factors', async () => {
    const { person, authenticator } = await withPasskey();
    const { reply, cookie } = await signInByPasskey(app, authenticator);
    expect([reply.status, reply.body.user?.email]).toEqual([200, person.email]);
    expect(await kindOf(cookie)).toBe('session');
    expect(reply.text).not.toContain('token');
    const shown = await factorOf(cookie);
    expect(shown).toMatchObject({ confirmedAt: null, recoveryCodes: 10, passkeysOffered: true });
    expect(shown?.passkeys).toMatchObject([{ name: 'My phone', stoppedAt: null, backedUp: false }]);
    expect(shown?.passkeys[0]?.usedAt).not.toBeNull();
    expect(await actsOf(app, person)).toEqual(expect.arrayContaining(['passkey.add', 'session.create']));
    expect(await lettersTo(person)).toContain('A passkey was added to your account');
  });

  it('is a second factor: the password alone opens no session any more', async () => {
    const { person, authenticator, codes } = await withPasskey();
    expect(codes).toHaveLength(10);
    const { reply, cookie } = await enterPassword(app, person);
    expect(reply.body).toEqual({ redirect: false, secondFactor: true, factors: ['passkey'] });
    const { options } = await askOptions(app, 'second_factor', cookie);
    expect(options.allowCredentials).toHaveLength(1);
    const done = await enterPasskey(app, cookie, authenticator.use(options, app.url), 'second_factor');
    expect([done.status, await kindOf(cookieOf(done.headers))]).toEqual([200, 'session']);
    const again = await enterPassword(app, person);
    const recovered = await ask(`${app.url}/api/auth/sign-in/second-factor`, {
      body: { code: codes?.[0] },
      headers: { origin: app.url },
      cookie: again.cookie,
    });
    expect(recovered.status).toBe(200);
    expect(
      (
        await ask(`${app.url}/api/auth/sign-in/second-factor`, {
          body: { code: '000000' },
          headers: { origin: app.url },
          cookie: (await enterPassword(app, person)).cookie,
        })
      ).status,
    ).toBe(400);
  });

  it('stands beside an authenticator app, and each completes a sign-in', async () => {
    const person = await makePerson(app);
    const { secret } = await enroll(app, person);
    const { codes, authenticator, passkeyId } = await addPasskey(app, person);
    expect(codes).toBeNull();
    const first = await enterPassword(app, person);
    expect(first.reply.body.factors).toEqual(['app', 'passkey']);
    const { options } = await askOptions(app, 'second_factor', first.cookie);
    expect((await enterPasskey(app, first.cookie, authenticator.use(options, app.url), 'second_factor')).status).toBe(
      200,
    );
    const second = await enterPassword(app, person);
    const entered = await ask(`${app.url}/api/auth/sign-in/second-factor`, {
      body: { code: codeOf(app, secret, 1) },
      headers: { origin: app.url },
      cookie: second.cookie,
    });
    expect(entered.status).toBe(200);
    const cookie = cookieOf(entered.headers);
    expect((await removeFactor(app, cookie)).data?.removeSecondFactor).toBe(true);
    expect(await factorOf(cookie)).toMatchObject({ confirmedAt: null, recoveryCodes: 10 });
    expect((await enterPassword(app, person)).reply.body.factors).toEqual(['passkey']);
    expect((await removePasskey(app, cookie, { passkeyId })).answer).toBe(true);
    expect(await factorOf(cookie)).toMatchObject({ recoveryCodes: 0, passkeys: [] });
    expect((await enterPassword(app, person)).reply.body).not.toHaveProperty('secondFactor');
  });

  it('is one of several, each with its name, and none is made twice by one authenticator', async () => {
    const { person, authenticator, passkeyId } = await withPasskey();
    const offered = await offerPasskey(app, person.cookie);
    expect(offered.answer?.options.excludeCredentials).toHaveLength(1);
    const { passkeyId: other, codes } = await addPasskey(
      app,
      person,
      new Authenticator({ counts: false, synced: true }),
    );
    expect(codes).toBeNull();
    expect((await renamePasskey(app, person.cookie, { passkeyId: other, name: ' Laptop ' })).answer).toEqual({
      name: 'Laptop',
    });
    expect((await factorOf(person.cookie))?.passkeys).toMatchObject([
      { passkeyId, name: 'My phone', backedUp: false },
      { passkeyId: other, name: 'Laptop', backedUp: true },
    ]);
    const stranger = await makePerson(app);
    const { answer } = await offerPasskey(app, stranger.cookie, { currentPassword: stranger.password });
    const stolen = authenticator.create({ ...answer?.options, excludeCredentials: [] } as never, app.url);
    expect((await confirmPasskey(app, stranger.cookie, { name: 'x', passkey: stolen })).problem).toMatchObject({
      code: 'STATE_CONFLICT',
    });
    const refusals = [
      await renamePasskey(app, stranger.cookie, { passkeyId, name: 'Mine' }),
      await removePasskey(app, stranger.cookie, { passkeyId }),
    ];
    expect(refusals.map(({ problem }) => problem?.code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });

  it('ends every other session when it is added and when it is removed', async () => {
    const person = await makePerson(app);
    const before = (await enterPassword(app, person)).cookie;
    const { authenticator, passkeyId } = await addPasskey(app, person);
    expect([await kindOf(before), await kindOf(person.cookie)]).toEqual(['anonymous', 'session']);
    const { cookie } = await signInByPasskey(app, authenticator);
    expect((await removePasskey(app, person.cookie, { passkeyId })).answer).toBe(true);
    expect([await kindOf(cookie), await kindOf(person.cookie)]).toEqual(['anonymous', 'session']);
    const { reply } = await signInByPasskey(app, authenticator);
    expect([reply.status, reply.body.errors?.[0]?.code]).toEqual([400, 'unknown_passkey']);
    expect(await lettersTo(person)).toContain('The second factor of your account is off');
  });

  it('takes the password of an account without a factor, and later a fresh proof', async () => {
    const person = await makePerson(app);
    expect(codeOfProblem((await offerPasskey(app, person.cookie)).problem)).toBe('required');
    expect(codeOfProblem((await offerPasskey(app, person.cookie, { currentPassword: 'wrong' })).problem)).toBe(
      'not_allowed',
    );
    const { authenticator, passkeyId } = await addPasskey(app, person);
    app.clock.move(16 * 60_000);
    for (const refused of [
      await offerPasskey(app, person.cookie, { currentPassword: person.password }),
      await confirmPasskey(app, person.cookie, { name: 'x', passkey: {} }),
      await removePasskey(app, person.cookie, { passkeyId }),
    ])
      expect([refused.problem?.code, codeOfProblem(refused.problem)]).toEqual(['SECOND_FACTOR_REQUIRED', 'verify']);
    expect(codeOfProblem((await prove(app, person.cookie, { currentPassword: person.password })).problem)).toBe(
      'required',
    );
    const { answer } = await offerProof(app, person.cookie);
    const passkey = authenticator.use(answer?.options as never, app.url);
    expect((await prove(app, person.cookie, { passkey })).answer).toBe(true);
    expect((await removePasskey(app, person.cookie, { passkeyId })).answer).toBe(true);
  });

  it('meets what an organization requires, and the last factor stays while it is required', async () => {
    const { organizationId, owner } = await makeCompany(app);
    const member = await makePerson(app);
    await giveRole(app, organizationId, member, 'member');
    await setPolicy(app, owner, { organizationId, enforcedFor: 'everyone' });
    const read = () => askGraphql(app, '{ sessions { id } }', {}, member);
    expect((await read()).errors[0]?.extensions).toMatchObject({ errors: [{ code: 'enroll' }] });
    const { passkeyId } = await addPasskey(app, member);
    expect((await read()).errors).toEqual([]);
    expect((await removePasskey(app, member.cookie, { passkeyId })).problem).toMatchObject({ code: 'STATE_CONFLICT' });
    const { passkeyId: second } = await addPasskey(app, member);
    expect((await removePasskey(app, member.cookie, { passkeyId })).answer).toBe(true);
    await enroll(app, member);
    expect((await removePasskey(app, member.cookie, { passkeyId: second })).answer).toBe(true);
    expect((await removeFactor(app, member.cookie)).errors[0]?.extensions.code).toBe('STATE_CONFLICT');
  });

  it('is taken off with the other factors by an operator', async () => {
    const { person, authenticator } = await withPasskey();
    await runCommand(app, 'person', 'reset-factor', person.email, '--json');
    expect((await signInByPasskey(app, authenticator)).reply.status).toBe(400);
    expect((await enterPassword(app, person)).reply.body).not.toHaveProperty('secondFactor');
  });

  it('goes with the sessions of an account whose address belonged to another person', async () => {
    const squatter = await makePerson(app, { verified: false });
    const { authenticator } = await addPasskey(app, squatter);
    await ask(`${app.url}/api/auth/request-password-reset`, {
      body: { email: squatter.email, redirectTo: '/admin/' },
      headers: { origin: app.url },
    });
    const token = /token=([^&]+)/.exec(await linkSentTo(app, squatter.email))?.[1];
    const password = 'the owner of the address';
    await ask(`${app.url}/api/auth/reset-password`, {
      body: { token, newPassword: password },
      headers: { origin: app.url },
    });
    expect((await signInByPasskey(app, authenticator)).reply.status).toBe(400);
    const { cookie } = await enterPassword(app, { ...squatter, password });
    expect(await factorOf(cookie)).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  });

  it('stays when the password of a verified account is reset', async () => {
    const { person, authenticator } = await withPasskey();
    await runCommand(app, 'password', 'reset', person.email);
    expect((await signInByPasskey(app, authenticator)).reply.status).toBe(200);
  });
});

describe('the counter of a passkey', () => {
  it('that goes back stops it for good, with a letter, and other ways stay', async () => {
    const { person, authenticator, codes } = await withPasskey();
    expect((await signInByPasskey(app, authenticator, { count: 40 })).reply.status).toBe(200);
    const copied = await signInByPasskey(app, authenticator, { count: 12 });
    expect([copied.reply.status, copied.reply.body.errors?.[0]?.code]).toEqual([400, 'stopped']);
    expect((await signInByPasskey(app, authenticator, { count: 41 })).reply.body.errors?.[0]?.code).toBe(
      'unknown_passkey',
    );
    expect((await lettersTo(person)).filter((subject) => subject.includes('stopped'))).toHaveLength(1);
    expect(await actsOf(app, person)).toContain('passkey.stop');
    const { cookie, reply } = await enterPassword(app, person);
    expect(reply.body.factors).toEqual([]);
    const recovered = await ask(`${app.url}/api/auth/sign-in/second-factor`, {
      body: { code: codes?.[3] },
      headers: { origin: app.url },
      cookie,
    });
    expect((await factorOf(cookieOf(recovered.headers)))?.passkeys[0]?.stoppedAt).not.toBeNull();
  });

  it('lets one of two answers with one count pass', async () => {
    const { authenticator } = await withPasskey();
    const requested = await Promise.all([askOptions(app), askOptions(app)]);
    const answers = requested.map(({ options, cookie }) =>
      enterPasskey(app, cookie, authenticator.use(options, app.url, { count: 99 })),
    );
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400]);
  });

  it('of an authenticator that counts nothing stays 0', async () => {
    const { authenticator } = await withPasskey(new Authenticator({ counts: false }));
    for (const _time of [1, 2]) expect((await signInByPasskey(app, authenticator)).reply.status).toBe(200);
  });
});

describe('a challenge', () => {
  it('counts once, also for twenty answers at once', async () => {
    const { authenticator } = await withPasskey(new Authenticator({ counts: false }));
    const { options, cookie } = await askOptions(app);
    const passkey = authenticator.use(options, app.url);
    const replies = await Promise.all(Array.from({ length: 20 }, () => enterPasskey(app, cookie, passkey)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await enterPasskey(app, cookie, passkey)).body.errors?.[0]).toMatchObject({ code: 'expired' });
  });

  it('ends after five minutes, and its row goes with the next one', async () => {
    const { authenticator } = await withPasskey();
    const { options, cookie } = await askOptions(app);
    app.clock.move(5 * 60_000 + 1_000);
    const late = await enterPasskey(app, cookie, authenticator.use(options, app.url));
    expect([late.status, late.body.errors?.[0]?.code]).toEqual([400, 'expired']);
    await signInByPasskey(app, authenticator);
    const [left] = await query<{ n: number }>(app.databaseUrl, 'select count(*)::integer as n from answered_challenge');
    expect(left?.n).toBe(1);
  });

  it('stores nothing before it is answered', async () => {
    const count = () => query(app.databaseUrl, 'select count(*) from answered_challenge');
    const before = await count();
    for (const _time of [1, 2, 3]) await askOptions(app);
    expect(await count()).toEqual(before);
  });
});

describe('a passkey where browsers take none', () => {
  it('is not offered, and the refusal says what it needs', async () => {
    const plain = await startApp({ env: { WORKSPACE_URL: 'http://127.0.0.1:8080' } });
    const reply = await ask<{ detail: string }>(`${plain.address}/api/auth/passkey-options`, {
      body: {},
      headers: { origin: 'http://127.0.0.1:8080' },
    });
    expect([reply.status, reply.body.detail]).toEqual([409, expect.stringContaining('https')]);
    await plain.close();
  });

  it.each([
    ['no object', { passkey: 'text' }, '/passkey'],
    ['another member', { passkey: {}, user: 'x' }, '/user'],
    ['an empty answer', { passkey: {} }, '/passkey/id'],
    ['another purpose', { passkey: {}, purpose: 'enroll' }, '/purpose'],
  ])('is refused for %s', async (_what, body, pointer) => {
    const reply = await ask<{ errors: { pointer: string }[] }>(`${app.url}/api/auth/sign-in/passkey`, {
      body,
      headers: { origin: app.url },
    });
    expect([reply.status, reply.body.errors[0]?.pointer]).toEqual([400, pointer]);
  });
});
