import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shims, uploads } from '../../rest-shims/index.js';
import { operations } from '../../server/platform/operation.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { type CallerName, type Cast, callerNames, makeCast } from '../setup/cast.js';
import { catalogForm, toolTable } from '../setup/catalog-file.js';
import { csvForm, csvOf } from '../setup/csv.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { type Call, callsOf, MCP_SERVER } from './access.calls.js';
import { fixturesOf } from './access.fixtures.js';
import { byOperation, byPath } from './access.table.js';

let app: TestApp;
let cast: Cast;
let calls: Record<string, Call>;
let planId: string;
let stored: { idempotencyKey: string; eventId: string };

beforeAll(async () => {
  app = await startApp();
  cast = await makeCast(app);
  calls = callsOf(app, cast);
  ({ planId } = await fixturesOf(app, cast).newPlan(app.credentials.users.builder.email));
  await query(app.databaseUrl, 'update organization set domain = null where id = $1', [
    app.credentials.organizationId.slice(4),
  ]);
  const event = makeEvent(app, { idempotencyKey: 'stored-1' });
  const reply = await ask<{ eventId: string }>(`${app.url}/api/usage/track`, {
    token: app.credentials.trackingKey,
    body: event,
  });
  stored = { idempotencyKey: 'stored-1', eventId: reply.body.eventId };
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
  const [method = '', path = ''] = name.split(':');
  const form = csvForm(app, csvOf(1, 'access'));
  const bodies: Record<string, unknown> = {
    '/api/usage/track': makeEvent(app),
    '/api/usage/track/dry-run': makeEvent(app),
    '/api/usage/track/batch': { events: [makeEvent(app)] },
    '/api/imports/tracking-csv': form.body,
    '/api/imports/catalog': catalogForm({ format: 'csv' }, toolTable(1, 'access')).body,
  };
  const queries: Record<string, string> = {
    '/api/usage/events': `?idempotencyKey=${stored.idempotencyKey}`,
    '/api/build/search': '?intent=payments',
    '/api/workflow/build-packet': `?planId=${planId}`,
  };
  const at = path
    .replace('{eventId}', stored.eventId)
    .replace('{serverName}', encodeURIComponent(MCP_SERVER))
    .replace('{version}', 'latest');
  const reply = await ask<{ code?: string }>(`${app.url}${at}${queries[path] ?? ''}`, {
    method: method.toUpperCase(),
    ...(method === 'post' ? { body: bodies[path] } : {}),
    ...cast.callers[caller],
    headers: {
      ...(uploads.some((upload) => upload.path === path) ? { 'content-type': form.type, origin: app.url } : {}),
      ...cast.callers[caller].headers,
    },
  });
  return reply.status < 300 ? 'ok' : (reply.body.code ?? `status ${reply.status}`);
}
