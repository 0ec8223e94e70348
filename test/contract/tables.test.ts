import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../../server/platform/database/migrations/index.js';
import { type TableKind, tableRules } from '../../server/platform/database/tables.js';
import { freshDatabase, query } from '../setup/database.js';
import { codeOf, readSources } from '../setup/sources.js';

let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await freshDatabase());
});
afterAll(() => drop());

const kindOf = (table: string): TableKind | undefined => tableRules[table.replace(/^public\./, '')]?.kind;
const NAME = `case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end`;
const OURS = `n.nspname in ('public', 'auth')`;

interface Index {
  table: string;
  name: string;
  columns: string[];
  primary: boolean;
}
/** Every unique index and exclusion constraint with its columns, in order; an expression shows as its text. */
const uniqueIndexes = () =>
  query<Index & { [key: string]: unknown }>(
    url,
    `select ${NAME} as table, i.relname as name, x.indisprimary as primary,
       array(select pg_get_indexdef(x.indexrelid, k + 1, true) from generate_subscripts(x.indkey, 1) k where k < x.indnkeyatts order by k) as columns
     from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where (x.indisunique or x.indisexclusion) and ${OURS}`,
  );

interface ForeignKey {
  from: string;
  to: string;
  onDelete: string;
  columns: string[];
  [key: string]: unknown;
}
const foreignKeys = () =>
  query<ForeignKey>(
    url,
    `select ${NAME} as from, (select case when tn.nspname = 'public' then t.relname else tn.nspname || '.' || t.relname end
         from pg_class t join pg_namespace tn on tn.oid = t.relnamespace where t.oid = k.confrelid) as to,
       k.confdeltype as "onDelete", array(select attname::text from pg_attribute where attrelid = k.conrelid and attnum = any(k.conkey)) as columns
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace where k.contype = 'f' and ${OURS}`,
  );

describe('the tables, as scale.md wants them', () => {
  it('S1: every table has a kind, and every kind a table', async () => {
    const tables = await query<{ name: string }>(
      url,
      `select ${NAME} as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and ${OURS}`,
    );
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(tableRules).sort());
  });

  it('S2: a distributed table has organization_id uuid not null, first in its primary key', async () => {
    const primary = (await uniqueIndexes()).filter((one) => one.primary);
    const columns = await query<{ table: string; type: string; required: boolean }>(
      url,
      `select ${NAME} as table, format_type(a.atttypid, null) as type, a.attnotnull as required
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where a.attname = 'organization_id' and c.relkind = 'r' and ${OURS}`,
    );
    for (const table of Object.keys(tableRules).filter((name) => kindOf(name) === 'distributed')) {
      expect(
        columns.find((one) => one.table === table),
        table,
      ).toMatchObject({ type: 'uuid', required: true });
      expect(primary.find((one) => one.table === table)?.columns[0], table).toBe('organization_id');
    }
  });

  it('S3: every unique index of a distributed table has organization_id in it', async () => {
    const own = (await uniqueIndexes()).filter(({ table }) => kindOf(table) === 'distributed');
    expect(own.length).toBeGreaterThan(8);
    expect(own.filter(({ columns }) => !columns.includes('organization_id')).map(({ name }) => name)).toEqual([]);
  });

  it('S4: foreign keys go between distributed tables with organization_id, to reference tables, or among the rest', async () => {
    const wrong = (await foreignKeys()).filter(({ from, to, columns }) => {
      const [source, target] = [kindOf(from), kindOf(to)];
      if (target === 'distributed') return source !== 'distributed' || !columns.includes('organization_id');
      return source === 'distributed' && target !== 'reference';
    });
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('S5: deleting cascades or is refused, and never sets null', async () => {
    const keys = await foreignKeys();
    expect(keys.length).toBeGreaterThan(4);
    expect(keys.filter(({ onDelete }) => !['a', 'r', 'c'].includes(onDelete))).toEqual([]);
  });

  it('S6: there is no trigger, rule or row-level security', async () => {
    const found = await query(
      url,
      `select g.tgname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace where not g.tgisinternal and ${OURS}
       union all select rulename from pg_rules where schemaname in ('public', 'auth')
       union all select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relrowsecurity and ${OURS}`,
    );
    expect(found).toEqual([]);
  });

  it('S7: no id comes from a sequence', async () => {
    const found = await query(
      url,
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${OURS} and c.relname not like 'schema_migration%'`,
    );
    expect(found).toEqual([]);
  });
});

/** The statements of a migration as it hands them over. */
function statementsOf(one: (typeof migrations)[number]): string[] {
  const found: string[] = [];
  const recorder = Object.assign(Object.create(one.class.prototype) as { up(): void }, {
    addSql: (sql: string) => found.push(sql),
  });
  recorder.up();
  return found;
}

describe('migrations and statements', () => {
  it.each(migrations)('M3, Q10: $name hands over one statement at a time', (migration) => {
    const statements = statementsOf(migration);
    expect(statements.length).toBeGreaterThan(0);
    for (const sql of statements) expect(sql.replaceAll(/'[^']*'/g, "''")).not.toContain(';');
  });

  it.each(migrations)('M3: $name adds a constraint to a table in a statement of its own', (migration) => {
    for (const sql of statementsOf(migration))
      if (/^\s*alter table/i.test(sql) && /add constraint/i.test(sql))
        expect(sql.match(/\b(add|drop|alter) (column|constraint)/gi)).toHaveLength(1);
  });

  it('M4: the schema is never made by the mapper', () => {
    const users = [...readSources('server', 'scripts').values()].filter((one) =>
      /\.schema\.(update|create|drop|refresh|execute)\b|getSchemaGenerator|SchemaGenerator/.test(codeOf(one)),
    );
    expect(users.map(({ name }) => name)).toEqual([]);
  });

  it('Q5, Q10: no statement of the server sets an array slice, and none holds two', () => {
    const texts = [...readSources('server').values()].flatMap(({ name, text }) =>
      [
        ...text.matchAll(/[`'"]\s*((?:select|insert|update|delete|with|create|alter|revoke|grant)\s[^`]*?)[`'"]/gis),
      ].map(([, sql = '']) => ({ name, sql })),
    );
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.filter(({ sql }) => /set\s+[^=]*=\s*\w+\s*\[\s*\d*\s*:\s*\d*\s*\]/is.test(sql))).toEqual([]);
    expect(
      texts
        .filter(({ sql }) => /;\s*(select|insert|update|delete|with|create|alter)\s/is.test(sql))
        .map(({ name }) => name),
    ).toEqual([]);
  });
});
