import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, type Reply } from '../setup/ask.js';
import { callTool, postMcp, type ToolProblem, toolCall } from '../setup/mcp.ask.js';
import { connectV1, connectV2 } from '../setup/mcp.js';
import { makeBuilder } from '../setup/projects.js';
import { createToken } from '../setup/tokens.js';

/** A tenth of the budgets of decisions §2: mcp 6 by address, 30 with a token; build-search 3, public-read 12, auth-failure 6, rejected 30. */
let app: TestApp;
/** The same database behind budgets that no one spends, to make people there. */
let unlimited: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT_SCALE: '0.1', TRUST_PROXY: '1' } });
  unlimited = await startApp({ databaseUrl: app.databaseUrl });
});
afterAll(async () => {
  await unlimited.close();
  await app.close();
});

let addresses = 0;
/** A new address for each test, so that one test's calls spend no other's budget. */
const newAddress = (): Record<string, string> => {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.113.${addresses}` };
};
const SEARCH = toolCall('search_tools', { query: 'payments', limit: 1 });
const BRIEF = toolCall('build_brief', { intent: 'payments' });

type Options = { headers: Record<string, string>; token?: string };
const post = (message: unknown, options: Options) => postMcp(app.url, message, options);
/** `ok`, or the code of the refusal, whether the tool or the protocol said it. */
const verdictOf = ({ body }: Awaited<ReturnType<typeof post>>): unknown => {
  const problem = body.error?.data ?? body.result?.structuredContent;
  return body.result?.isError || body.error ? (problem as ToolProblem).code : 'ok';
};
const leftOf = ({ headers }: Pick<Reply, 'headers'>) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

/** Sends a message so many times, one after the other. */
async function times(count: number, message: unknown, options: Options): Promise<unknown[]> {
  const verdicts: unknown[] = [];
  for (let sent = 0; sent < count; sent += 1) verdicts.push(verdictOf(await post(message, options)));
  return verdicts;
}

describe('the public budget of /mcp', () => {
  it('is told with every answer and is that of the address', async () => {
    const headers = newAddress();
    const first = await post(SEARCH, { headers });
    expect(first.headers.get('ratelimit-policy')).toMatch(/^"mcp"; q=6; w=60/);
    expect(leftOf(first)).toBe(5);
    expect(leftOf(await post(SEARCH, { headers }))).toBe(4);
    expect(leftOf(await post(SEARCH, { headers: newAddress() }))).toBe(5);
  });

  it('ends a tool call as a result that a model reads, with the time to wait', async () => {
    const headers = newAddress();
    expect(await times(6, SEARCH, { headers })).toEqual(Array(6).fill('ok'));
    const refused = await post(SEARCH, { headers });
    const problem = refused.body.result?.structuredContent as ToolProblem;
    expect(refused.body.result?.isError).toBe(true);
    expect(problem).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryable: true });
    expect(problem.next[0]).toMatchObject({ needsPerson: false });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(problem.detail).toContain(`${wait} s`);
  });

  it('ends everything else as an error of the protocol with status 429', async () => {
    const headers = newAddress();
    await times(6, SEARCH, { headers });
    for (const method of ['tools/list', 'initialize', 'resources/list', 'server/discover']) {
      const refused = await post({ jsonrpc: '2.0', id: 'seven', method }, { headers });
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({ jsonrpc: '2.0', id: 'seven', error: { data: { code: 'RATE_LIMITED' } } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('counts messages of every kind, also malformed ones', async () => {
    const headers = newAddress();
    await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { headers });
    await post('{"half":', { headers });
    await post([], { headers });
    await post(toolCall('search_tools', { query: 7 }), { headers });
    await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, { headers });
    expect(leftOf(await post(SEARCH, { headers }))).toBe(0);
  });

  it('lets no more through when calls come at once', async () => {
    const headers = newAddress();
    const verdicts = await Promise.all(
      Array.from({ length: 12 }, async () => verdictOf(await post(SEARCH, { headers }))),
    );
    expect(verdicts.filter((one) => one === 'ok')).toHaveLength(6);
    expect(verdicts.filter((one) => one === 'RATE_LIMITED')).toHaveLength(6);
  });

  it.each([
    ['the first SDK', connectV1],
    ['the second SDK', connectV2],
  ])('reaches the model through the client of %s', async (_sdk, connect) => {
    const headers = newAddress();
    const { client, close } = await connect(app.url, { headers });
    await times(6, SEARCH, { headers });
    const { isError, answer } = await callTool<ToolProblem>(client, 'search_tools', { query: 'payments' });
    expect([isError, answer.code]).toEqual([true, 'RATE_LIMITED']);
    await close();
  });
});

describe('the budget of a person at /mcp', () => {
  it('is shared by their tokens, wherever they call from, and leaves the public one of the address', async () => {
    const headers = newAddress();
    const { token } = await makeBuilder(unlimited);
    const first = await post(SEARCH, { headers, token });
    expect(first.headers.get('ratelimit-policy')).toMatch(/^"mcp-token"; q=30; w=60/);
    const other = await createToken(app, token);
    expect(leftOf(await post(SEARCH, { headers: newAddress(), token: other }))).toBe(28);
    expect(leftOf(await post(SEARCH, { headers }))).toBe(5);
  });

  it('ends for that person alone', async () => {
    const { token } = await makeBuilder(unlimited);
    const spent = await times(31, SEARCH, { headers: newAddress(), token });
    expect(spent.at(-1)).toBe('RATE_LIMITED');
    const { token: another } = await makeBuilder(unlimited);
    expect(verdictOf(await post(SEARCH, { headers: newAddress(), token: another }))).toBe('ok');
  });
});

describe("the operations' own budgets", () => {
  it('are not spent at /mcp: what they would refuse passes, and afterwards they are whole', async () => {
    const headers = newAddress();
    expect(await times(5, BRIEF, { headers })).toEqual(Array(5).fill('ok'));
    expect(leftOf(await ask(`${app.url}/api/build/search?intent=payments`, { headers }))).toBe(2);
    expect(leftOf(await ask(`${app.url}/api/directory/context`, { headers }))).toBe(11);
  });

  it('are not spent with a token either', async () => {
    const { token } = await makeBuilder(unlimited);
    const headers = newAddress();
    expect(await times(14, SEARCH, { headers, token })).toEqual(Array(14).fill('ok'));
    expect(leftOf(await ask(`${app.url}/api/directory/context`, { headers }))).toBe(11);
  });
});

describe('refusals at /mcp', () => {
  const WRONG = 'dai_wrong';
  /** The answer elsewhere to a further wrong credential of the same address, once the budget for wrong ones is spent. */
  const refusedElsewhere = async (headers: Record<string, string>): Promise<unknown[]> => {
    const refused = await ask(`${app.url}/api/directory/context`, { headers, token: WRONG });
    return [refused.status, refused.headers.get('ratelimit-policy')?.split('; pk=')[0]];
  };
  const SPENT = [429, '"auth-failure"; q=6; w=60'];

  it.each([
    ['a tool that needs one', toolCall('get_build_packet', { planId: 'pln_x' })],
    ['lists, which answer all the same', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ['initialize', { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }],
  ])('of credentials count at every endpoint for %s, and refuse no valid one', async (_what, message) => {
    const headers = newAddress();
    for (let call = 0; call < 6; call += 1) await post(message, { headers, token: WRONG });
    expect(await refusedElsewhere(headers)).toEqual(SPENT);
    const { token } = await makeBuilder(unlimited);
    expect(verdictOf(await post(SEARCH, { headers, token }))).toBe('ok');
    expect((await ask(`${app.url}/api/directory/context`, { headers })).status, 'and none').toBe(200);
  });

  it('of credentials count where the budget of the endpoint is spent', async () => {
    const headers = newAddress();
    await times(6, SEARCH, { headers });
    for (let call = 0; call < 6; call += 1) await post(SEARCH, { headers, token: WRONG });
    expect(await refusedElsewhere(headers)).toEqual(SPENT);
  });

  it("of inputs inside a result are their caller's own, and refuse no one else behind the address", async () => {
    const headers = newAddress();
    const token = app.credentials.enterpriseKey;
    const wrong = await times(30, toolCall('search_tools', { query: 7 }), { headers, token });
    expect(wrong).toEqual(Array(30).fill('VALIDATION_FAILED'));
    expect((await ask(`${app.url}/api/directory/context`, { headers })).status).toBe(200);
  });
});
