import { csvLine } from '../../server/platform/csv-text.rules.js';
import type { DataColumn } from './columns.js';

/** The text of a record's cell in an export. */
export function textOfCell<Row extends object>({ source, text }: DataColumn<Row>, row: Row): string | number | null {
  if (text) return text(row);
  const value: unknown = Object.entries(row).find(([name]) => name === source)?.[1];
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? value : String(value);
}

/** Records as CSV (RFC 4180), with the columns' labels as its first line. */
export function csvOf<Row extends object>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string {
  const named = columns.filter(({ unnamed }) => !unnamed);
  return [
    csvLine(named.map(({ label }) => label)),
    ...rows.map((row) => csvLine(named.map((column) => textOfCell(column, row)))),
  ].join('');
}
