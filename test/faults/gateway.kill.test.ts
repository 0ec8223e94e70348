import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgresIn, signal, waitForEnd } from '../../server/platform/database/embedded.process.js';
import { query } from '../setup/database.js';
import {
  addressOf,
  buildIfStale,
  credentialsOf,
  endAll,
  type Gateway,
  makeDataDir,
  placeOf,
  startGateway,
} from './gateway.process.js';
import { type Load, startLoad } from './load.client.js';

const KILLS = Number(process.env.SOAK_KILLS ?? 2);
const TIMEOUT_MS = 60_000 + KILLS * 40_000;
const ACKNOWLEDGED_PER_KILL = 2_000;
/** More than could be on their way when the server was killed: who acknowledges so many serves again. */
const BACK_IN_SERVICE = 200;

const dataDir = makeDataDir();
const start = () => startGateway({ DATA_DIR: dataDir });
/** The gateway that serves, or that is coming back. */
let gateway: Promise<Gateway>;

beforeAll(async () => {
  await buildIfStale();
  gateway = start();
  await gateway;
});
afterAll(endAll);

const startDemoLoad = (): Load => {
  const { trackingKey, productId } = credentialsOf(dataDir);
  return startLoad(() => gateway, trackingKey, productId);
};

/** Compares the client's log with the database: each acknowledged key once, with the id that was answered, and nothing else of this load. */
async function expectStored(load: Load): Promise<void> {
  expect(load.contradictions).toEqual([]);
  const [run = ''] = /^.{36}/.exec([...load.acknowledged.keys()][0] ?? '') ?? [];
  const stored = await query<{ key: string; id: string }>(
    addressOf(dataDir),
    "select idempotency_key as key, 'evt_' || id as id from tracking_event where idempotency_key like $1 || '-%'",
    [run],
  );
  const ids = new Map(stored.map(({ key, id }) => [key, id]));
  expect(stored).toHaveLength(ids.size);
  expect([...load.acknowledged].filter(([key, id]) => ids.get(key) !== id)).toEqual([]);
  expect(ids.size).toBe(load.acknowledged.size);
}

describe('kill -9 under load', () => {
  it(
    `loses and repeats nothing that was acknowledged when the gateway is killed ${KILLS} times`,
    async () => {
      const load = startDemoLoad();
      for (let kill = 0; kill < KILLS; kill += 1) {
        const killed = await gateway;
        await load.after(ACKNOWLEDGED_PER_KILL, () => {
          killed.kill('SIGKILL');
          gateway = killed.ended.then(start);
        });
        expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
      }
      await load.finish();
      expect(load.acknowledged.size).toBeGreaterThanOrEqual(KILLS * ACKNOWLEDGED_PER_KILL);
      await expectStored(load);
    },
    TIMEOUT_MS,
  );

  it(
    `loses and repeats nothing that was acknowledged when PostgreSQL is killed ${KILLS} times, and the gateway goes on`,
    async () => {
      const { cluster, account } = await placeOf(dataDir);
      // A commit takes as long as on a busy disk, so that an answer before it is caught.
      for (const sql of [
        'alter system set commit_delay = 30000',
        'alter system set commit_siblings = 0',
        'select pg_reload_conf()',
      ])
        await query(addressOf(dataDir, 'superuser'), sql);
      const load = startDemoLoad();
      const ended = (await gateway).ended.then(({ errors }) =>
        Promise.reject(new Error(`the gateway ended: ${errors}`)),
      );
      for (let kill = 0; kill < KILLS; kill += 1) {
        await Promise.race([ended, load.after(BACK_IN_SERVICE, () => undefined)]);
        const server = await findPostgresIn(cluster, account);
        await load.after(ACKNOWLEDGED_PER_KILL, () => {
          for (const one of server) signal(one, 'SIGKILL');
        });
        expect(await waitForEnd(server, 5_000)).toBe(true);
      }
      await Promise.race([ended, load.after(BACK_IN_SERVICE, () => undefined)]);
      await load.finish();
      await expectStored(load);
    },
    TIMEOUT_MS,
  );
});
