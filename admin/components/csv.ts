import type { DataColumn } from './columns.js';

/** What a spreadsheet would take for a formula begins like this; a quote in front makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What an export says of a record in one column. */
export function textOfCell<Row extends object>({ source, text }: DataColumn<Row>, row: Row): string | number | null {
  if (text) return text(row);
  const value: unknown = Object.entries(row).find(([name]) => name === source)?.[1];
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? value : String(value);
}

/** Records as CSV (RFC 4180), with the columns' labels as its first line. */
export function csvOf<Row extends object>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string {
  const named = columns.filter(({ unnamed }) => !unnamed);
  const lines = [
    named.map(({ label }) => cellOf(label)),
    ...rows.map((row) => named.map((column) => cellOf(textOfCell(column, row)))),
  ];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}
