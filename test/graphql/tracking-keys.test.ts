import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
/** The same database behind a second process, as another replica has it. */
let replica: TestApp;
beforeAll(async () => {
  app = await startApp();
  replica = await startApp({ databaseUrl: app.databaseUrl });
});
afterAll(async () => {
  await replica.close();
  await app.close();
});

interface Key {
  id: string;
  hint: string;
  name: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}
const create = ({ organizationId, productId, owner }: Company, name = 'another') =>
  askGraphql<{ createTrackingKey: { token: string; curl: string; trackingKey: Key } }>(
    app,
    'mutation ($input: CreateTrackingKeyInput!) { createTrackingKey(input: $input) { token curl trackingKey { id hint name lastUsedAt revokedAt } } }',
    { input: { organizationId, productId, name } },
    { cookie: owner.cookie },
  );
const revoke = ({ organizationId, owner }: Company, trackingKeyId: string) =>
  askGraphql<{ revokeTrackingKey: Key }>(
    app,
    'mutation ($input: RevokeTrackingKeyInput!) { revokeTrackingKey(input: $input) { id revokedAt } }',
    { input: { organizationId, trackingKeyId } },
    { cookie: owner.cookie },
  );
const list = async ({ organizationId, owner }: Company) =>
  (
    await askGraphql<{ trackingKeys: Key[] }>(
      app,
      'query ($o: ID!) { trackingKeys(organizationId: $o) { id hint name lastUsedAt revokedAt } }',
      { o: organizationId },
      { cookie: owner.cookie },
    )
  ).data?.trackingKeys;
const track = (at: TestApp, { productId }: Company, token: string) =>
  ask<{ tracked: boolean; errors: { code: string }[] }>(`${at.url}/api/usage/track`, {
    token,
    body: makeEvent(app, { product: { id: productId, name: 'An API', type: 'api' } }),
  });

describe('a tracking key', () => {
  it('is shown once: lists, the audit log and the database have its hint and hash alone', async () => {
    const company = await makeCompany(app);
    const { data } = await create(company, '  for production ');
    const token = data?.createTrackingKey.token ?? '';
    expect(token).toMatch(/^dtk_[0-9A-Za-z]{36}$/);
    const hint = `dtk_…${token.slice(-4)}`;
    expect(data?.createTrackingKey.trackingKey).toMatchObject({
      hint,
      name: 'for production',
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(data?.createTrackingKey.curl).toContain(`Bearer ${token}`);
    expect((await list(company))?.map((key) => key.hint)).toContain(hint);
    for (const table of ['credential', 'audit_entry', 'audit_value', 'idempotent_request'])
      expect(
        await query(app.databaseUrl, `select 1 from ${table} t where t::text like $1`, [`%${token.slice(4, -4)}%`]),
        table,
      ).toEqual([]);
  });

  it('works at once, on every replica, and its last use shows', async () => {
    const company = await makeCompany(app);
    expect((await track(replica, company, company.trackingKey)).body.tracked).toBe(true);
    await replica.app.parts.verdicts.flush();
    expect((await list(company))?.[0]?.lastUsedAt).toMatch(/^\d{4}-/);
  });

  it('has one live sibling at most, and its slot is free again after it was revoked', async () => {
    const company = await makeCompany(app);
    const second = await create(company);
    expect(second.errors).toEqual([]);
    expect((await create(company)).errors[0]?.extensions).toMatchObject({ code: 'STATE_CONFLICT', status: 409 });
    await revoke(company, company.trackingKeyId);
    expect((await create(company)).errors).toEqual([]);
    expect((await list(company))?.map(({ revokedAt }) => revokedAt === null)).toEqual([true, true, false]);
  });

  it('of several that are created at once for the last slot, is one', async () => {
    const company = await makeCompany(app);
    const replies = await Promise.all([create(company), create(company), create(company), create(company)]);
    expect(replies.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(replies.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))).toEqual(
      Array(3).fill('STATE_CONFLICT'),
    );
    expect(await list(company)).toHaveLength(2);
  });

  it('ends at once with its revocation, also on a replica that knew it, and revoking again changes nothing', async () => {
    const company = await makeCompany(app);
    for (const at of [app, replica]) expect((await track(at, company, company.trackingKey)).status).toBe(200);
    const revoked = await revoke(company, company.trackingKeyId);
    for (const at of [app, replica]) {
      const reply = await track(at, company, company.trackingKey);
      expect([reply.status, reply.body.errors[0]?.code]).toEqual([401, 'revoked']);
    }
    const again = await revoke(company, company.trackingKeyId);
    expect(again.data?.revokeTrackingKey).toEqual(revoked.data?.revokeTrackingKey);
    const audited = await query(
      app.databaseUrl,
      `select 1 from audit_entry where resource_id = $1 and action = 'tracking_key.revoke'`,
      [company.trackingKeyId],
    );
    expect(audited).toHaveLength(1);
  });

  it('says revoked to a retry of a stored event whose name for the product is gone, too', async () => {
    const company = await makeCompany(app);
    const alias = (aliases: string[]) =>
      askGraphql(
        app,
        'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { id } }',
        { input: { organizationId: company.organizationId, productId: company.productId, aliases } },
        { cookie: company.owner.cookie },
      );
    await alias(['nickname']);
    const event = makeEvent(app, { product: { id: 'nickname', name: 'An API', type: 'api' } });
    const send = () =>
      ask<{ errors: { code: string }[] }>(`${replica.url}/api/usage/track`, {
        token: company.trackingKey,
        body: event,
      });
    const batch = () =>
      ask<{ errors: { code: string }[] }>(`${replica.url}/api/usage/track/batch`, {
        token: company.trackingKey,
        body: { events: [event] },
      });
    expect((await send()).status).toBe(200);
    await alias([]);
    for (let call = 0; call < 2; call += 1) expect((await send()).body).toMatchObject({ duplicate: true });
    await revoke(company, company.trackingKeyId);
    for (const reply of [await send(), await batch()])
      expect([reply.status, reply.body.errors?.[0]?.code]).toEqual([401, 'revoked']);
  });

  it('of another organization is not there, neither to read nor to revoke', async () => {
    const [company, other] = [await makeCompany(app), await makeCompany(app)];
    expect((await revoke(company, other.trackingKeyId)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await track(app, other, other.trackingKey)).status).toBe(200);
    expect((await list(company))?.map(({ id }) => id)).toEqual([company.trackingKeyId]);
  });
});
