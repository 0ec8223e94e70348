import { isDeepStrictEqual } from 'node:util';

/** Columns whose values raw statements answer as text: times, and numbers of 64 bits or with decimals. */
interface TextColumns<Row> {
  readonly times: readonly (keyof Row)[];
  readonly numbers: readonly (keyof Row)[];
}

/** A comparable form of a column's value, whether it was made here or read back. */
export type Comparable<Row> = (column: keyof Row, value: unknown) => unknown;

/** Makes the comparable form for the columns of one table. */
export const comparableOf =
  <Row>({ times, numbers }: TextColumns<Row>): Comparable<Row> =>
  (column, value) => {
    if (value === null) return null;
    if (times.includes(column)) return new Date(value as string | Date).getTime();
    if (numbers.includes(column)) return Number(value);
    return JSON.parse(JSON.stringify(value)) as unknown;
  };

/** Names of the columns of a row that differ from the stored ones, in the order of the row. */
export const changedColumns = <Row extends object>(
  row: Row,
  stored: { readonly [column in keyof Row]: unknown },
  comparable: Comparable<Row>,
): string[] =>
  (Object.keys(row) as (keyof Row & string)[]).filter(
    (column) => !isDeepStrictEqual(comparable(column, row[column]), comparable(column, stored[column])),
  );
