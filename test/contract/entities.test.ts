import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../../server/app/database.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { tableRules } from '../../server/platform/database/tables.js';
import { freshDatabase } from '../setup/database.js';
import { readTableShapes, type TableShapes } from '../setup/table-shape.js';
import { NOT_ON_ENTITY, OTHERS_TABLES } from './entities.list.js';

let migrated: TableShapes;
let drawn: TableShapes;
let drop: () => Promise<void>;

/** The entities are drawn into a schema of their own beside the migrated tables, so that PostgreSQL puts both into its own words. */
beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  const orm = await openOrm(database.url, entities);
  const statements = await orm.schema.getCreateSchemaSQL({ wrap: false });
  await orm.close();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create schema drawn; set search_path to drawn; ${statements}`);
  await client.end();
  migrated = await readTableShapes(database.url, 'public');
  drawn = await readTableShapes(database.url, 'drawn');
});
afterAll(() => drop());

describe('the entities', () => {
  it('say of their tables what the migrations say: columns, defaults, keys, checks and indexes, by name', () => {
    const missing = [...drawn].map(([table, lines]) => [table, others(migrated.get(table), lines)] as const);
    const listed = Object.entries(NOT_ON_ENTITY).map(
      ([table, lines]) => [table, Object.keys(lines).toSorted()] as const,
    );
    expect(Object.fromEntries(missing.filter(([, lines]) => lines.length > 0))).toEqual(Object.fromEntries(listed));
  });

  it('say nothing of them that the migrations do not say', () => {
    const wrong = [...drawn].map(([table, lines]) => [table, others(lines, migrated.get(table))] as const);
    expect(Object.fromEntries(wrong.filter(([, lines]) => lines.length > 0))).toEqual({});
  });

  it('are there for every table but those of others', () => {
    const ours = Object.keys(tableRules).filter((table) => !table.startsWith('auth.') && !(table in OTHERS_TABLES));
    expect(others(ours, [...drawn.keys()])).toEqual([]);
  });
});

/** The lines that the first list has and the second has not. */
const others = (lines: readonly string[] = [], beside: readonly string[] = []): string[] =>
  lines.filter((line) => !beside.includes(line)).toSorted();
