import { query } from './database.js';

/** PostgreSQL's description of each table, a line for each column, key, check and index, in the order of the alphabet. */
export type TableShapes = ReadonlyMap<string, readonly string[]>;

/** Relative names: both sides call a neighbour as the migrations do. */
const LINES = `
  select c.relname as table, format('column %I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end,
      ' ' || case when a.attgenerated <> '' then 'generated' when a.attidentity <> '' then 'identity' else 'default' end || ' ' || pg_get_expr(d.adbin, d.adrelid),
      case when a.attcollation <> 0 and a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation end) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  union all
  select c.relname, format('%I %s', k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k join pg_class c on c.oid = k.conrelid where k.connamespace = $1::regnamespace and k.contype in ('c', 'f')
  union all
  select c.relname, pg_get_indexdef(x.indexrelid) || case when x.indisprimary then ' (primary key)' else '' end
    from pg_index x join pg_class c on c.oid = x.indrelid where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p')`;

/** The shapes of the tables of one schema. */
export async function readTableShapes(url: string, schema: string): Promise<TableShapes> {
  const rows = await query<{ table: string; line: string }>(url, LINES, [schema]);
  const shapes = new Map<string, string[]>();
  for (const { table, line } of rows) {
    const own = line.replaceAll(`${schema}.`, '').replaceAll('timestamp(6)', 'timestamp'); // six digits are all that there are
    shapes.set(table, [...(shapes.get(table) ?? []), own]);
  }
  for (const lines of shapes.values()) lines.sort();
  return shapes;
}
