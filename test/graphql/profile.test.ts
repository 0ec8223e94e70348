import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { actsOf, cookieOf, giveRole, linkSentTo, makeCompany, makePerson, type Person } from '../setup/people.js';
import { makeToken } from '../setup/tokens.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type By = Pick<Person, 'cookie'>;
const run = <T>(document: string, input: unknown, { cookie }: By) =>
  askGraphql<T>(app, document, { input }, { cookie });
const codeOf = ({ errors }: { errors: { extensions: { code: string } }[] }) => errors[0]?.extensions.code;
const pointersOf = ({ errors }: { errors: { extensions: { errors?: { pointer: string }[] } }[] }) =>
  errors[0]?.extensions.errors?.map(({ pointer }) => pointer);
const signIn = async (email: string, password: string) =>
  ask(`${app.url}/api/auth/sign-in/email`, { body: { email, password }, headers: { origin: app.url } });
const viewerOf = async ({ cookie }: By) =>
  (
    await askGraphql<{
      viewer: { kind: string; user: { email: string; name: string; emailVerified: boolean } | null };
    }>(app, '{ viewer { kind user { email name emailVerified } } }', {}, { cookie })
  ).data?.viewer;
const lettersTo = (email: string) =>
  query<{ subject: string; body: string }>(
    app.databaseUrl,
    'select subject, body from mail where recipient = $1 order by created_at',
    [email],
  );

const rename = (name: string, by: By) =>
  run('mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { name } }', { name }, by);

describe('a name', () => {
  it('is what the person wrote, also for their colleagues, and the change is an entry of the person', async () => {
    const person = await makePerson(app);
    await rename('Åsa  Öberg', person);
    expect((await viewerOf(person))?.user?.name).toBe('Åsa  Öberg');
    expect((await actsOf(app, person)).at(-1)).toBe('profile.update');
  });

  it.each([['   '], ['two\nlines'], ['see https://evil.example'], ['x'.repeat(121)]])('is not %j', async (name) => {
    const person = await makePerson(app);
    const refused = await rename(name, person);
    expect([codeOf(refused), pointersOf(refused)]).toEqual(['VALIDATION_FAILED', ['/name']]);
    expect((await viewerOf(person))?.user?.name).toBe('A Person');
  });
});

const requestChange = (newEmail: string, by: Person, currentPassword = by.password) =>
  run<{ requestEmailChange: boolean }>(
    'mutation ($input: RequestEmailChangeInput!) { requestEmailChange(input: $input) }',
    { newEmail, currentPassword },
    by,
  );
const confirmChange = (token: string, by: By) =>
  run('mutation ($input: ConfirmEmailChangeInput!) { confirmEmailChange(input: $input) { email } }', { token }, by);
const newAddress = (person: Person) => `new-${person.email}`;
async function changeTokenOf(person: Person): Promise<string> {
  await requestChange(newAddress(person), person);
  return /change=([\w-]+)/.exec(await linkSentTo(app, newAddress(person)))?.[1] ?? '';
}

describe('a change of address', () => {
  it('takes the link to the new address, and tells the old one', async () => {
    const person = await makePerson(app);
    const token = await changeTokenOf(person);
    expect((await viewerOf(person))?.user?.email).toBe(person.email);
    const [notice] = (await lettersTo(person.email)).slice(-1);
    expect(notice?.body).toContain(newAddress(person));
    expect(notice?.body).not.toContain(token);
    expect((await confirmChange(token, person)).errors).toEqual([]);
    expect((await viewerOf(person))?.user).toMatchObject({ email: newAddress(person), emailVerified: true });
    expect((await signIn(newAddress(person), person.password)).status).toBe(200);
    expect((await signIn(person.email, person.password)).status).toBe(401);
    expect((await actsOf(app, person)).slice(-3)).toEqual(['address.request', 'address.change', 'session.create']);
  });

  it('needs the password, and a wrong one sends nothing', async () => {
    const person = await makePerson(app);
    const refused = await requestChange(newAddress(person), person, 'another');
    expect([codeOf(refused), pointersOf(refused)]).toEqual(['VALIDATION_FAILED', ['/currentPassword']]);
    expect(await lettersTo(newAddress(person))).toEqual([]);
  });

  it('is used once, by the session of the account that asked', async () => {
    const person = await makePerson(app);
    const token = await changeTokenOf(person);
    expect(pointersOf(await confirmChange(token, await makePerson(app)))).toEqual(['/token']);
    const both = await Promise.all([confirmChange(token, person), confirmChange(token, person)]);
    expect(both.map(codeOf).sort()).toEqual(['VALIDATION_FAILED', undefined]);
  });

  it('ends after an hour, with a newer request, and with a reset of the password', async () => {
    const person = await makePerson(app);
    const older = await changeTokenOf(person);
    const newer = await changeTokenOf(person);
    expect(pointersOf(await confirmChange(older, person))).toEqual(['/token']);
    await query(
      app.databaseUrl,
      `update auth.verification set "expiresAt" = now() - interval '1 s' where value like $1`,
      [`${person.id.slice(4)} %`],
    );
    expect(pointersOf(await confirmChange(newer, person))).toEqual(['/token']);
    const last = await changeTokenOf(person);
    const changed = await ask(`${app.url}/api/auth/change-password`, {
      body: { currentPassword: person.password, newPassword: 'another password' },
      headers: { origin: app.url },
      cookie: person.cookie,
    });
    expect(pointersOf(await confirmChange(last, { cookie: cookieOf(changed.headers) }))).toEqual(['/token']);
  });

  it('answers the same for an address that has an account, and tells its owner alone', async () => {
    const [person, other] = [await makePerson(app), await makePerson(app)];
    expect((await requestChange(other.email, person)).data).toEqual({ requestEmailChange: true });
    const [letter] = (await lettersTo(other.email)).slice(-1);
    expect(letter?.subject).toBe('This address already has an account');
    expect(letter?.body).not.toMatch(/change=|http/);
  });

  it('is refused when the address got an account meanwhile, and nothing is lost', async () => {
    const person = await makePerson(app);
    const token = await changeTokenOf(person);
    await ask(`${app.url}/api/auth/sign-up/email`, {
      body: { email: newAddress(person), password: 'another person', name: 'B' },
      headers: { origin: app.url },
    });
    expect(codeOf(await confirmChange(token, person))).toBe('STATE_CONFLICT');
    expect((await viewerOf(person))?.user?.email).toBe(person.email);
  });
});

