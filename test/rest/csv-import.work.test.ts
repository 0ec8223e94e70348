import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/platform/clock.js';
import { readId } from '../../server/platform/ids.js';
import { type CsvImporter, openCsvImporter } from '../../server/tracking/csv/csv-import.job.js';
import { deleteOldImports } from '../../server/tracking/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, signIn } from '../setup/ask.js';
import { checkCsv, confirmCsv, csvOf, type Importer, startCsv, stateOfCsv, uploadCsv } from '../setup/csv.js';
import { query } from '../setup/database.js';
import { heapUsed } from '../setup/heap.js';
import { runDueJobs, setQueueAway } from '../setup/jobs.js';
import { makeEvent } from '../setup/make.js';
import { isDistributed, ONE_SERVER_ALONE } from '../setup/nodes.js';

/** The heap is measured at this one of forty pieces: a leak would hold the earlier ones by then, and each measurement collects the whole heap. */
const MEASURED_PIECE = 9;

let app: TestApp;
let owner: Importer;
const opened: CsvImporter[] = [];
beforeAll(async () => {
  app = await startApp();
  owner = { app, cookie: await signIn(app, app.credentials.users.owner) };
});
beforeEach(async () => {
  for (const importer of opened.splice(0)) await importer.close();
});
afterAll(async () => {
  for (const importer of opened) await importer.close();
  await app.close();
});

/** A worker process's part of importing, with connections of its own. */
async function worker(): Promise<CsvImporter> {
  const importer = await openCsvImporter({ databaseUrl: app.databaseUrl, log: app.app.platform.log });
  opened.push(importer);
  return importer;
}

/** One round: a piece of one import. */
const advance = ({ job }: CsvImporter): Promise<boolean> => job.run({ ...app.app.platform, clock: systemClock }, {});

async function workOff(importer: CsvImporter): Promise<void> {
  while (await advance(importer));
}

const storedKeys = async (prefix: string) =>
  (
    await query<{ n: number }>(
      app.databaseUrl,
      'select count(*)::int as n from tracking_event where idempotency_key like $1',
      [`csv:${prefix}-%`],
    )
  )[0]?.n;

