import { BYTE_ORDER_MARK, type Cell, csvLine } from '../server/platform/csv-text.rules.js';
import { isRecord } from '../server/platform/json.rules.js';

/** An answer as CSV: a line for each item of a list. A column is where its value stands, members joined by a dot. */
export interface Table {
  readonly list: string;
  /** Columns out of the item. */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns out of the whole answer, the same in every line: a file of lines still says what it is of. */
  readonly constant: Readonly<Record<string, string>>;
}

/** Writes the table as a person downloads it; no text in it is a formula, and what is null is an empty cell. */
export function tableText({ list, columns, constant }: Table, answer: unknown): string {
  const items = memberAt(answer, list);
  const same = Object.values(constant).map((place) => cellAt(answer, place));
  const lines = (Array.isArray(items) ? items : []).map((item) =>
    csvLine([...Object.values(columns).map((place) => cellAt(item, place)), ...same]),
  );
  return [BYTE_ORDER_MARK + csvLine([...Object.keys(columns), ...Object.keys(constant)]), ...lines].join('');
}

const memberAt = (whole: unknown, place: string): unknown =>
  place.split('.').reduce((found: unknown, name) => (isRecord(found) ? found[name] : undefined), whole);

function cellAt(whole: unknown, place: string): Cell {
  const value = memberAt(whole, place);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
