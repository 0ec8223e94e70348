import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/platform/config.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { givePlan, makeKey, REPORT } from '../setup/enterprise.js';
import { storeEvents } from '../setup/enterprise.world.js';
import { linkSentTo, makeCompany, makePerson, type Person } from '../setup/people.js';

const FIRST = 'the-first-secret-the-first-secret-the-first';
const SECOND = 'the-second-secret-the-second-secret-the-second';
const OLDER = 'an-older-secret-an-older-secret-an-older-secret';
const QUESTION = '/api/directory/context?q=postgres';

/** Signs with the first secret; with the second while the first is still known; with the second alone. */
let before: TestApp;
let rotating: TestApp;
let after: TestApp;
let person: Person;
let unverified: Person;
beforeAll(async () => {
  before = await startApp({ env: { SESSION_SECRET: FIRST } });
  const { databaseUrl } = before;
  const env = { SESSION_SECRET: SECOND };
  rotating = await startApp({ databaseUrl, env: { ...env, SESSION_SECRET_PREVIOUS: `${OLDER}, ${FIRST}` } });
  after = await startApp({ databaseUrl, env });
  person = await makePerson(before);
  unverified = await makePerson(before, { verified: false });
});
afterAll(async () => {
  for (const app of [after, rotating, before]) await app.close();
});

interface Viewer {
  viewer: { kind: string; user: { email: string; emailVerified: boolean } | null };
}
const view = async (app: TestApp, cookie: string) => {
  const { data, headers } = await askGraphql<Viewer>(
    app,
    '{ viewer { kind user { email emailVerified } } }',
    {},
    { cookie },
  );
  return { ...data?.viewer, set: headers.getSetCookie() };
};
const enter = (app: TestApp, { email, password }: Person) => signIn(app, { email, password });
const receiptOf = async (app: TestApp): Promise<string> =>
  (await ask<{ receipt: { id: string } }>(app.url + QUESTION)).body.receipt.id;
const save = (app: TestApp, cookie: string, receiptId: string) =>
  askGraphql<{ savePlan: { id: string } | null }>(
    app,
    'mutation ($input: SavePlanInput!) { savePlan(input: $input) { id } }',
    { input: { receiptId } },
    { cookie },
  );
const briefOf = async (app: TestApp): Promise<string> =>
  (
    await askGraphql<{ buildBrief: { receiptId: string } }>(
      app,
      '{ buildBrief(intent: "A web shop with payments") { receiptId } }',
    )
  ).data?.buildBrief.receiptId ?? '';

