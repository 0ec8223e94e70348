import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { linkTool, makeLinkedCompany, makeTool, setDomainVerified } from '../setup/evidence.js';
import { setQueueAway } from '../setup/jobs.js';
import { makeCompany } from '../setup/people.js';
import { countRows } from '../setup/rows.js';
import { createToken, makeProjectRow } from '../setup/tokens.js';
import {
  connect,
  jobsOf,
  makeDeveloper,
  makeSharing,
  type Receipt,
  receiptsOf,
  report,
  revoke,
  slugOf,
  USAGE_PATH,
} from '../setup/usage.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const SHARED = { sharedWithVendor: true, vendorOrganizationLinked: true, reconnectRequired: false };

describe('POST /api/me/usage · 202', () => {
  it('queues a receipt of a tool that its owner shares with a linked vendor', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    const reply = await report(app, developer.token, {
      toolSlug,
      success: true,
      durationMs: 412,
      spendCents: 0.000125,
    });
    expect(reply.status).toBe(202);
    expect(reply.body).toMatchObject({
      outcome: 'queued',
      receipt: { toolId: company.toolId, receiptType: 'api_call', state: 'queued' },
      connection: SHARED,
    });
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    expect(await jobsOf(app)).toContainEqual(
      expect.objectContaining({
        key: `relay:${reply.body.receipt.id.slice(4)}`,
        payload: { userId: developer.id.slice(4), receiptId: reply.body.receipt.id.slice(4) },
      }),
    );
  });

  it('takes a project that is the caller’s, published, and lists the tool', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    const projectId = await makeProjectRow(app, developer.id, 'PUBLISHED');
    await listTool(projectId, company.toolId);
    expect((await report(app, developer.token, { toolSlug, projectId })).status).toBe(202);
    expect(await receiptsOf(app, developer.token)).toMatchObject([{ projectId }]);
  });
});

async function listTool(projectId: string, toolId: string): Promise<void> {
  await query(
    app.databaseUrl,
    `update project set published_content = jsonb_set(published_content, '{tools}', jsonb_build_array(jsonb_build_object('toolId', $2::text))) where id = $1`,
    [projectId.slice(4), toolId],
  );
}

