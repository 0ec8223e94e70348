import type { ReactNode } from 'react';
import { RowCards } from './RowCards.js';
import { RowTable } from './RowTable.js';
import { useContainerWidth } from './useContainerWidth.js';

export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand right-aligned under each other, so that they can be compared. */
  readonly numeric?: boolean;
  /** A column of buttons has a name for screen readers alone. */
  readonly unnamed?: boolean;
}

export interface RowsProps<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** A few short numbers: it stays a table on a phone too, where cards would tear apart what is to be compared. */
  readonly compact?: boolean;
  /** A remark on a row beyond its facts, shown under it; null is none. */
  readonly detail?: (row: Row) => ReactNode;
}

/** The width that a column needs to be readable; where there is less, a row is a card, so that no one scrolls sideways. */
const COLUMN_WIDTH_MIN = 104;

/** A list of records: a table where there is room to compare, cards with the same facts in the same order elsewhere. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { ref, wide } = useContainerWidth(props.columns.length * COLUMN_WIDTH_MIN);
  const asTable = wide || props.compact;
  return <div ref={ref}>{wide !== undefined && (asTable ? <RowTable {...props} /> : <RowCards {...props} />)}</div>;
}
