import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../../server/app/database.js';
import { openCatalog } from '../../server/directory/search/index.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { onPrimary } from '../../server/platform/database/replicas.js';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Commits the next version of the catalog, as a write does. */
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
  const catalog = openCatalog({
    ...app.app.platform,
    readAdoptionProofs: async () => ({ id: null, ofTool: () => [] }),
    loadOffers: async () => {
      reached();
      await held;
      return [];
    },
  });
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

it('goes on answering out of memory while the database is away, and reads again when it is back', async () => {
  const nowhere = await openOrm('postgresql://nobody@127.0.0.1:1/nothing', entities);
  let gone = false;
  let requestedInVain = 0;
  const em = (): EntityManager => {
    if (gone) requestedInVain += 1;
    return gone ? nowhere.em.fork() : app.app.platform.em();
  };
  const catalog = openCatalog({
    ...app.app.platform,
    readAdoptionProofs: async () => ({ id: null, ofTool: () => [] }),
    em,
    replicas: onPrimary(em),
    loadOffers: async () => [],
  });
  const { version } = await catalog.read();
  gone = true;
  const versions = new Set<number>();
  await expect
    .poll(
      async () => {
        versions.add((await catalog.read()).version);
        return requestedInVain;
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

describe('a change that another process committed', () => {
  /** A catalog whose clock stands still until it is moved, and what it asks of the database. */
  function openWatched() {
    const watched = { atMs: Date.now(), units: 0, held: null as Promise<void> | null, failing: false };
    const em = (): EntityManager => {
      watched.units += 1;
      return app.app.platform.em();
    };
    const catalog = openCatalog({
      ...app.app.platform,
      readAdoptionProofs: async () => ({ id: null, ofTool: () => [] }),
      clock: { now: () => new Date(watched.atMs) },
      em,
      replicas: onPrimary(em),
      loadOffers: async () => {
        await watched.held;
        if (watched.failing) throw new Error('not today');
        return [];
      },
    });
    return { catalog, watched };
  }

  it('is seen by the first reader after a quiet hour, who waits for it', async () => {
    const { catalog, watched } = openWatched();
    await catalog.read();
    const version = await commit();
    watched.atMs += 3_600_000;
    expect((await catalog.read()).version).toBe(version);
  });

  it('is looked for once a second at most, however many readers there are, and by no clock that was set back', async () => {
    const { catalog, watched } = openWatched();
    await catalog.read();
    watched.units = 0;
    const readAll = () => Promise.all(Array.from({ length: 1_000 }, () => catalog.read()));
    await readAll();
    expect(watched.units).toBe(0);
    watched.atMs += 1_000;
    await readAll();
    expect(watched.units).toBe(1);
    watched.atMs -= 3_600_000;
    await readAll();
    expect(watched.units).toBe(2);
  });

  it('does not stop readers while it is read, until what they get is five seconds behind', async () => {
    const { catalog, watched } = openWatched();
    const { version } = await catalog.read();
    let release = (): void => undefined;
    watched.held = new Promise((resolve) => {
      release = resolve;
    });
    const next = await commit();
    watched.atMs += 1_000;
    expect((await catalog.read()).version).toBe(version);
    watched.atMs += 2_000;
    expect((await catalog.read()).version).toBe(version);
    watched.atMs += 2_000;
    const waiting = catalog.read();
    release();
    expect((await waiting).version).toBe(next);
  });

  it('that cannot be read leaves the old version answering, with one attempt a second', async () => {
    const { catalog, watched } = openWatched();
    const { version } = await catalog.read();
    const next = await commit();
    watched.failing = true;
    watched.atMs += 3_600_000;
    expect((await catalog.read()).version).toBe(version);
    const { units } = watched;
    for (let reader = 0; reader < 100; reader += 1) expect((await catalog.read()).version).toBe(version);
    expect(watched.units).toBe(units);
    watched.failing = false;
    watched.atMs += 1_000;
    expect((await catalog.read()).version).toBe(next);
  });
});
