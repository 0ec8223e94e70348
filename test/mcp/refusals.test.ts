import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { callOnce, refusalOf, type ToolProblem } from '../setup/mcp.ask.js';
import { connectV1, type McpCaller } from '../setup/mcp.js';
import { makePerson } from '../setup/people.js';
import { makePlan, type Plan } from '../setup/plans.js';
import { createToken, revokeToken, tokenIdOf } from '../setup/tokens.js';

const PUBLIC_CALLS: [string, Record<string, unknown>][] = [
  ['search_tools', { query: 'payments' }],
  ['find_perks', {}],
  ['build_brief', { intent: 'payments and transactional email' }],
];
const PROBLEM = ['type', 'title', 'status', 'code', 'detail', 'requestId', 'retryable', 'next'];
/** Marks of text that no answer may hold: a stack, a path, SQL, a library's own words. */
const LEAKS =
  /node_modules|\bat \S+ \(|\.[jt]s:\d+|\/(work|home|usr|tmp)\/|select\s.+\sfrom|sqlstate|TypeError|ZodError/i;

let app: TestApp;
let cookie: string;
let plan: Plan;
beforeAll(async () => {
  app = await startApp();
  cookie = await signIn(app, app.credentials.users.builder);
  plan = await makePlan(app, 'payments and transactional email', { cookie });
});
afterAll(() => app.close());

/** The packet refused, with what holds of every refusal checked; `token` must not come back. */
async function packetRefused(caller: McpCaller, planId = plan.id): Promise<ToolProblem> {
  const { answer, text, whole } = await refusalOf(app.url, 'get_build_packet', { planId }, caller);
  expect(Object.keys(answer)).toEqual(expect.arrayContaining(PROBLEM));
  expect(answer.type).toBe(`${app.url}/problems/${answer.code}`);
  expect(answer.next.length).toBeGreaterThan(0);
  expect(text).toBe(JSON.stringify(answer));
  expect(whole).not.toMatch(LEAKS);
  if (caller.token) expect(whole).not.toContain(caller.token);
  return answer;
}
const created = (given: Parameters<typeof createToken>[2] = {}) =>
  createToken(app, app.credentials.workflowToken, given);
/** The code of the refusal with that of its first error. */
const codesOf = ({ code, status, errors }: ToolProblem) => [status, code, errors?.[0]?.code];

describe('get_build_packet · UNAUTHENTICATED', () => {
  it('says that a credential is missing and never to ask for one in a conversation', async () => {
    const refused = await packetRefused({});
    expect(codesOf(refused)).toEqual([401, 'UNAUTHENTICATED', 'missing']);
    expect(refused).toMatchObject({ retryable: false, next: [{ needsPerson: true }] });
    expect(refused.next[0]?.do).toContain('never into a conversation');
  });

  it('grants nothing to the cookie of a signed-in person', async () => {
    const refused = await packetRefused({ headers: { cookie, origin: app.url } });
    expect(codesOf(refused)).toEqual([401, 'UNAUTHENTICATED', 'missing']);
  });

  it.each([
    ['invalid', () => 'dai_000000000000000000000000000000000000'],
    ['invalid', () => `${app.credentials.workflowToken}0`],
    ['invalid', () => 'no-token-at-all'],
    ['expired', () => app.credentials.expiredWorkflowToken],
    ['revoked', () => app.credentials.revokedWorkflowToken],
    ['placeholder_not_expanded', () => '${DAI_TOKEN}'],
  ])('says that the token is %s', async (code, tokenOf) => {
    const token = tokenOf();
    expect(codesOf(await packetRefused({ token }))).toEqual([401, 'UNAUTHENTICATED', code]);
  });

  it('refuses a token from the call after its revocation on, at each gateway of the database', async () => {
    const second = await startApp({ databaseUrl: app.databaseUrl });
    const token = await created();
    const hosts = [await connectV1(app.url, { token }), await connectV1(second.url, { token })];
    const ask = () =>
      Promise.all(
        hosts.map(({ client }) => client.callTool({ name: 'get_build_packet', arguments: { planId: plan.id } })),
      );
    expect((await ask()).map(({ isError }) => isError ?? false)).toEqual([false, false]);
    await revokeToken(app, { cookie }, await tokenIdOf(app, token));
    for (const reply of await ask()) {
      expect(reply.isError).toBe(true);
      expect(reply.structuredContent).toMatchObject({ code: 'UNAUTHENTICATED', errors: [{ code: 'revoked' }] });
    }
    await Promise.all(hosts.map(({ close }) => close()));
    await second.close();
  });
});

describe('a literal ${DAI_TOKEN} in the header', () => {
  const caller = { token: '${DAI_TOKEN}' };

  it.each([...PUBLIC_CALLS, ['get_build_packet', { planId: 'pln_x' }] as const])(
    'is told by %s',
    async (name, input) => {
      const { answer } = await refusalOf(app.url, name, input, caller);
      expect(codesOf(answer)).toEqual([401, 'UNAUTHENTICATED', 'placeholder_not_expanded']);
      expect(answer.next[0]).toMatchObject({ do: expect.stringContaining('DAI_TOKEN') as string, needsPerson: true });
    },
  );

  it('leaves the lists, so that the host starts and the model can be told', async () => {
    const { client, close } = await connectV1(app.url, caller);
    expect((await client.listTools()).tools).toHaveLength(5);
    expect((await client.listResources()).resources.length).toBeGreaterThan(0);
    await close();
  });
});

describe('get_build_packet · 403', () => {
  it('refuses a token of one project, saying so', async () => {
    const refused = await packetRefused({ token: app.credentials.projectToken });
    expect(codesOf(refused)).toEqual([403, 'PROJECT_SCOPED_TOKEN', undefined]);
  });

  it('refuses a token without tools:read, naming the scope', async () => {
    const refused = await packetRefused({ token: await created({ scopes: ['project:read'] }) });
    expect(codesOf(refused)).toEqual([403, 'INSUFFICIENT_SCOPE', undefined]);
    expect(refused.detail).toContain('tools:read');
  });

  it('refuses an enterprise key', async () => {
    const refused = await packetRefused({ token: app.credentials.enterpriseKey });
    expect(codesOf(refused)).toEqual([403, 'WRONG_CREDENTIAL', undefined]);
  });
});

describe('a credential of another kind', () => {
  it.each([...PUBLIC_CALLS, ['get_build_packet', { planId: 'pln_x' }] as const])(
    'is refused by %s when it is a tracking key',
    async (name, input) => {
      const token = app.credentials.trackingKey;
      const { answer, whole } = await refusalOf(app.url, name, input, { token });
      expect(codesOf(answer)).toEqual([403, 'WRONG_CREDENTIAL', undefined]);
      expect(whole).not.toContain(token);
    },
  );

  it.each(PUBLIC_CALLS)('reads %s when it is an enterprise key', async (name, input) => {
    expect((await callOnce(app.url, name, input, { token: app.credentials.enterpriseKey })).isError).toBe(false);
  });
});

describe('get_build_packet · 404', () => {
  it("answers another person's plan, one that no one has and one of no form alike", async () => {
    const stranger = await makePerson(app);
    const foreign = await makePlan(app, 'payments', { cookie: stranger.cookie });
    const own = { token: app.credentials.workflowToken };
    const answers = [
      await packetRefused(own, foreign.id),
      await packetRefused(own, 'pln_0198a000-0000-7000-8000-000000000000'),
      await packetRefused(own, 'pln_nobody'),
    ];
    for (const answer of answers) expect(codesOf(answer)).toEqual([404, 'NOT_FOUND', undefined]);
    expect(new Set(answers.map(({ detail }) => detail)).size).toBe(1);
  });
});
