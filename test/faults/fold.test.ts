import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { entities } from '../../server/app/database.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { asGateway, freshDatabase, query } from '../setup/database.js';
import { EVENTS, folded, insertHistory, insertion, organization, recount } from './fold.history.js';
import { buildIfStale, endAll, startWorker } from './gateway.process.js';

const connections: pg.Client[] = [];
const databases: Awaited<ReturnType<typeof freshDatabase>>[] = [];
const orms: MikroORM[] = [];

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  connections.push(client);
  return client;
}

async function open(): Promise<{ url: string; orm: MikroORM }> {
  const database = await freshDatabase();
  databases.push(database);
  const orm = await openOrm(database.url, entities);
  orms.push(orm);
  return { url: database.url, orm };
}

/** Folds to the end, and answers how many events the steps say they counted. */
async function foldAll(orm: MikroORM): Promise<number> {
  let events = 0;
  for (let more = true; more; ) {
    const fold = await foldEvents(orm.em.fork());
    events += fold.events;
    more = fold.more;
  }
  return events;
}

/** Writes an event and holds its commit up, from before the first test on. */
let slow: { url: string; orm: MikroORM; writer: pg.Client };

beforeAll(async () => {
  await buildIfStale();
  const { url, orm } = await open();
  const writer = await connect(url);
  await writer.query('begin');
  await writer.query(insertion('now()'), [organization, 1]);
  slow = { url, orm, writer };
});
afterAll(async () => {
  await endAll();
  await Promise.all(connections.map((client) => client.end()));
  await Promise.all(orms.map((orm) => orm.close()));
  await Promise.all(databases.map((database) => database.drop()));
});

describe('folding events into daily counts', () => {
  it('counts each event once and each developer once a day, family and product, after every step', async () => {
    const { url, orm } = await open();
    await insertHistory(url);
    let steps = 0;
    for (let more = true; more; steps += 1) {
      more = (await foldEvents(orm.em.fork())).more;
      expect(await folded(url)).toEqual(await recount(url));
    }
    expect(steps).toBeGreaterThan(10);
    const [totals] = await query(
      url,
      'select sum(events)::int as events, count(distinct day)::int as days from adoption_activity',
    );
    expect(totals).toEqual({ events: EVENTS, days: 4 });
    const [seen] = await query(
      url,
      'select (select count(*)::int from customer_account) as accounts, (select count(*)::int from campaign) as campaigns',
    );
    expect(seen).toEqual({ accounts: 7, campaigns: 2 });
    expect(await foldAll(orm)).toBe(0);
    expect(await folded(url)).toEqual(await recount(url));
  });

  it('counts each event once when two processes fold at the same time', async () => {
    const { url, orm } = await open();
    await insertHistory(url);
    const other = await openOrm(url, entities);
    orms.push(other);
    const counted = await Promise.all([foldAll(orm), foldAll(other)]);
    expect(counted[0] + counted[1]).toBe(EVENTS);
    expect(await folded(url)).toEqual(await recount(url));
  });

  it('leaves the last ten seconds alone, in which a commit may still be on its way', async () => {
    const { url, orm } = await open();
    await query(url, insertion("now() - n * interval '1 s'"), [organization, 60]);
    await foldAll(orm);
    const [late] = await query(
      url,
      "select recorded_at <= now() - interval '10 s' as trails from fold_watermark where name = 'adoption'",
    );
    expect(late).toEqual({ trails: true });
    expect(await folded(url)).toEqual(await recount(url));
  });
});

describe('kill -9 of the worker while it folds', () => {
  it('loses no count and counts nothing twice', async () => {
    const { url } = await open();
    await insertHistory(url);
    const env = {
      DATABASE_URL: asGateway(url),
      DATABASE_DIRECT_URL: url,
      SESSION_SECRET: 'fault-test-fault-test-fault-test',
    };
    const blockers = await Promise.all(
      ['first', 'second'].map(async (campaign) => {
        const blocker = await connect(url);
        await blocker.query('begin');
        await blocker.query('insert into campaign values ($1, $2, now())', [organization, campaign]);
        return blocker;
      }),
    );
    const inTheMiddle = () =>
      query(
        url,
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'with fresh as'",
      );
    for (const blocker of blockers) {
      const worker = startWorker(env);
      await expect.poll(inTheMiddle, { timeout: 60_000 }).toHaveLength(1);
      worker.kill('SIGKILL');
      expect(await worker.ended).toMatchObject({ signal: 'SIGKILL' });
      await blocker.query('rollback');
    }
    const worker = startWorker(env);
    const total = async () =>
      (await query<{ n: number }>(url, 'select coalesce(sum(events), 0)::int as n from adoption_activity'))[0]?.n;
    await expect.poll(total, { timeout: 20_000 }).toBeGreaterThanOrEqual(EVENTS);
    expect(await folded(url)).toEqual(await recount(url));
    worker.kill('SIGTERM');
    expect(await worker.ended).toMatchObject({ code: 0, errors: '' });
  });
});

describe('a commit that takes longer than the ten seconds', () => {
  it('is counted all the same', async () => {
    const { url, orm, writer } = slow;
    const [started] = await query<{ at: Date }>(
      url,
      "select min(xact_start) as at from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
    );
    const passed = async () =>
      (
        await query<{ passed: boolean }>(url, "select now() > $1::timestamptz + interval '10.1 s' as passed", [
          started?.at,
        ])
      )[0]?.passed;
    await expect.poll(passed, { timeout: 15_000, interval: 100 }).toBe(true);
    await foldAll(orm);
    await writer.query('commit');
    expect(await foldAll(orm)).toBe(1);
  });
});
