import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { countRows } from '../setup/rows.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Json = Record<string, unknown>;
interface Answer {
  accepted: boolean;
  stored: boolean;
  wouldBe?: string;
  code?: string;
  mapping: Record<string, Json>;
  stripped: string[];
  warnings: { pointer: string; code: string }[];
  errors?: { pointer: string; code: string }[];
}
const dryRun = (body: unknown, token = app.credentials.trackingKey) =>
  ask<Answer>(`${app.url}/api/usage/track/dry-run`, { token, body });
const track = (body: unknown) => ask(`${app.url}/api/usage/track`, { token: app.credentials.trackingKey, body });
const mappingOf = async (given: Json) => (await dryRun(makeEvent(app, given))).body.mapping;

describe('POST /api/usage/track/dry-run · 202', () => {
  it('says what was understood', async () => {
    const { status, body } = await dryRun(
      makeEvent(app, {
        occurredAt: '2026-01-02T03:04:05+02:00',
        metadata: { importId: 1, usageReceipt: { receiptType: 'spend', costCents: 2 } },
      }),
    );
    expect(status).toBe(202);
    expect(body).toMatchObject({
      accepted: true,
      stored: false,
      wouldBe: 'tracked',
      stripped: ['/metadata/importId'],
      warnings: [],
    });
    expect(body.mapping).toEqual({
      event: { name: 'FIRST_API_CALL', family: 'activation', familySource: 'catalog' },
      product: { id: app.credentials.productId, name: 'Demo API', type: 'api', status: 'registered' },
      account: { domain: null, status: 'absent' },
      campaign: { campaignId: null, source: null, status: 'absent' },
      developer: { id: 'dev_1' },
      project: { id: null, status: 'absent' },
      receipt: { contract: 'service-usage-receipt-v1', type: 'spend' },
      occurredAt: '2026-01-02T01:04:05.000Z',
    });
  });

  it('says what a real call would answer: tracked, duplicate or conflict', async () => {
    const event = makeEvent(app);
    expect((await dryRun(event)).body.wouldBe).toBe('tracked');
    await track(event);
    expect((await dryRun(event)).body.wouldBe).toBe('duplicate');
    expect((await dryRun({ ...event, developer_id: 'another' })).body.wouldBe).toBe('conflict');
  });

  it('says ignored for an ignored product', async () => {
    const { ignored } = app.credentials;
    const { body } = await dryRun(
      makeEvent(app, { product: { id: ignored.productId, name: 'Demo Legacy', type: 'api' } }),
      ignored.trackingKey,
    );
    expect(body).toMatchObject({ wouldBe: 'ignored', mapping: { product: { status: 'ignored' } } });
  });

  it('says whose family it is: the catalog’s or the caller’s', async () => {
    const { event } = await mappingOf({ event_name: 'TEAM_GREW', event_family: 'expansion' });
    expect(event).toEqual({ name: 'TEAM_GREW', family: 'expansion', familySource: 'caller' });
  });

  it('knows an account that was declared or seen, a new one, and the vendor’s own domain', async () => {
    const owner = await signIn(app, app.credentials.users.owner);
    await askGraphql(
      app,
      'mutation ($input: DeclareAccountInput!) { declareAccount(input: $input) { domain } }',
      { input: { organizationId: app.credentials.organizationId, domain: 'declared.example' } },
      { cookie: owner },
    );
    await track(makeEvent(app, { account_domain: 'Seen.Example' }));
    const statusOf = async (domain: string) => (await mappingOf({ account_domain: domain })).account;
    expect(await statusOf('declared.example')).toEqual({ domain: 'declared.example', status: 'matched' });
    expect(await statusOf('seen.example')).toEqual({ domain: 'seen.example', status: 'matched' });
    expect(await statusOf('never.example')).toEqual({ domain: 'never.example', status: 'new' });
    expect(await statusOf('demo-company.example')).toEqual({
      domain: 'demo-company.example',
      status: 'vendor_own_domain',
    });
  });

  it('knows a campaign that was seen and a new one', async () => {
    const context = (campaignId: string) => ({ context: { attribution: { campaignId, source: 'mail' } } });
    await track(makeEvent(app, context('seen')));
    expect((await mappingOf(context('seen'))).campaign).toEqual({
      campaignId: 'seen',
      source: 'mail',
      status: 'known',
    });
    expect((await mappingOf(context('unseen'))).campaign).toEqual({
      campaignId: 'unseen',
      source: 'mail',
      status: 'new',
    });
    expect((await mappingOf({ context: { attribution: { source: 'mail' } } })).campaign).toEqual({
      campaignId: null,
      source: 'mail',
      status: 'absent',
    });
  });

  it('never tells whether a project exists', async () => {
    const { body } = await dryRun(makeEvent(app, { projectId: 'prj_anything' }));
    expect(body.mapping.project).toEqual({ id: 'prj_anything', status: 'unknown' });
    expect(body.warnings).toMatchObject([{ pointer: '/projectId', code: 'project_unknown' }]);
  });

  it('warns where only a stored event needs a member', async () => {
    const { product: _product, idempotencyKey: _key, ...bare } = makeEvent(app);
    const { status, body } = await dryRun(bare);
    expect(status).toBe(202);
    expect(body.warnings.map(({ pointer }) => pointer).sort()).toEqual(['/idempotencyKey', '/product']);
    expect(body.mapping.product).toEqual({ id: null, name: null, type: null, status: null });
  });
});

