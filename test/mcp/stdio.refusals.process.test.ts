import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../mcp/problem.js';
import { getBuildPacket } from '../../mcp/tools/get-build-packet.js';
import { searchTools } from '../../mcp/tools/search-tools.js';
import { type DatabaseProxy, openDatabaseProxy } from '../faults/database.proxy.js';
import { buildIfStale } from '../faults/gateway.process.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { freshDatabase } from '../setup/database.js';
import { connectStdio, type StdioHost, serving } from '../setup/mcp.process.js';
import { makePerson } from '../setup/people.js';
import { askBrief, makePlan } from '../setup/plans.js';
import { createToken } from '../setup/tokens.js';

const UNKNOWN_PLAN = 'pln_00000000-0000-7000-8000-000000000000';
const SEARCH = { q: 'email', limit: 10 };

let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: DatabaseProxy;
let app: TestApp;
let tight: TestApp;
const hosts = new Set<StdioHost>();
beforeAll(async () => {
  await buildIfStale();
  database = await freshDatabase('template_demo');
  proxy = await openDatabaseProxy(database.url);
  app = await startApp({ databaseUrl: proxy.url });
  tight = await startApp({ env: { RATE_LIMIT_SCALE: '0.05' } });
});
afterEach(async () => {
  await Promise.all([...hosts].map((host) => host.close()));
  hosts.clear();
  await proxy.comeBack();
});
afterAll(async () => {
  await app?.close();
  await tight?.close();
  await proxy?.close();
  await database?.drop();
});

async function connect(api: TestApp, token?: string): Promise<StdioHost> {
  const host = await connectStdio(serving(api.url), { env: token === undefined ? {} : { DAI_TOKEN: token } });
  hosts.add(host);
  return host;
}

const NEVER_THE_SAME = { requestId: expect.any(String) };
/** A refusal without what tells a model how to go on. */
const membersOf = ({ next, ...problem }: Record<string, unknown>): unknown => ({ ...problem, ...NEVER_THE_SAME });

/** Asks for a packet over stdio and at /graphql; both must refuse with the same members. Answers status, code and reasons. */
async function refusedPacket(planId: string, token?: string): Promise<unknown[]> {
  const host = await connect(app, token);
  const { isError, structuredContent } = await host.call('get_build_packet', { planId });
  const { errors } = await askGraphql(app, getBuildPacket.document, { planId }, token === undefined ? {} : { token });
  expect(isError).toBe(true);
  expect(membersOf(structuredContent)).toEqual({ ...errors[0]?.extensions, ...NEVER_THE_SAME });
  if (token !== undefined) expect(JSON.stringify(structuredContent) + host.words()).not.toContain(token);
  const { status, code, errors: reasons } = structuredContent as Partial<Problem>;
  return [status, code, ...(reasons ?? []).map((one) => one.code)];
}

describe('a refusal over dai mcp serve is that of /graphql', () => {
  it('401: no, an unknown, an expired and a revoked token', async () => {
    const { expiredWorkflowToken, revokedWorkflowToken, workflowToken } = app.credentials;
    const last = workflowToken.endsWith('a') ? 'b' : 'a';
    expect(await refusedPacket(UNKNOWN_PLAN)).toEqual([401, 'UNAUTHENTICATED', 'missing']);
    for (const [token, reason] of [
      ['dai_short', 'invalid'],
      [`${workflowToken.slice(0, -1)}${last}`, 'invalid'],
      [expiredWorkflowToken, 'expired'],
      [revokedWorkflowToken, 'revoked'],
    ] as const)
      expect(await refusedPacket(UNKNOWN_PLAN, token)).toEqual([401, 'UNAUTHENTICATED', reason]);
  });

  it('401 before 400: a stranger is not told what is wrong with the input', async () => {
    const { call } = await connect(app);
    expect((await call('get_build_packet', { plan: 1 })).structuredContent).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('403: a token that is bound to a project, and one without the scope', async () => {
    const { projectToken, workflowToken } = app.credentials;
    expect(await refusedPacket(UNKNOWN_PLAN, projectToken)).toEqual([403, 'PROJECT_SCOPED_TOKEN']);
    const narrow = await createToken(app, workflowToken, { scopes: ['project:read'] });
    expect(await refusedPacket(UNKNOWN_PLAN, narrow)).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });

  it('404: an unknown plan and one of another person', async () => {
    const { workflowToken } = app.credentials;
    const stranger = await makePerson(app);
    const { id } = await makePlan(app, 'payments for a shop', stranger);
    for (const planId of [UNKNOWN_PLAN, id])
      expect(await refusedPacket(planId, workflowToken)).toEqual([404, 'NOT_FOUND']);
  });

  it('409: a plan that no one saved, with the address where a person does', async () => {
    const brief = await askBrief(app, 'payments for a shop');
    const { receiptId = '', saveUrl } = brief.data?.buildBrief ?? {};
    expect(await refusedPacket(receiptId, app.credentials.workflowToken)).toEqual([409, 'PLAN_NOT_SAVED']);
    const { call } = await connect(app, app.credentials.workflowToken);
    expect((await call('get_build_packet', { planId: receiptId })).structuredContent).toMatchObject({
      saveUrl,
      next: [{ url: saveUrl, needsPerson: true }, { tool: 'get_build_packet' }],
    });
  });

  it('429: a budget that is used up', async () => {
    const { call } = await connect(tight);
    let answered = await call('search_tools', { query: 'email' });
    for (let calls = 1; calls < 10 && !answered.isError; calls += 1)
      answered = await call('search_tools', { query: 'email' });
    const { errors } = await askGraphql(tight, searchTools.document, SEARCH);
    const { detail, ...reported } = membersOf(answered.structuredContent) as { detail: string };
    expect(errors[0]?.extensions).toMatchObject(reported);
    expect(answered.structuredContent).toMatchObject({ status: 429, code: 'RATE_LIMITED', retryable: true });
    expect(detail).toMatch(/\d+ s/);
  });

  it('503: the database is away; the same process works when it is back', async () => {
    const { workflowToken } = app.credentials;
    const { call } = await connect(app, workflowToken);
    proxy.goAway();
    expect(await refusedPacket(UNKNOWN_PLAN, workflowToken)).toEqual([503, 'UNAVAILABLE']);
    await proxy.comeBack();
    expect((await call('get_build_packet', { planId: UNKNOWN_PLAN })).structuredContent).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
