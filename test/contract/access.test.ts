import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../mcp/tools/index.js';
import { downloads, shims, uploads } from '../../rest-shims/index.js';
import { operations } from '../../server/platform/operation.js';
import { ask, askGraphql, type GraphqlReply } from '../setup/ask.js';
import { callsOf } from '../setup/calls.catalog.js';
import type { Call } from '../setup/calls.js';
import { type PathCall, pathCallsOf } from '../setup/calls.paths.js';
import { type ToolCall, toolCallsOf } from '../setup/calls.tools.js';
import { type CallerName, type Cast, callerNames, makeCast } from '../setup/cast.js';
import { query } from '../setup/database.js';
import { postMcp, toolCall } from '../setup/mcp.ask.js';
import { type SourcedApp, startSourcedApp } from '../setup/skill-source.js';
import { byOperation, byPath, byTool } from './access.table.js';

let app: SourcedApp;
let cast: Cast;
let calls: Record<string, Call>;
let pathCall: (name: string) => Promise<PathCall>;
let toolCalls: ToolCall[];

beforeAll(async () => {
  app = await startSourcedApp();
  cast = await makeCast(app);
  calls = callsOf(app, cast);
  await query(app.databaseUrl, 'update organization set domain = null where id = $1', [
    app.credentials.organizationId.slice(4),
  ]);
  const ofBuilder = callsOf(app, cast, app.credentials.users.builder.email);
  pathCall = pathCallsOf(app, ofBuilder);
  toolCalls = toolCallsOf(ofBuilder);
});
afterAll(() => app.close());

describe('who may call what', () => {
  it('has a row of verdicts for every operation, every path and every tool, and a verdict for every kind of caller', () => {
    const withFile = [...uploads, ...downloads].map(({ operation }) => operation);
    const inGraphql = [...operations.keys()].filter((name) => !withFile.includes(name));
    expect([...byOperation.keys()].sort()).toEqual(inGraphql.sort());
    const paths = [
      ...shims.map(({ method, path }) => `${method}:${path}`),
      ...uploads.map(({ path }) => `post:${path}`),
      ...downloads.map(({ path }) => `get:${path}`),
    ];
    expect([...byPath.keys()].sort()).toEqual(paths.sort());
    expect([...byTool.keys()]).toEqual(tools.map(({ definition }) => definition.name));
    for (const row of [...byOperation.values(), ...byPath.values(), ...byTool.values()]) {
      expect(Object.keys(row)).toEqual([...callerNames]);
      expect(Object.values(row)).not.toContain('?');
    }
  });

  it('has no mutation, import or export that an agent key may call', () => {
    const text = readFileSync('schema.graphql', 'utf8');
    const [, mutations = ''] = /\ntype Mutation \{\n([\s\S]*?)\n\}/.exec(text) ?? [];
    const names = [...mutations.matchAll(/^ {2}(\w+)[(:]/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(80);
    const moving = [...uploads, ...downloads].map(({ path }) =>
      [...byPath.keys()].find((name) => name.endsWith(`:${path}`)),
    );
    const verdicts = [
      ...names.map((name) => [name, byOperation.get(name)?.enterpriseKey] as const),
      ...moving.map((name = '') => [name, byPath.get(name)?.enterpriseKey] as const),
    ];
    const refused = ['SESSION_REQUIRED', 'WRONG_CREDENTIAL'];
    expect(verdicts.filter(([, verdict = '']) => !refused.includes(verdict))).toEqual([]);
  });

  it.each([...byOperation])('%s answers each caller as the table says', async (name, expected) => {
    const call = calls[name];
    if (!call) throw new Error(`${name} has no call in calls.catalog.ts`);
    const oneByOne = call.oneByOne || hasShare(name);
    expect(await eachCaller((caller) => verdictOfCall(call, caller), oneByOne)).toEqual(expected);
  });

  it.each([...byPath])('%s answers each caller as the table says', async (name, expected) => {
    // A process receives and sends few files at once, and the rest are 503.
    const hasFile = [...uploads, ...downloads].some(({ path }) => name.endsWith(`:${path}`));
    const shim = shims.find(({ method, path }) => name === `${method}:${path}`);
    const oneByOne = hasFile || (shim !== undefined && hasShare(shim.operation));
    expect(await eachCaller((caller) => verdictOfPath(name, caller), oneByOne)).toEqual(expected);
  });

  it.each([...byTool])('the tool %s answers each caller of /mcp as the table says', async (name, expected) => {
    const call = toolCalls.find((one) => one.name === name);
    if (!call) throw new Error(`${name} has no call in calls.catalog.ts`);
    expect(await eachCaller((caller) => verdictOfTool(call, caller), hasShare(call.operation))).toEqual(expected);
  });
});

/** Callers without a credential wait for a place of a share, and after five seconds on a busy machine they get 503 in place of a verdict. */
const hasShare = (operation: string): boolean => operations.get(operation)?.declaration.share !== undefined;

async function eachCaller(ask: (caller: CallerName) => Promise<string>, oneByOne = false) {
  const verdicts: string[] = [];
  if (oneByOne) for (const caller of callerNames) verdicts.push(await ask(caller));
  else verdicts.push(...(await Promise.all(callerNames.map(ask))));
  return Object.fromEntries(callerNames.map((caller, index) => [caller, verdicts[index]]));
}

async function verdictOfCall({ document, variables }: Call, caller: CallerName): Promise<string> {
  if (caller === 'crossOrigin') return verdictOfSession(document, await variables());
  const reply = await askGraphql(app, document, await variables(), cast.callers[caller]);
  return verdictOf(reply);
}

/** A page of another origin is refused before its document is read; the operation's own rule shows in a session that no page names its origin for. */
async function verdictOfSession(document: string, variables: Record<string, unknown>): Promise<string> {
  const { crossOrigin } = cast.callers;
  expect(verdictOf(await askGraphql(app, document, variables, crossOrigin))).toBe('CROSS_ORIGIN');
  const typedIn = { ...crossOrigin, headers: { 'sec-fetch-site': 'none' } };
  return verdictOf(await askGraphql(app, document, variables, typedIn));
}

function verdictOf(reply: GraphqlReply<unknown>): string {
  return reply.errors[0]?.extensions.code ?? (reply.data ? 'ok' : 'no answer');
}

async function verdictOfPath(name: string, caller: CallerName): Promise<string> {
  const { url, headers, ...call } = await pathCall(name);
  const { cookie, headers: own } = cast.callers[caller];
  const reply = await ask<{ code?: string }>(app.url + url, {
    ...call,
    ...cast.callers[caller],
    headers: { ...(cookie && call.method !== 'GET' ? { origin: app.url } : {}), ...headers, ...own },
  });
  return reply.status < 300 ? 'ok' : (reply.body.code ?? `status ${reply.status}`);
}

async function verdictOfTool({ name, input }: ToolCall, caller: CallerName): Promise<string> {
  const { body, status } = await postMcp(app.url, toolCall(name, await input()), cast.callers[caller]);
  const answered = body.result as { isError?: boolean; structuredContent: { code?: string } } | undefined;
  if (answered && !answered.isError) return 'ok';
  return answered?.structuredContent.code ?? body.code ?? `status ${status}`;
}
