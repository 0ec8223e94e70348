import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOLD, FOLD_WITH_NEW_ACCOUNTS } from '../../server/adoption/folding/fold.query.js';
import { foldEvents } from '../../server/adoption/index.js';
import { entities } from '../../server/app/database.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { makeWorld, storeWorld } from '../setup/adoption-world.js';
import { freshDatabase, query } from '../setup/database.js';
import { isDistributed, skipOnNodes } from '../setup/nodes.js';
import { planOf, rowsOf } from '../setup/query-plan.js';

const HOUR_MS = 3_600_000;
const END = Date.now();
const [ORGANIZATION, PRODUCT] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
const LISTENERS = JSON.stringify([ORGANIZATION]);

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Two thousand events that were recorded in the four hours until `hoursAgo`, of the same two thousand developers. */
const store = (seed: number, hoursAgo: number): Promise<void> =>
  storeWorld(
    database.url,
    makeWorld(
      seed,
      24_000,
      [{ organization: ORGANIZATION, product: PRODUCT, labels: ['first-party'] }],
      new Date(END - hoursAgo * HOUR_MS),
    ).slice(0, 2_000),
  );

/** How many rows all steps of folding the four hours look at. */
async function rowsToFold(statement: string, hoursAgo: number, ...values: readonly string[]): Promise<number> {
  const window = [hoursAgo + 5, hoursAgo].map((hours) => new Date(END - hours * HOUR_MS).toISOString());
  const plan = await planOf(database.url, statement, [...window, ...values]);
  return plan.reduce((sum, node) => sum + rowsOf(node), 0);
}

/** Each rollup and each join reads the window by itself: some seventy rows for an event. A loop of one half over the other would be millions. */
const ROWS_MAX = 300_000;

describe('folding two thousand events', () => {
  skipOnNodes('graphql/adoption-fold');
  it('looks at each some times where there are no statistics', async () => {
    await store(1, 40);
    expect(await rowsToFold(FOLD, 40)).toBeLessThan(ROWS_MAX);
    await store(2, 30);
    expect(await rowsToFold(FOLD, 30)).toBeLessThan(ROWS_MAX);
    await store(3, 20);
    expect(await rowsToFold(FOLD_WITH_NEW_ACCOUNTS, 20, LISTENERS)).toBeLessThan(ROWS_MAX);
  });

  it('looks at each some times where statistics expect none of them', async () => {
    await query(database.url, 'analyze');
    await store(4, 10);
    expect(await rowsToFold(FOLD, 10)).toBeLessThan(ROWS_MAX);
    await store(5, 0);
    expect(await rowsToFold(FOLD_WITH_NEW_ACCOUNTS, 0, LISTENERS)).toBeLessThan(ROWS_MAX);
  });
});

const TABLES = ['adoption_activity', 'adoption_subject'];

describe('folding two thousand events that came at once', () => {
  it('has the tables counted that it fills, so that a view is not planned for empty ones until autovacuum comes', async () => {
    const fresh = await freshDatabase();
    const knownOf = async (table: string): Promise<number> => {
      const [row] = await query<{ rows: number }>(
        fresh.url,
        isDistributed()
          ? `select sum(greatest(result::float8, 0)) as rows from run_command_on_shards('${table}', $$select reltuples from pg_class where oid = '%s'::regclass$$)`
          : `select reltuples as rows from pg_class where oid = '${table}'::regclass`,
      );
      return row?.rows ?? 0;
    };
    for (const table of TABLES) await query(fresh.url, `alter table ${table} set (autovacuum_enabled = off)`);
    const world = makeWorld(
      6,
      24_000,
      [{ organization: ORGANIZATION, product: PRODUCT, labels: ['first-party'] }],
      new Date(END),
    );
    await storeWorld(fresh.url, world.slice(0, 2_000));
    const orm = await openOrm(fresh.url, entities, 2);
    while ((await foldEvents(orm.em.fork())).more);
    await orm.close();
    for (const table of TABLES) expect(await knownOf(table), table).toBeGreaterThan(200);
    await fresh.drop();
  });
});
