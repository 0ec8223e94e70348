import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, askGraphql } from '../setup/ask.js';
import { callsOf } from '../setup/calls.catalog.js';
import { pathCallsOf } from '../setup/calls.paths.js';
import { type CallerName, type Cast, makeCast } from '../setup/cast.js';
import { postMcp, toolCall } from '../setup/mcp.ask.js';
import { type SourcedApp, startSourcedApp } from '../setup/skill-source.js';
import { byOperation } from './access.table.js';

let app: SourcedApp;
let cast: Cast;
beforeAll(async () => {
  app = await startSourcedApp();
  cast = await makeCast(app);
});
afterAll(() => app.close());

/** Ids that people and agents send. Ids of audit entries and the like are read alone. */
const ID = /^[a-z]{3}_(?=[0-9a-f]{8}-)/;

/** The same values, each time with one id that has lost its prefix, and where that id lies. */
function withOneBare(value: unknown, at = ''): { at: string; value: unknown }[] {
  if (typeof value === 'string') return ID.test(value) ? [{ at, value: value.replace(ID, '') }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    withOneBare(member, `${at}/${name}`).map((one) => ({
      at: one.at,
      value: Array.isArray(value)
        ? value.map((old, index) => (String(index) === name ? one.value : old))
        : { ...value, [name]: one.value },
    })),
  );
}

/** A caller whose own call of the operation succeeds: what refuses the changed one is the id. */
const allowed = (verdicts: Record<string, string>): CallerName | undefined =>
  (['owner', 'reviewer', 'workflowToken', 'enterpriseKey', 'trackingKey'] as const).find(
    (caller) => verdicts[caller] === 'ok',
  );

describe('a UUID without its prefix', () => {
  it('is refused by every operation, wherever an id lies in its input', async () => {
    const calls = callsOf(app, cast);
    const taken: string[] = [];
    let tried = 0;
    for (const [name, verdicts] of byOperation) {
      const call = calls[name];
      const caller = allowed(verdicts);
      if (!call || !caller) continue;
      for (const { at, value } of withOneBare(await call.variables())) {
        tried += 1;
        const reply = await askGraphql(app, call.document, value as Record<string, unknown>, cast.callers[caller]);
        const code = reply.errors[0]?.extensions.code ?? 'ok';
        if (!['VALIDATION_FAILED', 'NOT_FOUND'].includes(code)) taken.push(`${name} ${at} ${code}`);
      }
    }
    expect(tried).toBeGreaterThan(100);
    expect(taken).toEqual([]);
  });

  it('is refused by a path, in its query and as a part of it', async () => {
    const pathCall = pathCallsOf(app, callsOf(app, cast, app.credentials.users.builder.email));
    const { owner, workflowToken } = cast.callers;
    const download = await pathCall('get:/api/exports/adoption');
    const exported = await ask(app.url + download.url.replace('org_', ''), owner);
    expect(exported).toMatchObject({ status: 400, body: { errors: [{ pointer: '/organizationId' }] } });
    const one = await pathCall('get:/api/workflow/projects/{projectId}');
    const read = await ask(app.url + one.url.replace('prj_', ''), workflowToken);
    expect(read).toMatchObject({ status: 400, body: { errors: [{ pointer: '/projectId' }] } });
  });

  it('is refused by a tool', async () => {
    const planId = String(
      (await callsOf(app, cast, app.credentials.users.builder.email).buildPacket?.variables())?.planId,
    );
    const whole = await postMcp(app.url, toolCall('get_build_packet', { planId }), cast.callers.workflowToken);
    const bare = await postMcp(
      app.url,
      toolCall('get_build_packet', { planId: planId.replace('pln_', '') }),
      cast.callers.workflowToken,
    );
    expect([whole, bare].map(({ body }) => (body.result as { isError?: boolean }).isError ?? false)).toEqual([
      false,
      true,
    ]);
  });
});
