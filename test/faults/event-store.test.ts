import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { METRICS_TOKEN: 'a-token-of-this-test' } });
});
afterAll(() => app.close());

const track = () => ask(`${app.url}/api/usage/track`, { token: app.credentials.trackingKey, body: makeEvent(app) });
const ready = async () => {
  const { status, body } = await ask<{ checks: Record<string, unknown> }>(`${app.url}/readyz`);
  return { status, events: body.checks.events };
};
const storeUp = async () =>
  (await ask(`${app.url}/metrics`, { token: 'a-token-of-this-test' })).text.match(/^dai_event_store_up (\d)$/m)?.[1];
const rows = async () =>
  (await query<{ n: number }>(app.databaseUrl, 'select count(*)::int as n from tracking_event'))[0]?.n;

/** As a full disk does: every row that is written is refused, and reads go on. */
const fillDisk = () =>
  query(
    app.databaseUrl,
    `create function refuse_rows() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     create trigger full_disk before insert on tracking_event for each statement execute function refuse_rows()`,
  );

it('readiness and a metric say when no event can be stored, and when one can again', async () => {
  expect((await track()).status).toBe(200);
  expect([await ready(), await storeUp()]).toEqual([{ status: 200, events: undefined }, '1']);
  const before = await rows();
  await fillDisk();
  expect((await track()).status).toBe(503);
  expect([await ready(), await storeUp()]).toEqual([{ status: 503, events: 'refused' }, '0']);
  expect((await ask(`${app.url}/api/directory/context?q=stripe`)).status, 'reads go on').toBe(200);
  expect((await ready()).status, 'without another event it is tried and refused').toBe(503);
  await query(app.databaseUrl, 'drop trigger full_disk on tracking_event');
  expect([await ready(), await storeUp()]).toEqual([{ status: 200, events: undefined }, '1']);
  expect(await rows(), 'what is tried is taken back').toBe(before);
  expect((await track()).status).toBe(200);
});