describe('the work of an import', () => {
  it('is done a piece at a time, goes on after a crash in the middle of one, and doubles nothing', async ({ skip }) => {
    skip(isDistributed(), ONE_SERVER_ALONE['rest/csv-import.work']);
    const importId = await startCsv(owner, csvOf(1_200, 'crash'));
    const first = await worker();
    expect(await advance(first)).toBe(true);
    expect(await stateOfCsv(owner, importId)).toMatchObject({ status: 'running', counts: { read: 500, taken: 500 } });

    const rival = new pg.Client({ connectionString: app.databaseUrl });
    await rival.connect();
    await rival.query('begin');
    await rival.query(
      `insert into tracking_event select organization_id, gen_random_uuid(), 'csv:crash-900', product_uuid, event_name, event_family, developer_id,
         account_domain, vendor_own_domain, campaign_id, occurred_at, received_at, recorded_at, source, data_label, fingerprint_version, fingerprint, payload
       from tracking_event where idempotency_key = 'csv:crash-0'`,
    );
    const interrupted = advance(first).then(
      () => 'finished',
      () => 'failed',
    );
    let ended: unknown[] = [];
    while (ended.length === 0)
      ended = await query(
        app.databaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into tracking_event%'`,
      );
    expect(await interrupted).toBe('failed');
    await rival.query('rollback');
    await rival.end();
    expect(await stateOfCsv(owner, importId)).toMatchObject({ status: 'running', counts: { read: 500, taken: 500 } });
    expect(await storedKeys('crash')).toBe(500);

    await workOff(await worker());
    expect(await stateOfCsv(owner, importId)).toMatchObject({
      status: 'done',
      counts: { read: 1_200, taken: 1_200, duplicate: 0, ignored: 0, refused: 0 },
    });
    expect(await storedKeys('crash')).toBe(1_200);
  });

  it('is shared by workers at once: two files with the same rows are stored once between them', async () => {
    const imports = [await startCsv(owner, csvOf(2_000, 'shared')), await startCsv(owner, csvOf(2_000, 'shared'))];
    await Promise.all([worker(), worker(), worker()].map(async (one) => workOff(await one)));
    await workOff(await worker());
    const states = await Promise.all(imports.map((importId) => stateOfCsv(owner, importId)));
    for (const { status, counts } of states) {
      expect(status).toBe('done');
      expect(counts.read).toBe(2_000);
      expect(counts.taken + counts.duplicate).toBe(2_000);
    }
    expect(states.reduce((sum, { counts }) => sum + counts.taken, 0)).toBe(2_000);
    expect(await storedKeys('shared')).toBe(2_000);
  });

  it('gives up an import whose rows cannot be read, forgets them, and goes on with the next', async () => {
    const broken = await startCsv(owner, csvOf(3, 'broken'));
    const next = await startCsv(owner, csvOf(3, 'next'));
    await query(app.databaseUrl, "update csv_import_piece set rows = 'x' where import_id = $1", [
      readId('imp', broken),
    ]);
    const importer = await worker();
    for (let round = 0; round < 4; round += 1) await advance(importer);
    expect((await stateOfCsv(owner, broken)).status).toBe('failed');
    expect((await stateOfCsv(owner, next)).status).toBe('done');
    const left = await query(app.databaseUrl, 'select 1 from csv_import_piece where import_id = $1', [
      readId('imp', broken),
    ]);
    expect(left).toHaveLength(0);
  });

  it('checks and imports 20,000 rows without ever holding them at once', { timeout: 120_000 }, async () => {
    const { body } = await uploadCsv(owner, csvOf(20_000, 'large'));
    const checked = await checkCsv(owner, body.importId, body.suggestedMapping);
    expect(checked.data?.checkCsvImport.counts).toMatchObject({ read: 20_000, taken: 20_000 });
    await confirmCsv(owner, body.importId, 1);
    const importer = await worker();
    await advance(importer);
    const start = heapUsed();
    let most = 0;
    for (let piece = 1; await advance(importer); piece += 1)
      if (piece % MEASURED_PIECE === 0) most = Math.max(most, heapUsed() - start);
    expect(most).toBeLessThan(6 * 1024 * 1024);
    expect((await stateOfCsv(owner, body.importId)).counts).toMatchObject({ read: 20_000, taken: 20_000 });
    const again = await uploadCsv(owner, csvOf(20_000, 'large'));
    const recheck = await checkCsv(owner, again.body.importId, body.suggestedMapping);
    expect(recheck.data?.checkCsvImport.counts).toMatchObject({ read: 20_000, taken: 0, duplicate: 20_000 });
  });

  it('uses keys that no one else may use', async () => {
    const reply = await ask(`${app.url}/api/usage/track`, {
      token: app.credentials.trackingKey,
      body: makeEvent(app, { idempotencyKey: 'csv:crash-0' }),
    });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([{ pointer: '/idempotencyKey', code: 'reserved_key' }]);
  });
});

describe('the job of an import', () => {
  it('is added when it is confirmed, and goes on until every piece is done', async () => {
    const importId = await startCsv(owner, csvOf(1_200, 'job'));
    await runDueJobs(app, [(await worker()).job]);
    expect(await stateOfCsv(owner, importId)).toMatchObject({ status: 'done', counts: { read: 1_200 } });
  });

  it('is not needed: an import that the queue did not take is found by the next round', async () => {
    await setQueueAway(app, true);
    const importId = await startCsv(owner, csvOf(10, 'away')).finally(() => setQueueAway(app, false));
    await runDueJobs(app, [(await worker()).job]);
    expect(await stateOfCsv(owner, importId)).toMatchObject({ status: 'confirmed' });
    await workOff(await worker());
    expect(await stateOfCsv(owner, importId)).toMatchObject({ status: 'done' });
  });
});

