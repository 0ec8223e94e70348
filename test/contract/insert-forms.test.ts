import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openLog } from '../../server/platform/log.js';
import { openEventStore } from '../../server/tracking/ingest/event-store.open.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { freshDatabase, query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { isDistributed } from '../setup/nodes.js';

/** Makes a database look like one that is distributed, as far as the choice of the statement goes. */
async function nameCitus(databaseUrl: string): Promise<void> {
  const address = new URL(inject('superuserUrl'));
  address.pathname = new URL(databaseUrl).pathname;
  await query(
    address.toString(),
    `set allow_system_table_mods = on;
     insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
     select 4200000000, 'citus', extowner, extnamespace, false, '0' from pg_extension where extname = 'plpgsql';
     create table pg_dist_partition as select 'tracking_event'::regclass as logicalrelid, ' '::"char" as partmethod, ' '::"char" as repmodel;
     grant select on pg_dist_partition to public`,
  );
}

/** A database whose tables are on nodes takes the one form alone; any other can be made to look like it. */
const FORMS = isDistributed() ? (['values'] as const) : (['arrays', 'values'] as const);

/** Whichever way a database wants its rows, the answers are these (docs/decisions/0010). */
describe.each(FORMS)('events inserted in the form of %s', (form) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let app: TestApp;
  beforeAll(async () => {
    database = await freshDatabase('template_demo');
    if (form === 'values' && !isDistributed()) await nameCitus(database.url);
    app = await startApp({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const track = (event: Record<string, unknown>, token = app.credentials.trackingKey) =>
    ask(`${app.url}/api/usage/track`, { token, body: event });
  const stored = async (keys: unknown[]) =>
    query(database.url, 'select from tracking_event where idempotency_key = any($1)', [keys]);

  it('are those of that form', async () => {
    const store = await openEventStore({ databaseUrl: database.url, log: openLog('silent') });
    expect(store.form).toBe(form);
    await store.close();
  });

  it('are told apart by organization, product and key when they come at once', async () => {
    const { otherTenant, ignored } = app.credentials;
    const own = makeEvent(app, { metadata: { text: '"quoted", \\ and {braces}', n: null } });
    const foreign = { ...own, product: { id: otherTenant.productId, name: 'Other API', type: 'api' } };
    const unwanted = makeEvent(app, { product: { id: ignored.productId, name: 'Demo Legacy', type: 'api' } });
    const many = Array.from({ length: 20 }, () => makeEvent(app, { occurredAt: '2026-03-01T23:59:59.999Z' }));
    const replies = await Promise.all([
      track(own),
      track(foreign, otherTenant.trackingKey),
      track(unwanted, ignored.trackingKey),
      ...many.map((event) => track(event)),
    ]);
    expect(replies.map(({ body }) => [body.tracked, body.duplicate, body.ignored])).toEqual([
      [true, false, false],
      [true, false, false],
      [false, false, true],
      ...many.map(() => [true, false, false]),
    ]);
    expect(await stored([own.idempotencyKey])).toHaveLength(2);
    expect(await stored([unwanted.idempotencyKey])).toHaveLength(0);
    expect(await stored(many.map(({ idempotencyKey }) => idempotencyKey))).toHaveLength(many.length);
  });

  it('are duplicates or conflicts of the first under their key', async () => {
    const event = makeEvent(app);
    const copies = await Promise.all(Array.from({ length: 10 }, () => track(event)));
    expect(copies.filter(({ body }) => body.duplicate === false)).toHaveLength(1);
    expect(new Set(copies.map(({ body }) => body.eventId)).size).toBe(1);
    const changed = await track({ ...event, developer_id: 'another' });
    expect([changed.status, changed.body.changed]).toEqual([409, ['/developer_id']]);
  });

  it('are refused from the moment on in which their key is revoked', async () => {
    const { otherTenant } = app.credentials;
    const product = { id: otherTenant.productId, name: 'Other API', type: 'api' };
    await track(makeEvent(app, { product }), otherTenant.trackingKey); // the key is remembered now
    const [found] = await query<{ id: string }>(database.url, 'select id from product where product_id = $1', [
      otherTenant.productId,
    ]);
    await query(database.url, 'update credential set revoked_at = now() where product_uuid = $1', [found?.id]);
    const late = makeEvent(app, { product });
    const replies = await Promise.all([track(late, otherTenant.trackingKey), track(makeEvent(app))]);
    expect(replies.map(({ status }) => status)).toEqual([401, 200]);
    expect(await stored([late.idempotencyKey])).toHaveLength(0);
  });
});
