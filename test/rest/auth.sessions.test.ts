import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { codeOf, enroll, removeFactor } from '../setup/factors.js';
import { actsOf, cookieOf, giveRole, makeCompany, makePerson, type Person } from '../setup/people.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const NEWER_FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.close());

interface From {
  readonly agent?: string;
  readonly address?: string;
  readonly cookie?: string;
}
const signInFrom = async (
  { email, password }: Pick<Person, 'email' | 'password'>,
  { agent = FIREFOX, address = '203.0.113.9', cookie }: From = {},
) => {
  const reply = await ask(`${app.url}/api/auth/sign-in/email`, {
    body: { email, password },
    headers: { origin: app.url, 'user-agent': agent, 'x-forwarded-for': address },
    ...(cookie ? { cookie } : {}),
  });
  expect(reply.status).toBe(200);
  return cookieOf(reply.headers);
};
const deviceCookieIn = (cookies: string): string => /dai\.device=[\w-]+/.exec(cookies)?.[0] ?? '';
const lettersTo = async ({ email }: Pick<Person, 'email'>): Promise<string[]> =>
  (
    await query<{ body: string }>(
      app.databaseUrl,
      `select body from mail where recipient = $1 and subject = 'A sign-in from a new device' order by created_at`,
      [email],
    )
  ).map(({ body }) => body);
const sessionsOf = async (cookie: string) =>
  (
    await askGraphql<{ sessions: { device: string; addressRange: string | null; current: boolean }[] }>(
      app,
      '{ sessions { device addressRange current } }',
      {},
      { cookie },
    )
  ).data?.sessions;
const kindOf = async (cookie: string) =>
  (await askGraphql<{ viewer: { kind: string } }>(app, '{ viewer { kind } }', {}, { cookie })).data?.viewer.kind;

