import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { startWorker } from '../../server/app/worker.js';
import { openLog } from '../../server/platform/log.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { domainOf, linkTool, makeTool, moveDomain, setDomainVerified } from '../setup/evidence.js';
import { setQueueAway } from '../setup/jobs.js';
import { makeEvent } from '../setup/make.js';
import { makeCompany } from '../setup/people.js';
import {
  connect,
  eventsOf,
  jobsOf,
  makeJobsDue,
  makeSharing,
  type Receipt,
  receiptsOf,
  report,
  revoke,
  runJobs,
  slugOf,
  sweep,
} from '../setup/usage.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const MINUTE_MS = 60_000;
const RETRIES_MIN = [1, 5, 30, 120, 720];
const newest = async (token: string): Promise<Receipt | undefined> => (await receiptsOf(app, token))[0];
const addressOf = ({ id }: Pick<Receipt, 'id'>): string => id.slice(4);

/** Lets every relayed event be refused by the database, or lets them in again. */
const setEventsRefused = (refused: boolean) =>
  query(
    app.databaseUrl,
    refused
      ? `alter table tracking_event add constraint no_relay check (source <> 'relay') not valid`
      : 'alter table tracking_event drop constraint no_relay',
  );

describe('delivery', () => {
  it('stores one event in the vendor’s tenant that names no one, and tells the owner', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    const idempotencyKey = `of ${developer.email}`;
    const call = { toolSlug, idempotencyKey, success: true, durationMs: 412, spendCents: 0.000125 };
    const { receipt } = (await report(app, developer.token, call)).body;
    await runJobs(app);
    const [event, ...others] = await eventsOf(app, company);
    expect(others).toEqual([]);
    expect(event).toEqual({
      event_name: 'API_CALL_REPORTED',
      event_family: 'evaluation',
      developer_id: expect.stringMatching(/^relay_[0-9a-f]{32}$/),
      account_domain: null,
      idempotencyKey: `relay:${addressOf(receipt)}`,
      occurredAt: null,
      projectId: null,
      source: 'relay',
      label: 'first-party',
      metadata: {
        usageReceipt: {
          contract: 'service-usage-receipt-v1',
          receiptType: 'api_call',
          success: true,
          latencyMs: 412,
          costCents: 0.000125,
        },
      },
    });
    const stored = await query(app.databaseUrl, 'select * from tracking_event where organization_id = $1', [
      company.organizationId.slice(4),
    ]);
    const text = JSON.stringify(stored);
    for (const of of [developer.id.slice(4), developer.email, idempotencyKey]) expect(text).not.toContain(of);
    expect(await newest(developer.token)).toMatchObject({ state: 'delivered', attempts: 0, failure: null });
    expect((await newest(developer.token))?.deliveredAt).not.toBeNull();
    expect((await report(app, developer.token, call)).body).toMatchObject({
      outcome: 'existing_receipt',
      receipt: { state: 'delivered' },
    });
  });

  it.each([
    [{ receiptType: 'mcp_tool_call', success: true }, 'MCP_TOOL_CALL_REPORTED', 'evaluation'],
    [{ receiptType: 'mcp_tool_call', success: false }, 'MCP_TOOL_CALL_REPORTED', 'evaluation'],
    [{ receiptType: 'model_call', success: false }, 'MODEL_CALL_REPORTED', 'evaluation'],
    [{ receiptType: 'tool_call' }, 'TOOL_CALL_REPORTED', 'evaluation'],
    [{ receiptType: 'search' }, 'SEARCH_REPORTED', 'evaluation'],
    [{ receiptType: 'spend', spendCents: 3 }, 'SPEND_REPORTED', 'evaluation'],
    [{ receiptType: 'build' }, 'BUILD_REPORTED', 'evaluation'],
  ])('tells %o as %s', async (receipt, event_name, event_family) => {
    const { developer, company, toolSlug } = await makeSharing(app);
    await report(app, developer.token, { toolSlug, ...receipt });
    await runJobs(app);
    const [event] = await eventsOf(app, company);
    expect(event).toMatchObject({ event_name, event_family });
    const inContract = !['tool_call', 'search'].includes(receipt.receiptType);
    expect(Object.keys(event?.metadata ?? {})).toEqual([inContract ? 'usageReceipt' : 'relayedReceipt']);
  });

  it('ends with a consent that was revoked in the database alone, and stores nothing', async () => {
    const { developer, company, toolSlug, connection } = await makeSharing(app);
    await report(app, developer.token, { toolSlug });
    await query(app.databaseUrl, 'update tool_connection set revoked_at = now() where id = $1', [
      (connection.id ?? '').slice(4),
    ]);
    await runJobs(app);
    expect(await eventsOf(app, company)).toEqual([]);
    expect(await newest(developer.token)).toMatchObject({ state: 'stopped', failure: 'connection_revoked' });
  });

  it('is one event however often the job runs, also at once', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    const { receipt } = (await report(app, developer.token, { toolSlug })).body;
    const again = () =>
      query(app.databaseUrl, 'select graphile_worker.add_job($1, $2)', [
        'relay_receipt',
        JSON.stringify({ userId: developer.id.slice(4), receiptId: addressOf(receipt) }),
      ]);
    await again();
    await again();
    await Promise.all([runJobs(app), runJobs(app), runJobs(app)]);
    await again();
    await runJobs(app);
    expect(await eventsOf(app, company)).toHaveLength(1);
    expect(await jobsOf(app)).toEqual([]);
  });

  it('keeps the event of a receipt whose state was lost, and notes it as delivered', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    const { receipt } = (await report(app, developer.token, { toolSlug })).body;
    await runJobs(app);
    await query(
      app.databaseUrl,
      `update usage_receipt set state = 'queued', delivered_at = null, event_id = null, next_attempt_at = now() where id = $1`,
      [addressOf(receipt)],
    );
    app.clock.move(11 * MINUTE_MS);
    await sweep(app);
    await runJobs(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'delivered' });
    expect(await eventsOf(app, company)).toHaveLength(1);
  });

  it('gives a developer one name at each vendor, and two vendors different ones', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    const [second, toolId] = [await makeCompany(app), await makeTool(app)];
    await setDomainVerified(app, second.organizationId);
    await linkTool(app, second, toolId);
    await connect(app, developer, slugOf(toolId));
    for (const slug of [toolSlug, toolSlug, slugOf(toolId)]) await report(app, developer.token, { toolSlug: slug });
    await Promise.all([runJobs(app), runJobs(app)]);
    const [atFirst, atSecond] = [await eventsOf(app, company), await eventsOf(app, second)];
    expect(new Set(atFirst.map(({ developer_id }) => developer_id)).size).toBe(1);
    expect(atFirst).toHaveLength(2);
    expect(atSecond[0]?.developer_id).not.toBe(atFirst[0]?.developer_id);
  });

  it('carries the label of the vendor’s organization', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    await query(app.databaseUrl, `update organization set data_label = 'sample' where id = $1`, [
      company.organizationId.slice(4),
    ]);
    await report(app, developer.token, { toolSlug });
    await runJobs(app);
    expect(await eventsOf(app, company)).toMatchObject([{ label: 'sample' }]);
  });

  it('is done by a worker within moments', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    const worker = await startWorker(
      app.app.platform.config,
      { url: app.databaseUrl, directUrl: app.databaseUrl },
      app.app.platform.em,
      openLog('silent'),
      app.app.metrics,
    );
    try {
      await report(app, developer.token, { toolSlug });
      await vi.waitFor(async () => expect(await newest(developer.token)).toMatchObject({ state: 'delivered' }), 10_000);
      expect(await eventsOf(app, company)).toHaveLength(1);
    } finally {
      await worker.stop();
    }
  });

  it('refuses no one’s own events under its keys: they are reserved', async () => {
    const { company } = await makeSharing(app);
    const reply = await ask(`${app.url}/api/usage/track`, {
      token: company.trackingKey,
      body: {
        event_name: 'FIRST_API_CALL',
        developer_id: 'dev',
        product: { id: company.productId, name: 'An API', type: 'api' },
        idempotencyKey: `relay:${randomUUID()}`,
      },
    });
    expect(reply.status).toBe(400);
  });
});

