import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../platform/database/bare-statement.js';
import { isRecord } from '../platform/json.rules.js';

/** A table's or column's name in a statement: `user` is a word of SQL, and columns of the sign-in library have capitals. */
export const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');

/** Rows that one statement reads or deletes. */
const PIECE_ROWS = 1_000;

/** A column that is a secret, or the hash of one, in no export: an export must open nothing. */
const SECRET =
  /^(password|token|access_?token|refresh_?token|id_?token|value|identifier|sealed\w*|offered|\w*_hash|hash|secret|digest|salt)$/i;
/** Columns that only sound like secrets. */
const NO_SECRETS = new Set([
  'project.content_hash',
  'project.published_hash',
  'project_approval.content_hash',
  'audit_entry.hash',
  'audit_entry.prev_hash',
  'audit_head.hash',
  'audit_value.salt',
  'agent_skill.digest',
  'saved_plan.digest',
  'measure_day.value',
  'tool_measure.value',
]);

export const COLUMNS = new BareStatement(
  { name: 'text', type: 'text' },
  `select column_name::text as name, data_type::text as type from information_schema.columns where table_schema = ? and table_name = ? order by ordinal_position`,
);

/** The columns of a table with the names of their types. */
export async function columnsOfTable(em: EntityManager, table: string): Promise<RowOf<typeof COLUMNS>[]> {
  const [schema = '', name = ''] = table.includes('.') ? table.split('.') : ['public', table];
  return em.execute<RowOf<typeof COLUMNS>[]>(COLUMNS.text, [schema, name]);
}

/** The columns of a table that an export may show. */
export async function openColumns(em: EntityManager, table: string): Promise<string[]> {
  const columns = await columnsOfTable(em, table);
  return columns
    .map((one) => one.name)
    .filter((column) => !SECRET.test(column) || NO_SECRETS.has(`${table}.${column}`));
}

/** Writes a line of JSON: the table and one of its rows. */
export type WriteLine = (line: string) => void;

interface Rows {
  readonly table: string;
  /** A condition over the table’s columns, with its values. */
  readonly where: string;
  readonly values: readonly unknown[];
}

/** Writes the rows of a table that a condition finds, as lines of JSON, in pieces and in the transaction of `tx`; answers how many there were. */
export async function exportRows(tx: EntityManager, write: WriteLine, { table, where, values }: Rows): Promise<number> {
  const columns = await openColumns(tx, table);
  await tx.execute(
    `declare rows no scroll cursor for select ${columns.map(quoted).join(', ')} from ${quoted(table)} where ${where}`,
    [...values],
  );
  let written = 0;
  for (;;) {
    const rows = await tx.execute<unknown[]>(`fetch ${PIECE_ROWS} from rows`);
    for (const row of rows) if (isRecord(row)) write(JSON.stringify({ table, row: jsonOf(row) }));
    written += rows.length;
    if (rows.length < PIECE_ROWS) break;
  }
  await tx.execute('close rows');
  return written;
}

/** Bytes as base64, which JSON has no word for. */
const jsonOf = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? value.toString('base64') : value]),
  );

/** How many rows of a table a condition finds. */
export async function countRows(em: EntityManager, { table, where, values }: Rows): Promise<number> {
  const [row] = await em.execute<unknown[]>(`select count(*) as n from ${quoted(table)} where ${where}`, [...values]);
  return isRecord(row) ? Number(row.n) : 0;
}

/** Deletes what a condition finds; answers how many rows there were. */
export async function deleteRows(em: EntityManager, { table, where, values }: Rows): Promise<number> {
  const gone = await em.execute<unknown[]>(`delete from ${quoted(table)} where ${where} returning 1`, [...values]);
  return gone.length;
}