describe('POST /api/me/usage · 200', () => {
  it('keeps a receipt for its owner alone where the tool has no vendor', async () => {
    const developer = await makeDeveloper(app);
    const toolId = await makeTool(app);
    const reply = await report(app, developer.token, { toolId });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      outcome: 'vendor_unlinked',
      receipt: { toolId, state: 'stored' },
      connection: { sharedWithVendor: false, vendorOrganizationLinked: false, reconnectRequired: false },
    });
  });

  it('says that a connected tool has no vendor to share with', async () => {
    const developer = await makeDeveloper(app);
    const toolId = await makeTool(app);
    await connect(app, developer, slugOf(toolId));
    const reply = await report(app, developer.token, { toolId });
    expect(reply.body.outcome).toBe('vendor_unlinked');
    expect(reply.body.connection).toMatchObject({ sharedWithVendor: false, vendorOrganizationLinked: false });
  });

  it('keeps a receipt for its owner alone where no one agreed to share', async () => {
    const developer = await makeDeveloper(app);
    const { toolId } = await makeLinkedCompany(app);
    const reply = await report(app, developer.token, { toolId });
    expect(reply.body).toMatchObject({
      outcome: 'vendor_unlinked',
      connection: { sharedWithVendor: false, vendorOrganizationLinked: true, reconnectRequired: false },
    });
  });

  it.each(['revoked', 'expired'])('never reconnects a tool whose connection is %s', async (state) => {
    const { developer, toolSlug, connection } = await makeSharing(app);
    if (state === 'revoked') await revoke(app, developer, connection);
    else
      await query(app.databaseUrl, 'update tool_connection set expires_at = now() where id = $1', [
        connection.id?.slice(4),
      ]);
    const reply = await report(app, developer.token, { toolSlug });
    expect(reply.body).toMatchObject({
      outcome: 'vendor_unlinked',
      receipt: { state: 'stored' },
      connection: { sharedWithVendor: false, vendorOrganizationLinked: true, reconnectRequired: true },
    });
  });

  it.each([
    ['an unverified domain', async (organizationId: string) => setDomainVerified(app, organizationId, false)],
    [
      'a withdrawn link',
      (organizationId: string) =>
        query(app.databaseUrl, 'update product_tool set unlinked_at = now() where organization_id = $1', [
          organizationId.slice(4),
        ]),
    ],
    [
      'an ignored product',
      (organizationId: string) =>
        query(app.databaseUrl, `update product set status = 'ignored' where organization_id = $1`, [
          organizationId.slice(4),
        ]),
    ],
  ])('takes a company with %s for no vendor', async (_what, spoil) => {
    const { developer, company, toolSlug } = await makeSharing(app);
    await spoil(company.organizationId);
    expect((await report(app, developer.token, { toolSlug })).body.outcome).toBe('vendor_unlinked');
  });

  it('answers the existing receipt to a retry, under slug or id, with null for what is left out', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    const idempotencyKey = randomUUID();
    const first = await report(app, developer.token, { toolSlug, idempotencyKey, spendCents: 1 });
    const again = await report(app, developer.token, {
      toolId: company.toolId,
      idempotencyKey,
      spendCents: 1.0,
      success: null,
    });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first.body, outcome: 'existing_receipt' });
    expect(await receiptsOf(app, developer.token)).toHaveLength(1);
  });

  it('answers a retry with the connection as it is now', async () => {
    const { developer, toolSlug, connection } = await makeSharing(app);
    const call = { toolSlug, idempotencyKey: randomUUID() };
    await report(app, developer.token, call);
    await revoke(app, developer, connection);
    expect((await report(app, developer.token, call)).body).toMatchObject({
      outcome: 'existing_receipt',
      receipt: { state: 'stopped' },
      connection: { sharedWithVendor: false, reconnectRequired: true },
    });
  });

  it('answers a retry although its project was archived since', async () => {
    const developer = await makeDeveloper(app);
    const toolId = await makeTool(app);
    const projectId = await makeProjectRow(app, developer.id, 'PUBLISHED');
    await listTool(projectId, toolId);
    const call = { toolId, projectId, idempotencyKey: randomUUID() };
    await report(app, developer.token, call);
    await query(app.databaseUrl, `update project set status = 'ARCHIVED' where id = $1`, [projectId.slice(4)]);
    expect((await report(app, developer.token, call)).body.outcome).toBe('existing_receipt');
  });

  it('stores a receipt although the queue takes nothing, and says so', async () => {
    const { developer, toolSlug } = await makeSharing(app);
    const call = { toolSlug, idempotencyKey: randomUUID() };
    await setQueueAway(app, true);
    const reply = await report(app, developer.token, call);
    await setQueueAway(app, false);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      outcome: 'relay_unavailable',
      receipt: { state: 'waiting' },
      connection: SHARED,
    });
    expect((await report(app, developer.token, call)).body).toMatchObject({
      outcome: 'existing_receipt',
      receipt: { id: reply.body.receipt.id, state: 'waiting' },
    });
  });

  it('lets one key of two people be two receipts', async () => {
    const toolId = await makeTool(app);
    const call = { toolId, idempotencyKey: 'the same' };
    const [one, other] = [await makeDeveloper(app), await makeDeveloper(app)];
    expect((await report(app, one.token, call)).body.outcome).toBe('vendor_unlinked');
    expect((await report(app, other.token, call)).body.outcome).toBe('vendor_unlinked');
  });

  it('stores one receipt and one job of many calls at once under one key', async () => {
    const { developer, toolSlug } = await makeSharing(app);
    const call = { toolSlug, idempotencyKey: randomUUID() };
    const replies = await Promise.all(Array.from({ length: 8 }, () => report(app, developer.token, call)));
    expect(replies.map(({ body }) => body.outcome).sort()).toEqual([...Array(7).fill('existing_receipt'), 'queued']);
    expect(new Set(replies.map(({ body }) => body.receipt.id)).size).toBe(1);
    const jobs = await jobsOf(app);
    expect(jobs.filter(({ payload }) => payload.userId === developer.id.slice(4))).toHaveLength(1);
  });

  it('tells one vendor when several are linked to a tool: the one whose link is the oldest', async () => {
    const { developer, company, toolSlug } = await makeSharing(app);
    const later = await makeCompany(app);
    await setDomainVerified(app, later.organizationId);
    await linkTool(app, later, company.toolId);
    const { body } = await report(app, developer.token, { toolSlug });
    const rows = await query<{ organization_id: string }>(
      app.databaseUrl,
      'select organization_id from usage_receipt where id = $1',
      [body.receipt.id.slice(4)],
    );
    expect(rows).toEqual([{ organization_id: company.organizationId.slice(4) }]);
  });
});