interface Sessions {
  sessions: { id: string; current: boolean; userAgent: string | null }[];
}
const sessionsOf = async ({ cookie }: By) =>
  (await askGraphql<Sessions>(app, '{ sessions { id current userAgent } }', {}, { cookie })).data?.sessions ?? [];
const revoke = (sessionId: string, by: By) =>
  run('mutation ($input: RevokeSessionInput!) { revokeSession(input: $input) }', { sessionId }, by);

describe('the sessions of a person', () => {
  it('are listed with the one that asks, and end one by one or all others at once', async () => {
    const person = await makePerson(app);
    const elsewhere = await Promise.all([1, 2, 3].map(() => signIn(person.email, person.password)));
    const listed = await sessionsOf(person);
    expect([listed.length, listed.filter(({ current }) => current).length]).toEqual([4, 1]);
    const other = { cookie: cookieOf(elsewhere[0]?.headers ?? new Headers()) };
    const otherId = (await sessionsOf(other)).find(({ current }) => current)?.id ?? '';
    expect((await revoke(otherId, person)).errors).toEqual([]);
    expect((await viewerOf(other))?.kind).toBe('anonymous');
    const ended = await askGraphql<{ revokeOtherSessions: number }>(
      app,
      'mutation { revokeOtherSessions }',
      {},
      { cookie: person.cookie },
    );
    expect(ended.data?.revokeOtherSessions).toBe(2);
    expect((await sessionsOf(person)).map(({ current }) => current)).toEqual([true]);
  });

  it('are the person’s own: another one’s is not found', async () => {
    const [person, stranger] = [await makePerson(app), await makePerson(app)];
    const [own] = await sessionsOf(person);
    expect(codeOf(await revoke(own?.id ?? '', stranger))).toBe('NOT_FOUND');
    expect((await viewerOf(person))?.kind).toBe('session');
  });
});

interface Closing {
  accountClosing: {
    deleted: { kind: string; count: number }[];
    remains: { kind: string; reason: string }[];
    obstacles: { organizationId: string; name: string }[];
  };
}
const closingOf = async ({ cookie }: By) =>
  (
    await askGraphql<Closing>(
      app,
      '{ accountClosing { deleted { kind count } remains { kind reason } obstacles { organizationId name } } }',
      {},
      { cookie },
    )
  ).data?.accountClosing;
const close = (by: Person, currentPassword = by.password) =>
  run<{ closeAccount: boolean }>(
    'mutation ($input: CloseAccountInput!) { closeAccount(input: $input) }',
    { currentPassword },
    by,
  );

describe('closing an account', () => {
  it('says before what goes, what stays and why', async () => {
    const person = await makePerson(app);
    await run('mutation ($input: SavePlanInput!) { savePlan(input: $input) { id } }', { intent: 'payments' }, person);
    const closing = await closingOf(person);
    expect(closing?.deleted).toEqual([{ kind: 'saved plans', count: 1 }]);
    expect(closing?.remains.map(({ kind }) => kind)).toEqual(['audit log', 'organizations', 'relayed events']);
    expect(closing?.obstacles).toEqual([]);
  });

  it('ends sessions, tokens and memberships, deletes what is private, and keeps the log', async () => {
    const company = await makeCompany(app);
    const person = await makePerson(app);
    await giveRole(app, company.organizationId, person, 'admin');
    const { token } = await makeToken(app, { cookie: person.cookie });
    await run('mutation ($input: SavePlanInput!) { savePlan(input: $input) { id } }', { intent: 'payments' }, person);
    expect((await close(person)).data).toEqual({ closeAccount: true });
    expect((await viewerOf(person))?.kind).toBe('anonymous');
    expect((await signIn(person.email, person.password)).status).toBe(401);
    expect((await ask(`${app.url}/api/workflow/context`, { token })).status).toBe(401);
    const left = await query(
      app.databaseUrl,
      'select 1 from saved_plan where user_id = $1 union all select 1 from member where user_id = $1',
      [person.id.slice(4)],
    );
    expect(left).toEqual([]);
    expect((await actsOf(app, person)).at(-1)).toBe('account.close');
  });

  it('is refused to the only owner of an organization, also when two owners leave at once', async () => {
    const company = await makeCompany(app);
    expect((await closingOf(company.owner))?.obstacles[0]?.organizationId).toBe(company.organizationId);
    expect(codeOf(await close(company.owner))).toBe('STATE_CONFLICT');
    const second = await makePerson(app);
    await giveRole(app, company.organizationId, second, 'owner');
    const both = await Promise.all([close(company.owner), close(second)]);
    expect(both.map(codeOf).sort()).toEqual(['STATE_CONFLICT', undefined]);
  });

  it('needs the password', async () => {
    const person = await makePerson(app);
    expect(pointersOf(await close(person, 'another'))).toEqual(['/currentPassword']);
    expect((await viewerOf(person))?.kind).toBe('session');
  });
});