describe('a session that the previous secret signed', () => {
  it('holds, and its cookie is signed again for as long as the session lives', async () => {
    const seen = await view(rotating, person.cookie);
    expect(seen).toMatchObject({ kind: 'session', user: { email: person.email } });
    expect(seen.set).toHaveLength(1);
    expect(seen.set[0]).toMatch(/^dai\.session_token=[^;]+; Expires=[^;]+ GMT; Path=\/; HttpOnly; SameSite=Lax$/);
    const days = (Date.parse(/Expires=([^;]+)/.exec(seen.set[0] ?? '')?.[1] ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    const [renewed = ''] = (seen.set[0] ?? '').split(';');
    expect(renewed.split('.').slice(0, 2)).toEqual(person.cookie.split('.').slice(0, 2)); // the same session
    expect(await view(after, renewed)).toMatchObject({ kind: 'session', user: { email: person.email }, set: [] });
    expect((await view(rotating, renewed)).set).toEqual([]);
  });

  it('that ends with the browser stays so', async () => {
    const reply = await ask(`${before.url}/api/auth/sign-in/email`, {
      body: { email: person.email, password: person.password, rememberMe: false },
      headers: { origin: before.url },
    });
    const cookie = reply.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const { set } = await view(rotating, cookie);
    expect(set.map((one) => one.split('=')[0]).sort()).toEqual(['dai.dont_remember', 'dai.session_token']);
    for (const one of set) expect(one).not.toMatch(/Expires|Max-Age/);
    const renewed = set.map((one) => one.split(';')[0]).join('; ');
    expect(await view(after, renewed)).toMatchObject({ kind: 'session' });
  });

  it('can be ended', async () => {
    const cookie = await enter(before, person);
    const reply = await ask(`${rotating.url}/api/auth/sign-out`, {
      body: {},
      cookie,
      headers: { origin: rotating.url },
    });
    expect(reply.status).toBe(200);
    expect(await view(rotating, cookie)).toMatchObject({ kind: 'anonymous' });
  });

  it('is none once that secret is gone, nor with a signature of no one', async () => {
    expect(await view(after, person.cookie)).toMatchObject({ kind: 'anonymous', set: [] });
    const [name = '', token = ''] = person.cookie.split('.').slice(1, 2)[0]?.split('=') ?? [];
    const forged = `dai.${name}=${token}.${encodeURIComponent(Buffer.alloc(32).toString('base64'))}`;
    expect(await view(rotating, forged)).toMatchObject({ kind: 'anonymous', set: [] });
  });
});

describe('a letter that the previous secret signed', () => {
  const follow = async (app: TestApp, of: Person) => {
    const link = new URL(await linkSentTo(before, of.email));
    await ask(app.url + link.pathname + link.search, { cookie: await enter(app, of) });
    return (await view(app, await enter(app, of))).user?.emailVerified;
  };

  it('verifies the address, and nothing once that secret is gone', async () => {
    expect(await follow(after, unverified)).toBe(false);
    expect(await follow(rotating, unverified)).toBe(true);
  });
});

describe('a receipt', () => {
  it('names its key, and counts while its secret is known', async () => {
    const [old, current] = [await receiptOf(before), await receiptOf(rotating)];
    const keyOf = (receipt: string) => receipt.split('.')[2]?.slice(0, 8);
    expect(old).toMatch(/^rcp\.[\w-]+\.[\w-]{51}$/);
    expect(keyOf(old)).not.toBe(keyOf(current));
    expect(keyOf(await receiptOf(after))).toBe(keyOf(current));
    const brief = await briefOf(before);
    expect((await save(rotating, await enter(rotating, person), brief)).data?.savePlan?.id).toMatch(/^pln_/);
    expect((await save(after, await enter(after, person), brief)).data?.savePlan ?? null).toBeNull();
  });

  it('of a time before the keys had ids is verified as well', async () => {
    const [prefix, packed, signed = ''] = (await briefOf(before)).split('.');
    const receiptId = [prefix, packed, signed.slice(8)].join('.');
    expect((await save(rotating, await enter(rotating, person), receiptId)).data?.savePlan?.id).toMatch(/^pln_/);
    expect((await save(after, await enter(after, person), receiptId)).data?.savePlan ?? null).toBeNull();
  });
});

describe('the cursor of a company’s report', () => {
  it('goes on while its secret is known, and is none once that is gone', async () => {
    const company = await makeCompany(before);
    await givePlan(before, company, 'paid');
    const { token } = await makeKey(before, company);
    const name = 'a long name '.repeat(25);
    await storeEvents(
      before,
      company,
      Array.from({ length: 90 }, (_one, at) => ({ campaign: `${at} ${name}`, campaignSource: 'letter' })),
    );
    const reportOf = (app: TestApp, cursor: string | null) =>
      askGraphql<{ report: { nextCursor: string | null } | null }>(
        app,
        REPORT,
        { productId: company.productId, periodDays: 30, cursor },
        { token },
      );
    const cursor = (await reportOf(before, null)).data?.report?.nextCursor ?? '';
    expect(cursor).toMatch(/^[\w-]+\.[\w-]{43}$/);
    expect((await reportOf(rotating, cursor)).errors).toEqual([]);
    expect((await reportOf(after, cursor)).errors[0]?.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: '/cursor', code: 'pattern' }],
    });
  });
});

describe('a public answer that was kept', () => {
  it.each([QUESTION, '/api/build/search?intent=a%20web%20shop%20with%20payments'])(
    '%s is not the same under another secret: its receipt would not count any more',
    async (path) => {
      const changed = await startApp({
        databaseUrl: before.databaseUrl,
        env: { BASE_URL: before.url, SESSION_SECRET: SECOND },
      });
      try {
        const known = (await ask(before.url + path)).headers.get('etag') ?? '';
        const conditional = { headers: { 'if-none-match': known } };
        expect((await ask(before.url + path, conditional)).status).toBe(304);
        expect((await ask(changed.address + path, conditional)).status).toBe(200);
      } finally {
        await changed.close();
      }
    },
  );

  it.each([
    QUESTION,
    '/api/directory/changes',
    '/v0.1/servers',
    '/api/workflow/mcp-config',
    '/llms.txt',
    '/.well-known/mcp/server.json',
  ])('%s has one ETag at two gateways that are configured alike, and another one at another address', async (path) => {
    const [like, elsewhere] = [
      await startApp({ databaseUrl: before.databaseUrl, env: { BASE_URL: before.url, SESSION_SECRET: FIRST } }),
      await startApp({ databaseUrl: before.databaseUrl, env: { SESSION_SECRET: FIRST } }),
    ];
    try {
      const known = (await ask(before.url + path)).headers.get('etag');
      expect((await ask(like.address + path)).headers.get('etag')).toBe(known);
      expect((await ask(elsewhere.url + path)).headers.get('etag')).not.toBe(known);
    } finally {
      await like.close();
      await elsewhere.close();
    }
  });
});

describe('SESSION_SECRET_PREVIOUS', () => {
  it('is refused with a secret that is too short, without showing it', () => {
    const variables = { SESSION_SECRET: FIRST, SESSION_SECRET_PREVIOUS: `${SECOND},too-short,short` };
    expect(() => readConfig(variables)).toThrow(
      /SESSION_SECRET_PREVIOUS must be a list of secrets of at least 32 characters each, separated by commas$/,
    );
    expect(() => readConfig(variables)).not.toThrow(/too-short/);
  });
});