describe('POST /api/usage/track/dry-run · 400', () => {
  it('says what could be understood all the same, and null for the rest', async () => {
    const { status, body } = await dryRun({
      event_name: 'FIRST_API_CALL',
      developer_id: '',
      account_domain: 'Customer.Example',
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'VALIDATION_FAILED',
      accepted: false,
      stored: false,
      errors: [{ pointer: '/developer_id' }],
    });
    expect(body.mapping).toMatchObject({
      event: { name: 'FIRST_API_CALL' },
      account: { domain: 'customer.example', status: 'new' },
      developer: { id: null },
    });
  });

  it('repeats nothing of an event that holds a credential', async () => {
    const { body, text } = await dryRun(
      makeEvent(app, { developer_id: 'dev_secretly', metadata: { note: `ghp_${'a1B2'.repeat(9)}` } }),
    );
    expect(body).toMatchObject({ code: 'PRIVATE_CONTENT', accepted: false });
    expect(text).not.toMatch(/ghp_|dev_secretly/);
  });

  it('says the status other for a product that is not the key’s', async () => {
    const { status, body } = await dryRun(makeEvent(app, { product: { id: 'another', name: 'x', type: 'api' } }));
    expect([status, body.mapping.product?.status]).toEqual([400, 'other']);
  });
});

describe('POST /api/usage/track/dry-run · stores nothing', () => {
  it('writes no row to any table, not even a verdict', async () => {
    const event = makeEvent(app);
    await track(event);
    const before = await countRows(app);
    for (const body of [makeEvent(app), event, { ...event, developer_id: 'x' }, {}, { broken: true }, 5])
      await dryRun(body);
    expect(await countRows(app)).toEqual(before);
  });

  it('asks whether the key still lives', async () => {
    const { ignored } = app.credentials;
    const event = makeEvent(app, { product: { id: ignored.productId, name: 'Demo Legacy', type: 'api' } });
    await dryRun(event, ignored.trackingKey);
    await query(
      app.databaseUrl,
      `update credential set revoked_at = now() where product_uuid in (select id from product where product_id = $1)`,
      [ignored.productId],
    );
    for (const body of [event, {}]) {
      const reply = await dryRun(body, ignored.trackingKey);
      expect([reply.status, reply.body.errors?.[0]?.code]).toEqual([401, 'revoked']);
    }
  });
});
