import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../../server/app/database.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { freshDatabase, query } from '../setup/database.js';
import { type AnsweredColumn, describeStatement } from '../setup/statement.describe.js';
import { bareStatements } from './bare-statements.js';

const statements = await bareStatements();

let client: pg.Client;
let orm: MikroORM;
let catalog: ReadonlyMap<string, AnsweredColumn>;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  orm = await openOrm(database.url, entities);
  const columns = await query<AnsweredColumn>(
    database.url,
    `select c.relname || '.' || a.attname as name, c.oid::int as "tableID", a.attnum as "columnID", a.atttypid::int as "dataTypeID"
     from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and a.attnum > 0`,
  );
  catalog = new Map(columns.map((column) => [column.name, column]));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await orm.close();
  await drop();
});

/** The declared column, as PostgreSQL would describe it; table and column stay open where the declaration names only a type. */
async function declared(answered: unknown): Promise<Pick<AnsweredColumn, 'dataTypeID'> & Partial<AnsweredColumn>> {
  if (typeof answered === 'string') {
    const type = answered.replace('?', '');
    const { rows } = await client.query<{ oid: number }>('select $1::regtype::oid::int as oid', [type]);
    return { dataTypeID: rows[0]?.oid ?? 0 };
  }
  const [entity, member] = answered as [(typeof entities)[number], string];
  const meta = orm.getMetadata().get<object>(entity);
  const column = meta.props.find(({ name }) => name === member)?.fieldNames[0];
  return catalog.get(`${meta.tableName}.${column}`) ?? { dataTypeID: 0 };
}

describe('a bare statement', () => {
  it.each(statements)('answers what its type says of its rows: $name', async ({ statement }) => {
    const found = await describeStatement(client, statement.text);
    expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(statement.columns).toSorted());
    for (const { name, ...column } of found) {
      const expected = await declared(statement.columns[name]);
      expect(column.dataTypeID, name).toBe(expected.dataTypeID);
      if (column.tableID !== 0 && expected.tableID !== undefined)
        expect(column, name).toMatchObject({ tableID: expected.tableID, columnID: expected.columnID });
    }
  });

  it('of another type than its column is found', async () => {
    const [found] = await describeStatement(client, 'select recorded_at as id from tracking_event where id = ?');
    expect(found?.dataTypeID).not.toBe(catalog.get('tracking_event.id')?.dataTypeID);
    expect(found?.columnID).toBe(catalog.get('tracking_event.recorded_at')?.columnID);
  });
});
