import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shims, uploads } from '../../rest-shims/index.js';
import { operations } from '../../server/platform/operation.js';
import { ask, askGraphql } from '../setup/ask.js';
import { type CallerName, type Cast, callerNames, makeCast } from '../setup/cast.js';
import { query } from '../setup/database.js';
import { type SourcedApp, startSourcedApp } from '../setup/skill-source.js';
import type { Call } from './access.call.js';
import { callsOf } from './access.calls.js';
import { type PathCall, pathCallsOf } from './access.paths.js';
import { byOperation, byPath } from './access.table.js';

let app: SourcedApp;
let cast: Cast;
let calls: Record<string, Call>;
let pathCall: (name: string) => Promise<PathCall>;

beforeAll(async () => {
  app = await startSourcedApp();
  cast = await makeCast(app);
  calls = callsOf(app, cast);
  await query(app.databaseUrl, 'update organization set domain = null where id = $1', [
    app.credentials.organizationId.slice(4),
  ]);
  pathCall = await pathCallsOf(app, cast);
});
afterAll(() => app.close());

describe('who may call what', () => {
  it('has a row of verdicts for every operation and every path, and a verdict for every kind of caller', () => {
    const withFile = uploads.map(({ operation }) => operation);
    const inGraphql = [...operations.keys()].filter((name) => !withFile.includes(name));
    expect([...byOperation.keys()].sort()).toEqual(inGraphql.sort());
    const paths = [
      ...shims.map(({ method, path }) => `${method}:${path}`),
      ...uploads.map(({ path }) => `post:${path}`),
    ];
    expect([...byPath.keys()].sort()).toEqual(paths.sort());
    for (const row of [...byOperation.values(), ...byPath.values()]) {
      expect(Object.keys(row)).toEqual([...callerNames]);
      expect(Object.values(row)).not.toContain('?');
    }
  });

  it.each([...byOperation])('%s answers each caller as the table says', async (name, expected) => {
    const call = calls[name];
    if (!call) throw new Error(`${name} has no call in access.calls.ts`);
    expect(await eachCaller((caller) => verdictOfCall(call, caller), call.oneByOne)).toEqual(expected);
  });

  it.each([...byPath])('%s answers each caller as the table says', async (name, expected) => {
    // A process receives few files at once, and the rest are 503.
    const takesFile = uploads.some(({ path }) => name === `post:${path}`);
    expect(await eachCaller((caller) => verdictOfPath(name, caller), takesFile)).toEqual(expected);
  });
});

async function eachCaller(ask: (caller: CallerName) => Promise<string>, oneByOne = false) {
  const verdicts: string[] = [];
  if (oneByOne) for (const caller of callerNames) verdicts.push(await ask(caller));
  else verdicts.push(...(await Promise.all(callerNames.map(ask))));
  return Object.fromEntries(callerNames.map((caller, index) => [caller, verdicts[index]]));
}

async function verdictOfCall({ document, variables }: Call, caller: CallerName): Promise<string> {
  const reply = await askGraphql(app, document, await variables(), cast.callers[caller]);
  return reply.errors[0]?.extensions.code ?? (reply.data ? 'ok' : 'no answer');
}

async function verdictOfPath(name: string, caller: CallerName): Promise<string> {
  const { url, headers, ...call } = await pathCall(name);
  const { cookie, headers: own } = cast.callers[caller];
  const reply = await ask<{ code?: string }>(url, {
    ...call,
    ...cast.callers[caller],
    headers: { ...(cookie && call.method !== 'GET' ? { origin: app.url } : {}), ...headers, ...own },
  });
  return reply.status < 300 ? 'ok' : (reply.body.code ?? `status ${reply.status}`);
}