describe('POST /api/me/usage · 400', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['no tool', { toolSlug: null }, '/toolId'],
    ['a tool named twice', { toolId: `tol_${randomUUID()}` }, '/toolSlug'],
    ['an id of another kind', { toolSlug: null, toolId: `prj_${randomUUID()}` }, '/toolId'],
    ['an unknown kind', { receiptType: 'guess' }, '/receiptType'],
    ['no kind', { receiptType: null }, '/receiptType'],
    ['no key', { idempotencyKey: null }, '/idempotencyKey'],
    ['an empty key', { idempotencyKey: '' }, '/idempotencyKey'],
    ['a key that is too long', { idempotencyKey: 'k'.repeat(256) }, '/idempotencyKey'],
    ['a reserved key', { idempotencyKey: 'relay:1' }, '/idempotencyKey'],
    ['another reserved key', { idempotencyKey: 'csv:1' }, '/idempotencyKey'],
    ['a duration below zero', { durationMs: -1 }, '/durationMs'],
    ['a duration of over a day', { durationMs: 86_400_001 }, '/durationMs'],
    ['half a millisecond', { durationMs: 0.5 }, '/durationMs'],
    ['a duration as text', { durationMs: '5' }, '/durationMs'],
    ['a cost below zero', { spendCents: -0.01 }, '/spendCents'],
    ['a cost of over a million dollars', { spendCents: 100_000_000.01 }, '/spendCents'],
    ['a cost as text', { spendCents: '0.8' }, '/spendCents'],
    ['an outcome as text', { success: 'true' }, '/success'],
    ['a member that is not of the contract', { credits: 3 }, '/credits'],
  ];
  it.each(cases)('refuses %s and stores nothing', async (_what, body, pointer) => {
    const before = await countRows(app);
    const reply = await report(app, app.credentials.workflowToken, { toolSlug: 'stripe', ...body });
    expect(reply.status).toBe(400);
    expect(reply.body.code).toBe('VALIDATION_FAILED');
    expect(reply.body.errors?.map((error) => error.pointer)).toContain(pointer);
    expect(await countRows(app)).toEqual(before);
  });

  it('refuses a key that is a credential, and repeats it nowhere', async () => {
    const secret = app.credentials.trackingKey;
    const reply = await report(app, app.credentials.workflowToken, { toolSlug: 'stripe', idempotencyKey: secret });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'PRIVATE_CONTENT', errors: [{ pointer: '/idempotencyKey' }] });
    expect(reply.text).not.toContain(secret);
  });

  it('refuses a published project that does not list the tool', async () => {
    const developer = await makeDeveloper(app);
    const projectId = await makeProjectRow(app, developer.id, 'PUBLISHED');
    const reply = await report(app, developer.token, { toolSlug: 'stripe', projectId });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([{ pointer: '/projectId', code: 'tool_not_listed' }]);
  });
});

describe('POST /api/me/usage · 401, 403', () => {
  it('refuses a call without a token', async () => {
    expect((await report(app, '', { toolSlug: 'stripe' })).status).toBe(401);
  });

  it.each(['get', 'post'])('refuses a project-scoped token: %s', async (method) => {
    const { projectToken } = app.credentials;
    const reply =
      method === 'get'
        ? await ask(app.url + USAGE_PATH, { token: projectToken })
        : await report(app, projectToken, { toolSlug: 'stripe' });
    expect(reply.status).toBe(403);
    expect(reply.body.code).toBe('PROJECT_SCOPED_TOKEN');
  });

  it('refuses a token without the scope', async () => {
    const reader = await createToken(app, app.credentials.workflowToken, { scopes: ['project:read'] });
    expect((await report(app, reader, { toolSlug: 'stripe' })).body.code).toBe('INSUFFICIENT_SCOPE');
    const writer = await createToken(app, app.credentials.workflowToken, { scopes: ['project:publish'] });
    expect((await ask(app.url + USAGE_PATH, { token: writer })).body.code).toBe('INSUFFICIENT_SCOPE');
  });

  it('refuses a tracking key', async () => {
    expect((await report(app, app.credentials.trackingKey, { toolSlug: 'stripe' })).body.code).toBe('WRONG_CREDENTIAL');
  });
});

describe('POST /api/me/usage · 404', () => {
  it.each([
    ['toolSlug', 'no-such-tool'],
    ['toolId', `tol_${randomUUID()}`],
  ])('knows no such tool: %s', async (member, value) => {
    const reply = await report(app, app.credentials.workflowToken, { [member]: value });
    expect(reply.status).toBe(404);
    expect(reply.body).toMatchObject({ code: 'NOT_FOUND', errors: [{ pointer: `/${member}` }] });
  });

  it('answers another person’s project as one that there is not', async () => {
    const [one, other] = [await makeDeveloper(app), await makeDeveloper(app)];
    const projectId = await makeProjectRow(app, other.id, 'PUBLISHED');
    const call = { toolSlug: 'stripe', idempotencyKey: 'of another' };
    const foreign = await report(app, one.token, { ...call, projectId });
    const unknown = await report(app, one.token, { ...call, projectId: `prj_${randomUUID()}` });
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.body).toEqual({ ...unknown.body, requestId: expect.any(String) });
  });
});