describe('uploads that no one confirms', () => {
  it('are forgotten after a day', async () => {
    const { body } = await uploadCsv(owner, csvOf(2, 'old'));
    const fresh = await uploadCsv(owner, csvOf(2, 'fresh'));
    await query(app.databaseUrl, "update csv_import set created_at = now() - interval '25 hours' where id = $1", [
      readId('imp', body.importId),
    ]);
    await deleteOldImports.run(app.app.platform, {});
    const gone = await checkCsv(owner, body.importId, body.suggestedMapping);
    expect(gone.errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await stateOfCsv(owner, fresh.body.importId)).status).toBe('uploaded');
  });

  it('are at most ten of an organization: the oldest makes room', async () => {
    const first = await uploadCsv(owner, csvOf(1, 'room'));
    for (let one = 0; one < 10; one += 1) await uploadCsv(owner, csvOf(1, 'room'));
    const open = await query<{ id: string }>(
      app.databaseUrl,
      "select id from csv_import where status in ('uploaded', 'checked')",
    );
    expect(open).toHaveLength(10);
    expect(open.map(({ id }) => `imp_${id}`)).not.toContain(first.body.importId);
  });
});

describe('files that arrive at once', () => {
  const places = () => app.app.parts.csvUploads;
  const free = () => 4 - places().taken;
  /** Takes a place of another organization and person; what it answers gives it back. */
  async function hold(): Promise<() => void> {
    const end = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    void places().during(async (take) => {
      await take({ organization: randomUUID(), person: randomUUID() });
      held.resolve();
      await end.promise;
    });
    await held.promise;
    return end.resolve;
  }
  const until = async (wanted: number): Promise<void> => {
    while (free() !== wanted) await new Promise((turn) => setImmediate(turn));
  };
  /** Begins an upload and goes on sending nothing. */
  function begin(cookie: string, fields: Record<string, string>) {
    const slow = request(`${app.url}/api/imports/tracking-csv`, {
      method: 'POST',
      headers: { cookie, origin: app.url, 'content-type': 'multipart/form-data; boundary=x' },
    });
    slow.on('error', () => undefined);
    for (const [name, value] of Object.entries(fields))
      slow.write(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    slow.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\r\n');
    return slow;
  }
  const own = () => ({ organizationId: app.credentials.organizationId, productId: app.credentials.productId });

  it('are at most four: the fifth is told to come again, and a sender who goes away gives the place back', async () => {
    const held = await Promise.all([1, 2, 3].map(hold));
    const leaving = begin(owner.cookie, own());
    await until(0);
    const reply = await uploadCsv(owner, csvOf(1, 'place'));
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '2']);
    leaving.destroy();
    await until(1);
    expect((await uploadCsv(owner, csvOf(1, 'place'))).status).toBe(201);
    for (const giveBack of held) giveBack();
  });

  it('take no place before membership is known, whatever stands before the file', async () => {
    const stranger = await signIn(app, app.credentials.users.builder);
    for (const fields of [{}, { organizationId: own().organizationId }, own()] as Record<string, string>[]) {
      const strangers = Array.from({ length: 4 }, () => begin(stranger, fields));
      const statuses = await Promise.all(
        strangers.map((one) => new Promise((resolve) => one.on('response', (reply) => resolve(reply.statusCode)))),
      ); // answered although the file has not ended
      expect(new Set(statuses)).toEqual(new Set(['productId' in fields ? 404 : 400]));
      for (const one of strangers) one.destroy();
    }
    expect(free()).toBe(4);
  });

  it('are at most two of one organization', async () => {
    const slow = [begin(owner.cookie, own()), begin(owner.cookie, own())];
    await until(2);
    expect((await uploadCsv(owner, csvOf(1, 'third'))).status).toBe(503);
    for (const one of slow) one.destroy();
    await until(4);
    expect((await uploadCsv(owner, csvOf(1, 'third'))).status).toBe(201);
  });
});