describe('a delivery that fails', () => {
  it('is tried again after 1 m, 5 m, 30 m, 2 h and 12 h, and is then a dead letter that its owner sees', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    await setEventsRefused(true);
    try {
      const { receipt } = (await report(app, developer.token, { toolSlug })).body;
      for (const [index, minutes] of RETRIES_MIN.entries()) {
        await runJobs(app);
        const now = app.clock.now().getTime();
        const seen = await newest(developer.token);
        expect(seen).toMatchObject({ state: 'queued', attempts: index + 1, failure: null });
        const waitMs = new Date(seen?.nextAttemptAt ?? 0).getTime() - now;
        expect(Math.abs(waitMs - minutes * MINUTE_MS)).toBeLessThan(MINUTE_MS / 2);
        const [job] = await jobsOf(app);
        expect(job?.key).toBe(`relay:${addressOf(receipt)}`);
        expect(job?.run_at.toISOString()).toBe(seen?.nextAttemptAt);
        await makeJobsDue(app);
      }
      await runJobs(app);
      expect(await newest(developer.token)).toMatchObject({
        state: 'failed',
        attempts: 6,
        failure: 'delivery_failed',
        nextAttemptAt: null,
        deliveredAt: null,
      });
      expect(await jobsOf(app)).toEqual([]);
    } finally {
      await setEventsRefused(false);
    }
    expect(await eventsOf(app, company)).toEqual([]);
  });

  it('is delivered by a later attempt', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    await setEventsRefused(true);
    await report(app, developer.token, { toolSlug });
    await runJobs(app).finally(() => setEventsRefused(false));
    await makeJobsDue(app);
    await runJobs(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'delivered', attempts: 1, nextAttemptAt: null });
    expect(await eventsOf(app, company)).toHaveLength(1);
  });

  it('is stopped, not failed, when the consent is revoked between two attempts', async () => {
    const { developer, company, toolSlug, connection } = await makeSharing(app);
    await setEventsRefused(true);
    await report(app, developer.token, { toolSlug });
    await runJobs(app).finally(() => setEventsRefused(false));
    await revoke(app, developer, connection);
    await makeJobsDue(app);
    await runJobs(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'stopped', failure: 'connection_revoked' });
    expect(await eventsOf(app, company)).toEqual([]);
  });
});

