import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shims, uploads } from '../../rest-shims/index.js';
import { operations } from '../../server/platform/operation.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { type CallerName, type Cast, callerNames, makeCast } from '../setup/cast.js';
import { csvForm, csvOf } from '../setup/csv.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { type Call, callsOf } from './access.calls.js';

/** What the letters of the tables stand for; `ok` is an answer with data. */
const VERDICTS: Record<string, string> = {
  ok: 'ok',
  '401': 'UNAUTHENTICATED',
  ses: 'SESSION_REQUIRED',
  wrg: 'WRONG_CREDENTIAL',
  xor: 'CROSS_ORIGIN',
  mem: 'NOT_A_MEMBER',
  '404': 'NOT_FOUND',
  con: 'STATE_CONFLICT', // allowed, and then there is no domain to verify
  val: 'VALIDATION_FAILED', // allowed, and then the event names another tenant's product
  bat: 'BATCH_REFUSED', // the same of each event of a batch
};

/** Written by hand, never derived from the declarations: who gets what from each operation. */
const BY_OPERATION = `
                     anonymous owner admin member stranger crossOrigin workflowToken expiredToken revokedToken trackingKey revokedKey foreignKey enterpriseKey
  viewer             ok        ok    ok    ok     ok       ok          ok            401          401          ok          401        ok         ok
  eventCatalog       ok        ok    ok    ok     ok       ok          ok            401          401          ok          401        ok         ok
  organization       401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  members            401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  products           401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  product            401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  trackingKeys       401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  events             401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  verdicts           401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  dailyCounts        401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  eventCoverage      401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  usageReconciliation 401      ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  auditEntries       401       ok    ok    mem    404      ok          ses           401          401          ses         401        ses        ses
  domainChallenge    401       ok    ok    mem    404      ok          ses           401          401          ses         401        ses        ses
  createOrganization 401       ok    ok    ok     ok       xor         ses           401          401          ses         401        ses        ses
  updateOrganization 401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  verifyDomain       401       con   con   mem    404      xor         ses           401          401          ses         401        ses        ses
  createProduct      401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  updateProduct      401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  createTrackingKey  401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  revokeTrackingKey  401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  declareAccount     401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  csvImport          401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  csvImports         401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  csvImportProblems  401       ok    ok    ok     404      ok          ses           401          401          ses         401        ses        ses
  checkCsvImport     401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  confirmCsvImport   401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  inviteMember       401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  acceptInvitation   401       404   404   404    ok       xor         ses           401          401          ses         401        ses        ses
  changeMemberRole   401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  removeMember       401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
  trackEvent         401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        val        wrg
  trackBatch         401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        bat        wrg
  dryRunEvent        401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        val        wrg
  trackedEvent       401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        404        wrg
`;
const BY_PATH = `
                                   anonymous owner admin member stranger crossOrigin workflowToken expiredToken revokedToken trackingKey revokedKey foreignKey enterpriseKey
  post:/api/usage/track            401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        val        wrg
  post:/api/usage/track/batch      401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        bat        wrg
  post:/api/usage/track/dry-run    401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        val        wrg
  get:/api/usage/events            401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        404        wrg
  get:/api/usage/events/{eventId}  401       wrg   wrg   wrg    wrg      wrg         wrg           401          401          ok          401        404        wrg
  post:/api/imports/tracking-csv   401       ok    ok    mem    404      xor         ses           401          401          ses         401        ses        ses
`;

function rowsOf(table: string): Map<string, Record<string, string>> {
  const [head, ...rows] = table.trim().split('\n');
  const names = head?.trim().split(/\s+/) ?? [];
  return new Map(
    rows.map((row) => {
      const [name = '', ...letters] = row.trim().split(/\s+/);
      return [name, Object.fromEntries(names.map((caller, index) => [caller, VERDICTS[letters[index] ?? ''] ?? '?']))];
    }),
  );
}
const byOperation = rowsOf(BY_OPERATION);
const byPath = rowsOf(BY_PATH);

let app: TestApp;
let cast: Cast;
let calls: Record<string, Call>;
let stored: { idempotencyKey: string; eventId: string };

beforeAll(async () => {
  app = await startApp();
  cast = await makeCast(app);
  calls = callsOf(app, cast);
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
    expect(await eachCaller((caller) => verdictOfPath(name, caller))).toEqual(expected);
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
  };
  const query = path === '/api/usage/events' ? `?idempotencyKey=${stored.idempotencyKey}` : '';
  const reply = await ask<{ code?: string }>(`${app.url}${path.replace('{eventId}', stored.eventId)}${query}`, {
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