describe('the sessions of a person', () => {
  it('are listed with device and address range, and no address is stored', async () => {
    const person = await makePerson(app);
    const first = await signInFrom(person);
    await signInFrom(person, { agent: CHROME, address: '2001:db8:1:2:3:4:5:6' });
    await signInFrom(person, { agent: 'my-script/1.0', address: '::ffff:198.51.100.7' });
    expect(await sessionsOf(first)).toEqual(
      expect.arrayContaining([
        { device: 'Firefox on Linux', addressRange: '203.0.113.0/24', current: true },
        { device: 'Chrome on Windows', addressRange: '2001:db8:1::/48', current: false },
        { device: 'my-script/1.0', addressRange: '198.51.100.0/24', current: false },
      ]),
    );
    const rows = await query<{ row: string }>(
      app.databaseUrl,
      'select s::text as row from auth.session s where "userId" = $1',
      [person.id.slice(4)],
    );
    expect(rows.filter(({ row }) => /203\.0\.113\.9|1:2:3:4|198\.51\.100\.7/.test(row))).toEqual([]);
  });

  it('are of the cookie alone: no token of theirs in a header or an address opens anything', async () => {
    const person = await makePerson(app);
    const token = decodeURIComponent(/dai\.session_token=([^;]+)/.exec(person.cookie)?.[1] ?? '');
    const send = (path: string, headers: Record<string, string>) => ask(app.url + path, { headers });
    for (const value of [token, token.split('.')[0] ?? '']) {
      const bearer = await send('/api/workflow/tokens', { authorization: `Bearer ${value}` });
      expect(bearer.status).toBe(401);
      const inAddress = await send(`/api/workflow/tokens?session=${encodeURIComponent(value)}&token=${value}`, {});
      expect(inAddress.status).toBe(401);
      const inHeader = await send('/api/workflow/tokens', { 'x-session-token': value });
      expect(inHeader.status).toBe(401);
    }
  });

  it('end, all others, when a factor is confirmed, replaced and removed', async () => {
    const person = await makePerson(app);
    const other = await signInFrom(person);
    await enroll(app, person);
    expect([await kindOf(other), await kindOf(person.cookie)]).toEqual(['anonymous', 'session']);
    const challenged = await signInFrom(person);
    app.clock.move(60_000);
    const { secret } = await enroll(app, person);
    const late = await ask(`${app.url}/api/auth/sign-in/second-factor`, {
      body: { code: codeOf(app, secret) },
      cookie: challenged,
      headers: { origin: app.url },
    });
    expect(late.status).toBe(401);
    await removeFactor(app, person.cookie);
    expect(await kindOf(person.cookie)).toBe('session');
  });

  it('end together by an admin, with a letter and in both logs, and an owner’s by an owner alone', async () => {
    const { organizationId, owner } = await makeCompany(app);
    const [admin, member] = [await makePerson(app), await makePerson(app)];
    await giveRole(app, organizationId, admin, 'admin');
    await giveRole(app, organizationId, member, 'member');
    const second = await signInFrom(member);
    const end = (by: Person, { id }: Person) =>
      askGraphql<{ endMemberSessions: number | null }>(
        app,
        'mutation ($input: EndMemberSessionsInput!) { endMemberSessions(input: $input) }',
        { input: { organizationId, userId: id } },
        by,
      );
    const refusal = async (by: Person, of: Person) => (await end(by, of)).errors[0]?.extensions.code;
    expect(await refusal(member, admin)).toBe('NOT_A_MEMBER');
    expect(await refusal(admin, owner)).toBe('NOT_A_MEMBER');
    const { owner: stranger } = await makeCompany(app);
    expect([await refusal(stranger, member), await refusal(admin, stranger)]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    const both = await Promise.all([end(admin, member), end(owner, member)]);
    expect(both.map(({ data }) => data?.endMemberSessions).toSorted()).toEqual([0, 2]);
    expect([await kindOf(member.cookie), await kindOf(second)]).toEqual(['anonymous', 'anonymous']);
    expect(await actsOf(app, member)).toContain('session.revoke');
    const logged = await query(
      app.databaseUrl,
      `select 1 from audit_entry where chain = $1 and action = 'member.end_sessions' and resource_id = $2`,
      [organizationId, member.id],
    );
    expect(logged).toHaveLength(1);
    const letters = await query(
      app.databaseUrl,
      `select 1 from mail where recipient = $1 and subject = 'Your sessions were ended'`,
      [member.email],
    );
    expect(letters).toHaveLength(1);
    app.clock.move(16 * 60_000);
    expect(await refusal(admin, member)).toBe('SECOND_FACTOR_REQUIRED');
  });
});

describe('a sign-in from a new device', () => {
  it('sends one letter, and none from a browser, or a place and kind of browser, that was seen before', async () => {
    const person = await makePerson(app);
    expect(await lettersTo(person)).toEqual([]);
    const cookies = await signInFrom(person, { address: '192.0.2.1' });
    expect(await lettersTo(person)).toHaveLength(1);
    expect((await lettersTo(person))[0]).toMatch(/^Firefox on Linux signed in .* from the addresses 192\.0\.2\.0\/24,/);
    await signInFrom(person, { agent: NEWER_FIREFOX, address: '192.0.2.200' });
    await signInFrom(person, { agent: CHROME, address: '198.51.100.1', cookie: deviceCookieIn(cookies) });
    expect(await lettersTo(person)).toHaveLength(1);
    await signInFrom(person, { agent: CHROME, address: '192.0.2.1' });
    expect(await lettersTo(person)).toHaveLength(2);
    const stranger = await makePerson(app);
    await signInFrom(stranger, { address: '192.0.2.1', cookie: deviceCookieIn(cookies) });
    expect(await lettersTo(stranger)).toHaveLength(1);
  });

  it('repeats nothing of its user agent that a person could take for a text of ours', async () => {
    const person = await makePerson(app);
    await signInFrom(person, { agent: 'Your account is blocked, visit evil.example', address: '192.0.2.77' });
    expect((await lettersTo(person))[0]).toMatch(/^A program signed in/);
  });

  it('is known by a cookie that opens nothing, and shortens no sign-in', async () => {
    const person = await makePerson(app);
    const cookies = await signInFrom(person);
    expect(await kindOf(deviceCookieIn(cookies))).toBe('anonymous');
    await enroll(app, person);
    const again = await signInFrom(person, { cookie: deviceCookieIn(cookies) });
    expect(again).toMatch(/^dai\.challenge=[\w-]{43}$/);
  });
});