describe('POST /api/me/usage · 409', () => {
  it('refuses a changed receipt under a used key, names what differs and no value', async () => {
    const developer = await makeDeveloper(app);
    const idempotencyKey = randomUUID();
    await report(app, developer.token, { toolSlug: 'stripe', idempotencyKey, spendCents: 12.5, success: true });
    const reply = await report(app, developer.token, {
      toolSlug: 'react',
      idempotencyKey,
      receiptType: 'search',
      spendCents: 12.500001,
      durationMs: 7,
    });
    expect(reply.status).toBe(409);
    expect(reply.body.code).toBe('IDEMPOTENCY_CONFLICT');
    expect(reply.body.changed).toEqual(['/durationMs', '/receiptType', '/spendCents', '/success', '/toolSlug']);
    expect(reply.text).not.toContain('12.5');
    expect(await receiptsOf(app, developer.token)).toMatchObject([{ spendCents: 12.5, success: true }]);
  });

  it.each(['DRAFT', 'ARCHIVED'])('refuses a project that is %s', async (status) => {
    const developer = await makeDeveloper(app);
    const projectId = await makeProjectRow(app, developer.id, status);
    const reply = await report(app, developer.token, { toolSlug: 'stripe', projectId });
    expect(reply.status).toBe(409);
    expect(reply.body.code).toBe('STATE_CONFLICT');
  });
});

describe('GET /api/me/usage', () => {
  it('shows the caller’s receipts alone, page by page, newest first, with unknown as null', async () => {
    const [developer, other] = [await makeDeveloper(app), await makeDeveloper(app)];
    await report(app, other.token, { toolSlug: 'stripe' });
    const ids: string[] = [];
    for (const spendCents of [0, 0.1, undefined])
      ids.unshift((await report(app, developer.token, { toolSlug: 'stripe', spendCents })).body.receipt.id);
    const get = (parameters: string) =>
      ask<{ receipts: Receipt[]; connections: unknown[]; nextCursor: string | null; notice: string }>(
        `${app.url}${USAGE_PATH}${parameters}`,
        { token: developer.token },
      );
    const first = await get('?limit=2');
    expect(first.headers.get('cache-control')).toBe('private, no-store');
    expect(first.body).toMatchObject({ connections: [], notice: 'queued is not confirmed delivery' });
    const second = await get(`?limit=2&cursor=${first.body.nextCursor}`);
    const all = [...first.body.receipts, ...second.body.receipts];
    expect(all.map(({ id }) => id)).toEqual(ids);
    expect(all.map(({ spendCents }) => spendCents)).toEqual([null, 0.1, 0]);
    expect(all[0]).toMatchObject({ success: null, durationMs: null, deliveredAt: null, failure: null, attempts: 0 });
    expect(second.body.nextCursor).toBeNull();
  });

  it.each(['?limit=0', '?limit=101', '?cursor=x', '?month=2026-01'])('refuses %s', async (parameters) => {
    const reply = await ask(`${app.url}${USAGE_PATH}${parameters}`, { token: app.credentials.workflowToken });
    expect(reply.status).toBe(400);
  });

  it('shows a person in a session their own, also of some states alone', async () => {
    const { developer, toolSlug } = await makeSharing(app);
    for (const slug of ['stripe', toolSlug]) await report(app, developer.token, { toolSlug: slug });
    const reply = await askGraphql<{ usage: { receipts: unknown[] } }>(
      app,
      '{ usage(state: [queued, failed]) { receipts { state tool { slug } } } }',
      {},
      { cookie: developer.cookie },
    );
    expect(reply.data?.usage.receipts).toEqual([{ state: 'queued', tool: { slug: toolSlug } }]);
  });

  it('shows a connection that has expired as such', async () => {
    const { developer, toolSlug } = await makeSharing(app);
    await query(app.databaseUrl, 'update tool_connection set expires_at = $2 where user_id = $1', [
      developer.id.slice(4),
      new Date(app.clock.now().getTime() - DAY_MS),
    ]);
    const reply = await ask<{ connections: unknown[] }>(app.url + USAGE_PATH, { token: developer.token });
    expect(reply.body.connections).toMatchObject([{ tool: { slug: toolSlug }, state: 'expired' }]);
  });
});
