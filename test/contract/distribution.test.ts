import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askNodes, isCluster, readPlacements } from '../../server/platform/database/cluster.js';
import { planDistribution, refusalsOfTables } from '../../server/platform/database/distribution.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { tableRules } from '../../server/platform/database/tables.js';
import { endCommand } from '../setup/command.js';
import { freshDatabase, query } from '../setup/database.js';
import { isDistributed, skipOnNodes, skipWithoutNodes } from '../setup/nodes.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let orm: MikroORM;
beforeAll(async () => {
  database = await freshDatabase();
  orm = await openOrm(database.url, []);
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

const placedByRule = Object.entries(tableRules).flatMap(([table, { kind }]) =>
  kind === 'distributed' || kind === 'reference' ? [[table, kind] as const] : [],
);

describe('a database without the extension', () => {
  skipOnNodes('contract/distribution');

  it('is refused by name, and nothing of it is changed', async () => {
    expect(await endCommand({ databaseUrl: database.url }, 'distribute')).toEqual({
      code: 1,
      out: '',
      errors: 'The database cannot be distributed as it is.',
    });
    const { placings, refusals } = await planDistribution(orm.em.fork());
    expect(placings).toEqual([]);
    expect(refusals).toEqual([
      'The extension is missing: an administrator runs "create extension citus" in this database on each node.',
    ]);
  });

  it('has nothing of ours that keeps a table from being placed, and names what an administrator added', async () => {
    expect(await refusalsOfTables(orm.em.fork())).toEqual([]);
    for (const sql of [
      'create table note (organization_id uuid, event_id uuid, foreign key (organization_id, event_id) references tracking_event (organization_id, id))',
      'create unique index campaign_once on campaign (campaign_id)',
      "create function stamp() returns trigger language plpgsql as 'begin return new; end'",
      'create trigger stamped before insert on product for each row execute function stamp()',
    ])
      await query(database.url, sql);
    expect(await refusalsOfTables(orm.em.fork())).toEqual([
      'The foreign key note_organization_id_event_id_fkey of note points at tracking_event, which lies elsewhere: drop it.',
      'The unique index campaign_once of campaign has no organization_id, without which no node can keep it: drop it.',
      'The trigger stamped of product is not part of DAI, and no trigger can be on a table of several nodes: drop it.',
    ]);
  });
});

describe('a distributed database', () => {
  skipWithoutNodes();

  it('has every table where the list says', async () => {
    expect([...(await readPlacements(orm.em.fork()))].toSorted()).toEqual(placedByRule.toSorted());
  });

  it('has nothing left to place, and every node answers', async () => {
    const { nodes, placings, refusals } = await planDistribution(orm.em.fork());
    expect([placings, refusals]).toEqual([[], []]);
    expect(nodes.every(({ up }) => up)).toBe(true);
  });

  it('advises about each node whose settings hold up others while one is away', async () => {
    const { nodes, advice } = await planDistribution(orm.em.fork());
    for (const [name, max] of [
      ['citus.node_connection_timeout', 5_000],
      ['citus.recover_2pc_interval', 10_000],
    ] as const) {
      const settings = await askNodes(orm.em.fork(), `select setting from pg_settings where name = '${name}'`);
      const long = settings.filter(({ answer }) => Number(answer) > max);
      expect(settings).toHaveLength(nodes.length);
      expect(advice.filter((text) => text.includes(`${name} = `))).toEqual(
        long.map(({ name: node, answer }) =>
          expect.stringContaining(`The node ${node} has ${name} = ${answer} ms: with 10`),
        ),
      );
    }
  });
});

it('has the extension exactly where the run says so', async () => {
  expect(await isCluster(orm.em.fork())).toBe(isDistributed());
});
