import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableRules } from '../../server/platform/database/tables.js';
import {
  closedTables,
  contactTexts,
  developerTables,
  notPersons,
  PERSON_COLUMN,
  personTraces,
  stayingTables,
} from '../../server/platform/database/tables.subjects.js';
import { freshDatabase, query } from '../setup/database.js';

/** Tables whose developer column is not one of a company's rollups, with the reason. */
const OTHER_DEVELOPERS: Readonly<Record<string, string>> = {
  tracking_event: 'erased by the domain that owns it, with its content',
  relay_identity: 'a random id, which goes with the person who shared',
};

let database: Awaited<ReturnType<typeof freshDatabase>>;
let columns: { table: string; column: string }[];
beforeAll(async () => {
  database = await freshDatabase();
  const found = await query<{ table: string; column: string }>(
    database.url,
    `select case table_schema when 'auth' then 'auth.' else '' end || table_name as table, column_name as column
     from information_schema.columns where table_schema in ('public', 'auth')`,
  );
  columns = found.filter(({ table }) => Object.hasOwn(tableRules, table));
});
afterAll(() => database.drop());

const isColumn = (table: string, column: string): boolean =>
  columns.some((one) => one.table === table && one.column === column);

describe('the list of where people, developers and organizations stand', () => {
  it('names tables and columns that exist', () => {
    const named = [
      ...personTraces.flatMap(({ table, id, address, to = {} }) =>
        [id, address, ...Object.keys(to)].flatMap((column) => (column ? [[table, column] as const] : [])),
      ),
      ...contactTexts.flatMap(({ table, submission, columns: texts }) =>
        [submission, ...texts].map((column) => [table, column] as const),
      ),
      ...developerTables.map(({ table, column }) => [table, column] as const),
      ...[...closedTables, ...Object.keys(stayingTables)].map((table) => [table, 'organization_id'] as const),
      ...Object.keys(notPersons).map((name) => {
        const [table = '', column = ''] = name.split('.');
        return [table, column] as const;
      }),
    ];
    expect(named.filter(([table, column]) => !isColumn(table, column))).toEqual([]);
  });

  it('has every column whose name is a person’s', () => {
    const known = new Set([
      ...personTraces.flatMap(({ table, id, address }) => [`${table}.${id}`, `${table}.${address}`]),
      ...Object.keys(notPersons),
    ]);
    const unknown = columns
      .filter(({ column }) => PERSON_COLUMN.test(column))
      .map(({ table, column }) => `${table}.${column}`)
      .filter((name) => !known.has(name));
    expect(unknown).toEqual([]);
  });

  it('says cascade of exactly the tables whose rows go with the account', async () => {
    const cascading = await query<{ table: string; column: string }>(
      database.url,
      `select case n.nspname when 'auth' then 'auth.' else '' end || c.relname as table, a.attname as column
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
       where k.contype = 'f' and k.confrelid = 'auth.user'::regclass and k.confdeltype = 'c'`,
    );
    const listed = personTraces.filter(({ table, on }) => on === 'cascade' && table !== 'auth.user');
    expect(
      listed
        .map(({ table }) => table)
        .filter((table) => table !== 'recovery_code')
        .sort(),
    ).toEqual(cascading.map(({ table }) => table).sort());
  });

  it('has every developer’s id, and every table of an organization', () => {
    const developers = columns.filter(({ column }) => column === 'developer_id').map(({ table }) => table);
    const known = [...developerTables.map(({ table }) => table), ...Object.keys(OTHER_DEVELOPERS)];
    expect(developers.filter((table) => !known.includes(table))).toEqual([]);
    const owned = columns.filter(({ column }) => column === 'organization_id').map(({ table }) => table);
    expect(owned.toSorted()).toEqual([...closedTables, ...Object.keys(stayingTables)].toSorted());
  });
});
