import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCatalog } from '../../server/directory/index.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** What a write commits: the next version of the catalog. */
const commit = async (): Promise<number> => {
  const rows = await query<{ version: string }>(
    app.databaseUrl,
    'update catalog_head set version = version + 1 returning version',
  );
  return Number(rows[0]?.version);
};

it('shows a write of this process to the next reader, also when the one before was still being read', async () => {
  let reached = (): void => undefined;
  let held: Promise<void> | null = null;
  const catalog = openCatalog(
    app.app.platform.em,
    async () => {
      reached();
      await held;
      return [];
    },
    app.app.platform.log,
  );
  await catalog.read();

  let release = (): void => undefined;
  held = new Promise((resolve) => {
    release = resolve;
  });
  const inside = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const first = await commit();
  catalog.changed();
  const reading = catalog.read();
  await inside;
  const second = await commit();
  catalog.changed();
  release();
  expect((await reading).version).toBeGreaterThanOrEqual(first);
  expect((await catalog.read()).version).toBe(second);
});

it('goes on answering out of memory while the database is away, and reads anew when it is back', async () => {
  const nowhere = await openOrm('postgresql://nobody@127.0.0.1:1/nothing', []);
  let gone = false;
  let askedInVain = 0;
  const catalog = openCatalog(
    (): EntityManager => {
      if (gone) askedInVain += 1;
      return gone ? nowhere.em.fork() : app.app.platform.em();
    },
    async () => [],
    app.app.platform.log,
  );
  const { version } = await catalog.read();
  gone = true;
  const versions = new Set<number>();
  await expect
    .poll(
      async () => {
        versions.add((await catalog.read()).version);
        return askedInVain;
      },
      { timeout: 5_000 },
    )
    .toBeGreaterThan(1);
  expect([...versions]).toEqual([version]);
  gone = false;
  const next = await commit();
  await expect.poll(async () => (await catalog.read()).version, { timeout: 5_000 }).toBe(next);
  gone = true;
  catalog.changed();
  await expect(catalog.read()).rejects.toThrow();
  await nowhere.close();
});
