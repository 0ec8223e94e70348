import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dryRun } from '../../rest-shims/api/usage/track/dry-run.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, type Reply, signIn } from '../setup/ask.js';
import { makeEvent } from '../setup/make.js';
import { type Company, makeCompany, type Person } from '../setup/people.js';

/** A twentieth of the budgets of decisions §2: dry-run 6, auth-failure 3, rejected 15, public-read 6 a minute. */
let app: TestApp;
/** The budgets as they are. */
let whole: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT_SCALE: '0.05', TRUST_PROXY: '1' } });
  whole = await startApp({ env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' } });
});
afterAll(() => Promise.all([app.close(), whole.close()]));

let addresses = 0;
/** A new address for each test, so that one test's refusals block no other. */
const newAddress = () => {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.113.${addresses}` };
};
const leftOf = ({ headers }: Pick<Reply, 'headers'>) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
const dry = (token: string, headers: Record<string, string>, body: unknown = makeEvent(app)) =>
  ask(`${app.url}/api/usage/track/dry-run`, { token, body, headers });
const mcpList = (headers: Record<string, string>, at = app) =>
  ask(`${at.url}/mcp`, { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers });
const viewer = (headers: Record<string, string>, at = app) => askGraphql(at, '{ viewer { kind } }', {}, { headers });

describe('the budget of a key', () => {
  it('is told with every answer, goes down with each call at each transport, and ends in 429 with Retry-After', async () => {
    const { trackingKey } = app.credentials;
    const from = newAddress();
    const first = await dry(trackingKey, from);
    expect(first.headers.get('ratelimit-policy')).toMatch(/^"dry-run"; q=6; w=60; pk=:[A-Za-z0-9+/]{16}:$/);
    expect(first.headers.get('ratelimit')).toMatch(/^"dry-run"; r=5; t=\d+/);
    expect(leftOf(await dry(trackingKey, from, { wrong: true })), 'a malformed call counts').toBe(4);
    const twice = await askGraphql(
      app,
      'mutation ($event: TrackingEventInput!) { a: dryRunEvent(event: $event) { wouldBe } b: dryRunEvent(event: $event) { wouldBe } }',
      { event: makeEvent(app) },
      { token: trackingKey, headers: from },
    );
    expect(leftOf(twice), 'two aliases count two').toBe(2);
    await dry(trackingKey, newAddress());
    expect(leftOf(await dry(trackingKey, newAddress())), 'another address does not help').toBe(0);

    const refused = await dry(trackingKey, from);
    expect([refused.status, refused.body.code, refused.body.retryable]).toEqual([429, 'RATE_LIMITED', true]);
    expect(refused.headers.get('ratelimit')).toMatch(/^"dry-run"; r=0/);
    expect(refused.headers.get('ratelimit-policy')).toMatch(/^"dry-run"; q=6; w=60/);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    const through = await askGraphql(
      app,
      dryRun.document,
      { event: makeEvent(app) },
      { token: trackingKey, headers: from },
    );
    expect(through.errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
    expect(Number(through.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is its own: another key from the same address has its budget whole', async () => {
    expect(leftOf(await dry(app.credentials.otherTenant.trackingKey, newAddress()))).toBe(5);
  });

  it('leaves what was answered before it ended', async () => {
    const { ignored } = app.credentials;
    const aliases = Array.from({ length: 8 }, (_one, index) => `c${index}: dryRunEvent(event: $event) { wouldBe }`);
    const reply = await askGraphql<Record<string, unknown>>(
      app,
      `mutation ($event: TrackingEventInput!) { ${aliases.join(' ')} }`,
      { event: makeEvent(app, { product: { id: ignored.productId, name: 'x', type: 'api' } }) },
      { token: ignored.trackingKey, headers: newAddress() },
    );
    expect(Object.values(reply.data ?? {}).filter(Boolean)).toHaveLength(6);
    expect(reply.errors.map(({ extensions }) => extensions.code)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
  });
});

describe('the budget of an address', () => {
  it('counts public reads by the address, an IPv6 one by its /64', async () => {
    const from = (address: string) => viewer({ 'x-forwarded-for': address });
    expect(leftOf(await from('2001:db8:1:2::1'))).toBe(5);
    expect(leftOf(await from('2001:db8:1:2:ffff:ffff:ffff:ffff'))).toBe(4);
    expect(leftOf(await from('2001:db8:1:3::1'))).toBe(5);
    expect(leftOf(await from('198.51.100.1'))).toBe(5);
    expect(leftOf(await from('198.51.100.2'))).toBe(5);
  });

  it.each([
    ['203.0.120.7', ['203.0.120.7:443', '203.0.120.7:61001', '::ffff:203.0.120.7', '::FFFF:cb00:7807']],
    [
      '203.0.121.7:1',
      ['0:0:0:0:0:ffff:203.0.121.7', '[::ffff:203.0.121.7]:8080', '"203.0.121.7:2"', '64:ff9b::cb00:7907'],
    ],
    [
      '2001:db8:7:1::1',
      [
        '[2001:db8:7:1::2]:443',
        '[2001:DB8:7:1::1]',
        '2001:0db8:0007:0001:0000:0000:0000:0001',
        '"[2001:db8:7:1::9]:1"',
      ],
    ],
  ])('of %s is one, in whatever form a proxy writes it', async (first, others) => {
    const from = (address: string) => viewer({ 'x-forwarded-for': address });
    expect(leftOf(await from(first))).toBe(5);
    for (const [index, address] of others.entries()) expect(leftOf(await from(address)), address).toBe(4 - index);
  });

  it('is that of the connection where a proxy writes no address', async () => {
    const from = (address: string) => viewer({ 'x-forwarded-for': address });
    const left = leftOf(await from('unknown'));
    expect(leftOf(await from('_hidden'))).toBe(left - 1);
    expect(leftOf(await from('999.1.1.1:80'))).toBe(left - 2);
    expect(leftOf(await from('203.0.122.1'))).toBe(5);
  });

  it('is spent by refused credentials, and then no other one is tried: 429 instead of 401', async () => {
    const from = newAddress();
    for (let call = 0; call < 3; call += 1) expect((await dry('dtk_wrong', from)).status).toBe(401);
    const fourth = await dry('dtk_wrong', from);
    expect([fourth.status, fourth.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(fourth.headers.get('ratelimit')).toMatch(/^"auth-failure"; r=0; t=\d+/);
    expect(fourth.headers.get('ratelimit-policy')).toMatch(/^"auth-failure"; q=3; w=60;/);
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await askGraphql(app, '{ viewer { kind } }', {}, { token: 'dai_wrong', headers: from })).status).toBe(429);
    expect((await mcpList({ ...from, authorization: 'Bearer dae_wrong' })).status).toBe(429);
    expect((await dry('dtk_wrong', newAddress())).status, 'another address has its budget whole').toBe(401);
  });

  it("that refused credentials spent is no one else's: valid credentials and public reads pass, at every transport", async () => {
    const from = newAddress();
    const cookie = await signIn(whole, whole.credentials.users.owner);
    for (let call = 0; call < 62; call += 1)
      await ask(`${whole.url}/api/usage/track`, { token: 'dtk_wrong', body: {}, headers: from });
    const good = await ask(`${whole.url}/api/usage/track`, {
      token: whole.credentials.trackingKey,
      body: makeEvent(whole),
      headers: from,
    });
    expect(good.status).toBe(200);
    const { workflowToken } = whole.credentials;
    expect((await askGraphql(whole, '{ viewer { kind } }', {}, { token: workflowToken, headers: from })).status).toBe(
      200,
    );
    expect((await mcpList({ ...from, authorization: `Bearer ${workflowToken}` }, whole)).status).toBe(200);
    expect((await askGraphql(whole, '{ viewer { kind } }', {}, { cookie, headers: from })).errors).toEqual([]);
    expect((await ask(`${whole.url}/api/directory/context`, { headers: from })).status).toBe(200);
  });

  it('is spent by answers of 400 and 413, whatever asked for them, for callers without a valid credential alone', async () => {
    const from = newAddress();
    const origin = { ...from, origin: app.url };
    const wrong = [
      () => ask(`${app.url}/graphql`, { body: '{"half', headers: from }),
      () => ask(`${app.url}/graphql`, { body: { query: '{ nothing }' }, headers: from }),
      () => ask(`${app.url}/mcp`, { body: [], headers: from }),
      () => ask(`${app.url}/api/auth/sign-out`, { body: { a: 'x'.repeat(20_000) }, headers: origin }),
      () => ask(`${app.url}/api/directory/changes?since=never`, { headers: from }),
    ];
    for (let call = 0; call < 15; call += 1)
      expect([400, 413]).toContain((await wrong[call % wrong.length]?.())?.status);
    const next = await viewer(from);
    expect(next.status).toBe(429);
    expect(next.headers.get('ratelimit')).toMatch(/^"rejected"; r=0/);
    expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const refused of [
      () => ask(`${app.url}/api/directory/context`, { headers: from }),
      () => mcpList(from),
      () => ask(`${app.url}/api/auth/get-session`, { headers: from }),
      () => dry('dtk_wrong', from),
    ])
      expect((await refused()).status).toBe(429);
    const { workflowToken: token } = app.credentials;
    const good = await askGraphql(app, '{ viewer { kind } }', {}, { token, headers: from });
    expect(good.status, 'a valid credential from there').toBe(200);
    expect((await ask(`${app.url}/readyz`, { headers: from })).status, 'a balancer from there').toBe(200);
  });

  it('is spent by answers of 401 as well', async () => {
    const from = newAddress();
    for (let call = 0; call < 15; call += 1)
      expect((await ask(`${app.url}/api/me/usage`, { headers: from })).status).toBe(401);
    const next = await viewer(from);
    expect([next.status, next.headers.get('ratelimit')]).toEqual([429, expect.stringMatching(/^"rejected"; r=0/)]);
  });

  it('has its requests taken one by one after many refusals, and no valid credential from there or reader elsewhere waits for them', async () => {
    const from = newAddress();
    const wrong = () => ask(`${whole.url}/api/directory/changes?since=never`, { headers: from });
    const refused = await Promise.all(Array.from({ length: 10 }, wrong));
    const ended: string[] = [];
    const noted = async (name: string, reply: Promise<Reply>) => {
      const { status } = await reply;
      ended.push(name);
      return status;
    };
    const waiting = Array.from({ length: 40 }, () => noted('refused', wrong()));
    const others = [
      noted(
        'event',
        ask(`${whole.url}/api/usage/track`, {
          token: whole.credentials.trackingKey,
          body: makeEvent(whole),
          headers: from,
        }),
      ),
      noted('reader', ask(`${whole.url}/api/directory/context`, { headers: newAddress() })),
    ];
    expect(await Promise.all(others)).toEqual([200, 200]);
    expect(await Promise.all(waiting)).toEqual(Array(40).fill(400));
    expect(refused.map(({ status }) => status)).toEqual(Array(10).fill(400));
    expect(Math.max(ended.indexOf('event'), ended.indexOf('reader'))).toBeLessThan(30);
  });

  it('leaves a token that is refused again and again a pace of its own, and the address to others', async () => {
    const from = newAddress();
    const { workflowToken: token, trackingKey } = whole.credentials;
    const wrong = () => ask(`${whole.url}/mcp`, { token, body: [], headers: newAddress() });
    expect(new Set((await Promise.all(Array.from({ length: 10 }, wrong))).map(({ status }) => status))).toEqual(
      new Set([400]),
    );
    const ended: string[] = [];
    const noted = (name: string, reply: Promise<unknown>) => reply.then(() => void ended.push(name));
    const event = ask(`${whole.url}/api/usage/track`, { token: trackingKey, body: makeEvent(whole), headers: from });
    await Promise.all([
      ...Array.from({ length: 20 }, () => noted('refused', wrong())),
      noted('event', event),
      noted('reader', viewer(from, whole)),
    ]);
    expect(Math.max(ended.indexOf('event'), ended.indexOf('reader'))).toBeLessThan(15);
  });

  it('is not spent by a valid credential, which has a budget of its own', async () => {
    const from = newAddress();
    const wrong = { token: whole.credentials.trackingKey, headers: from, body: {} };
    for (let group = 0; group < 7; group += 1) {
      const calls = await Promise.all(Array.from({ length: 43 }, () => ask(`${whole.url}/api/usage/track`, wrong)));
      expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([400]));
    }
    expect((await viewer(from, whole)).status).toBe(200);
  });
});

describe('sign-in', () => {
  it('may be tried 10 times a minute by an address for an account, and no budget is shared with another of either', async () => {
    const from = newAddress();
    const attempt = (email: string, headers: Record<string, string>) =>
      ask(`${whole.url}/api/auth/sign-in/email`, {
        body: { email, password: 'wrong password' },
        headers: { ...headers, origin: whole.url },
      });
    const tries = await Promise.all(Array.from({ length: 10 }, () => attempt('Target@people.example', from)));
    expect(tries.map(({ status }) => status)).toEqual(Array(10).fill(401));
    const eleventh = await attempt('target@people.example', from);
    expect([eleventh.status, eleventh.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(eleventh.headers.get('ratelimit-policy')).toMatch(/"sign-in-address"; q=60; w=600;.*"sign-in"; q=10; w=60;/);
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await attempt('other@people.example', from)).status).toBe(401);
    expect((await attempt('target@people.example', newAddress())).status).toBe(401);
  });
});

describe('accounts and letters', () => {
  const post = (path: string, body: Record<string, unknown>, headers: Record<string, string>) =>
    ask(`${whole.url}/api/auth${path}`, { body, headers: { ...headers, origin: whole.url } });
  const person = () => `${crypto.randomUUID()}@people.example`;

  it('may be tried by an address 60 times in ten minutes, whatever the accounts', async () => {
    const from = newAddress();
    const tries = Array.from({ length: 60 }, () =>
      post('/sign-in/email', { email: person(), password: 'wrong' }, from),
    );
    for (const { status } of await Promise.all(tries)) expect(status).not.toBe(429);
    const refused = await post('/sign-in/email', { email: person(), password: 'wrong' }, from);
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([
      429,
      expect.stringMatching(/^"sign-in-address"; q=60; w=600;/),
    ]);
  });

  it('are made by an address 20 times an hour', async () => {
    const from = newAddress();
    const signUp = () => post('/sign-up/email', { email: person(), password: 'a password', name: 'A' }, from);
    for (let call = 0; call < 20; call += 1) expect((await signUp()).status).toBe(200);
    const refused = await signUp();
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([
      429,
      expect.stringMatching(/^"sign-up"; q=20; w=3600;/),
    ]);
  });

  it('are sent for an address 10 times an hour', async () => {
    const from = newAddress();
    const letter = () => post('/send-verification-email', { email: person() }, from);
    for (let call = 0; call < 10; call += 1) expect((await letter()).status).toBe(200);
    const refused = await letter();
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([
      429,
      expect.stringMatching(/^"letters"; q=10; w=3600;/),
    ]);
  });

  it('reach one recipient 5 times an hour, from all addresses together, sign-up included', async () => {
    const email = person();
    expect((await post('/sign-up/email', { email, password: 'a password', name: 'A' }, newAddress())).status).toBe(200);
    for (let call = 0; call < 4; call += 1)
      expect((await post('/send-verification-email', { email: email.toUpperCase() }, newAddress())).status).toBe(200);
    const refused = await post('/send-verification-email', { email }, newAddress());
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([
      429,
      expect.stringMatching(/"letters-recipient"; r=0;/),
    ]);
  });

  it('count for one recipient whether they reset a password or invite; who may not invite spends nothing', async () => {
    const [company, other] = [await makeCompany(whole), await makeCompany(whole)];
    const email = person();
    const invite = ({ organizationId }: Company, { cookie }: Person) =>
      askGraphql(
        whole,
        'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id } }',
        { input: { organizationId, email, role: 'member' } },
        { cookie },
      );
    const reset = (headers: Record<string, string>) => post('/request-password-reset', { email }, headers);
    for (let call = 0; call < 4; call += 1) expect((await reset(newAddress())).status).toBe(200);
    for (let call = 0; call < 2; call += 1)
      expect((await invite(company, other.owner)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await invite(company, company.owner)).errors).toEqual([]);
    expect((await invite(other, other.owner)).errors[0]?.extensions.code).toBe('RATE_LIMITED');
    expect((await reset(newAddress())).status).toBe(429);
  });

  it('count the address that tries reset links', async () => {
    const from = newAddress();
    const attempt = () => post('/reset-password', { token: 'guessed', newPassword: 'long enough' }, from);
    for (let call = 0; call < 60; call += 1) expect((await attempt()).status).toBe(401);
    expect((await attempt()).status).toBe(429);
  });
});