describe('what ends before it is delivered', () => {
  it('is stopped by a revocation', async () => {
    const { developer, company, toolSlug, connection } = await makeSharing(app);
    await report(app, developer.token, { toolSlug });
    await revoke(app, developer, connection);
    await runJobs(app);
    expect(await eventsOf(app, company)).toEqual([]);
  });

  it('is either delivered before a revocation or never, when both come at once', async () => {
    const { developer, company, toolSlug, connection } = await makeSharing(app);
    for (let one = 0; one < 5; one += 1) await report(app, developer.token, { toolSlug });
    await Promise.all([runJobs(app), runJobs(app), revoke(app, developer, connection)]);
    await runJobs(app);
    const states = (await receiptsOf(app, developer.token)).map(({ state }) => state);
    expect(states.every((state) => state === 'delivered' || state === 'stopped')).toBe(true);
    const events = await eventsOf(app, company);
    expect(events).toHaveLength(states.filter((state) => state === 'delivered').length);
  });

  it('is stopped by a revocation that comes while it is admitted', async () => {
    const { developer, toolSlug, connection } = await makeSharing(app);
    await Promise.all([
      ...Array.from({ length: 6 }, () => report(app, developer.token, { toolSlug })),
      revoke(app, developer, connection),
    ]);
    const states = (await receiptsOf(app, developer.token)).map(({ state }) => state);
    expect(states).toHaveLength(6);
    expect(states.every((state) => state === 'stored' || state === 'stopped')).toBe(true);
  });

  it('is delivered although the consent has expired since: it held when it was admitted', async () => {
    const { developer, toolSlug } = await makeSharing(app);
    await report(app, developer.token, { toolSlug });
    await query(
      app.databaseUrl,
      `update tool_connection set expires_at = now() - interval '1 day' where user_id = $1`,
      [developer.id.slice(4)],
    );
    await runJobs(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'delivered' });
  });

  it.each([
    'update product_tool set unlinked_at = now() where organization_id = $1',
    'update organization set domain_verified_at = null where id = $1',
    `update product set status = 'ignored' where organization_id = $1`,
  ])('is stopped when the vendor is none any more: %s', async (statement) => {
    const { developer, company, toolSlug } = await makeSharing(app);
    await report(app, developer.token, { toolSlug });
    await query(app.databaseUrl, statement, [company.organizationId.slice(4)]);
    await runJobs(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'stopped', failure: 'vendor_unlinked' });
    expect(await eventsOf(app, company)).toEqual([]);
  });
});

describe('a vendor that changes its domain', () => {
  it('is no vendor by another one that it proves, and again by the one that was approved', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    const approved = await domainOf(app, company);
    await report(app, developer.token, { toolSlug });
    await moveDomain(app, company, 'elsewhere.example');
    await runJobs(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'stopped', failure: 'vendor_unlinked' });
    expect((await report(app, developer.token, { toolSlug })).body).toMatchObject({
      outcome: 'vendor_unlinked',
      connection: { vendorOrganizationLinked: false },
    });
    await moveDomain(app, company, approved);
    expect((await report(app, developer.token, { toolSlug })).body.outcome).toBe('queued');
  });

  it('keeps a receipt that the queue never took from going to the other one', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    await setQueueAway(app, true);
    await report(app, developer.token, { toolSlug }).finally(() => setQueueAway(app, false));
    await moveDomain(app, company, 'elsewhere.example');
    app.clock.move(2 * MINUTE_MS);
    await sweep(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'stopped', failure: 'vendor_unlinked' });
  });
});

