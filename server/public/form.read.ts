import type { FormSchema } from './page.bundle.js';

/** A blank form field is an absent member. */
type Value = string | number | Value[] | { [name: string]: Value };

/** A row of a list: its number, and the field that is named behind it. */
const ROW_NUMBER = /^(\d{1,3})\//;
const ROWS_MAX = 100;

/** An optional member of a contract may also be null. */
const isNumber = ({ type }: FormSchema): boolean => [type].flat().includes('integer');

const isEmpty = (value: Value): boolean =>
  typeof value === 'object' && (Array.isArray(value) ? value.length === 0 : Object.values(value).every(isEmpty));

/**
 * Reads the fields of a form, whose names are JSON pointers, as the value that a JSON Schema describes: blank fields and rows are absent,
 * lines of a text are a list of texts. What no field of the schema is called is passed over.
 */
export function readForm(
  schema: FormSchema,
  given: Readonly<Record<string, unknown>>,
  pointer = '',
): Value | undefined {
  if (schema.properties) {
    const members = Object.entries(schema.properties).flatMap<[string, Value]>(([name, inner]) => {
      const value = readForm(inner, given, `${pointer}/${name}`);
      const isNeeded = inner.items !== undefined && (schema.required ?? []).includes(name);
      return value === undefined ? (isNeeded ? [[name, []]] : []) : [[name, value]];
    });
    const value: Value = Object.fromEntries(members);
    return isEmpty(value) ? undefined : value;
  }
  if (schema.items?.properties) {
    const rows = readRows(schema, given, pointer);
    return rows.length ? rows : undefined;
  }
  const text = given[pointer];
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  if (schema.items) {
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    return lines.filter((line) => line !== '');
  }
  return isNumber(schema) && /^\d{1,15}$/.test(text.trim()) ? Number(text) : text.trim();
}

/** The rows that were filled in, without the gaps between them, and one more than the contract takes, which then says so. */
function readRows(
  { items: item = {}, maxItems = ROWS_MAX }: FormSchema,
  given: Readonly<Record<string, unknown>>,
  pointer: string,
): Value[] {
  const start = `${pointer}/`;
  const numbers = new Set<number>();
  for (const name of Object.keys(given)) {
    if (!name.startsWith(start)) continue;
    const [, number] = ROW_NUMBER.exec(name.slice(start.length)) ?? [];
    if (number !== undefined) numbers.add(Number(number));
  }
  const rows: Value[] = [];
  for (const number of [...numbers].toSorted((one, other) => one - other)) {
    const row = readForm(item, given, `${pointer}/${number}`);
    if (row !== undefined) rows.push(row);
    if (rows.length > maxItems) break;
  }
  return rows;
}