describe('a queue that is away', () => {
  /** A receipt that the queue did not take. */
  async function makeWaiting() {
    const sharing = await makeSharing(app);
    await setQueueAway(app, true);
    const reply = await report(app, sharing.developer.token, { toolSlug: sharing.toolSlug });
    await setQueueAway(app, false);
    expect(reply.body.outcome).toBe('relay_unavailable');
    return sharing;
  }

  it('is offered the receipt again until it takes it', async () => {
    const { developer, company } = await makeWaiting();
    await sweep(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'waiting' }); // it is not due yet
    app.clock.move(2 * MINUTE_MS);
    await setQueueAway(app, true);
    await sweep(app).finally(() => setQueueAway(app, false));
    expect(await newest(developer.token)).toMatchObject({ state: 'waiting' });
    app.clock.move(2 * MINUTE_MS);
    await sweep(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'queued' });
    await runJobs(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'delivered' });
    expect(await eventsOf(app, company)).toHaveLength(1);
  });

  it('gets nothing of a consent that was revoked meanwhile', async () => {
    const { developer, connection } = await makeWaiting();
    await revoke(app, developer, connection);
    app.clock.move(2 * MINUTE_MS);
    await sweep(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'stopped', failure: 'connection_revoked' });
  });

  it('gets nothing of a consent that expired meanwhile', async () => {
    const { developer } = await makeWaiting();
    await query(app.databaseUrl, 'update tool_connection set expires_at = $2 where user_id = $1', [
      developer.id.slice(4),
      app.clock.now(),
    ]);
    app.clock.move(2 * MINUTE_MS);
    await sweep(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'stopped', failure: 'connection_expired' });
  });

  it('counts as one that takes nothing when others hold it', async () => {
    const { developer, toolSlug } = await makeSharing(app);
    const holder = new pg.Client({ connectionString: app.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table graphile_worker._private_jobs in access exclusive mode');
    const reply = await report(app, developer.token, { toolSlug });
    await holder.end();
    expect(reply.body.outcome).toBe('relay_unavailable');
  });

  it('that lost a job with its worker gets the receipt again', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    await report(app, developer.token, { toolSlug });
    await query(app.databaseUrl, `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed'`);
    await sweep(app);
    await runJobs(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'queued' });
    app.clock.move(11 * MINUTE_MS);
    await sweep(app);
    await runJobs(app);
    expect(await newest(developer.token)).toMatchObject({ state: 'delivered' });
    expect(await eventsOf(app, company)).toHaveLength(1);
  });
});

describe('what a relayed event counts for', () => {
  it('is no activity of the company: no daily count, no coverage', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    await report(app, developer.token, { toolSlug, receiptType: 'mcp_tool_call', success: true });
    await runJobs(app);
    expect(await eventsOf(app, company)).toHaveLength(1);
    await query(app.databaseUrl, `update tracking_event set recorded_at = now() - interval '1 minute'`);
    while ((await foldEvents(app.app.platform.em())).more);
    const view = await askGraphql<{
      dailyCounts: unknown[];
      eventCoverage: { areas: { arriving: boolean }[] };
    }>(
      app,
      `query ($organizationId: ID!, $productId: String!) {
        dailyCounts(organizationId: $organizationId, productId: $productId) { events }
        eventCoverage(organizationId: $organizationId, productId: $productId) { areas { arriving } } }`,
      { organizationId: company.organizationId, productId: company.productId },
      { cookie: company.owner.cookie },
    );
    expect(view.data?.dailyCounts).toEqual([]);
    expect(view.data?.eventCoverage.areas.some(({ arriving }) => arriving)).toBe(false);
  });

  it('is not among the events that stand beside the company’s own report', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    await report(app, developer.token, { toolSlug });
    await runJobs(app);
    expect(await eventsOf(app, company)).toHaveLength(1);
    const reported = {
      event_name: 'ZONE_USAGE_REPORTED',
      account_domain: undefined,
      metadata: { zone: 'eu', costCents: 1 },
    };
    const tracked = await ask(`${app.url}/api/usage/track`, {
      token: company.trackingKey,
      body: makeEvent(app, { ...reported, product: { id: company.productId, name: 'An API', type: 'api' } }),
    });
    expect(tracked.status).toBe(200);
    const view = await askGraphql<{ usageReconciliation: unknown[] }>(
      app,
      `query ($organizationId: ID!, $productId: String!) {
        usageReconciliation(organizationId: $organizationId, productId: $productId) { accountDomain reports events developers } }`,
      { organizationId: company.organizationId, productId: company.productId },
      { cookie: company.owner.cookie },
    );
    expect(view.data?.usageReconciliation).toEqual([{ accountDomain: null, reports: 1, events: 0, developers: 0 }]);
  });
});
