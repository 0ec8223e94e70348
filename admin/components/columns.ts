import type { ReactNode } from 'react';
import { useResourceContext, useStore } from 'react-admin';

/** A column of a list. The first one is the record's name: its cell becomes the link to the record. */
export interface DataColumn<Row> {
  /** The column's own name; where it is sortable, also the name of that order in the API. */
  readonly source: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** What an export says of it; absent, the record's member of the same name. */
  readonly text?: (row: Row) => string | number | null;
  readonly sortable?: boolean;
  /** Numbers and times stand right-aligned, and are sorted from the largest first. */
  readonly numeric?: boolean;
  /** False for a column that can't be hidden; the first one never can. */
  readonly hideable?: boolean;
  /** Hidden until the user asks for it. */
  readonly hidden?: boolean;
  /** A column of buttons has a name for screen readers alone. */
  readonly unnamed?: boolean;
  /** True for what can't be cut, such as a chip. */
  readonly whole?: boolean;
  /** Where it stands on a phone's card; what has no place there is folded. */
  readonly card?: 'state' | 'fact';
}

/** The columns that are hidden in this browser, remembered per resource. */
export function useHiddenColumns<Row>(columns: readonly DataColumn<Row>[]) {
  const resource = useResourceContext();
  const [hidden, setHidden] = useStore<readonly string[]>(
    `${resource}.hiddenColumns`,
    columns.filter((column) => column.hidden).map(({ source }) => source),
  );
  return {
    hidden,
    shown: columns.filter(({ source }) => !hidden.includes(source)),
    toggle: (source: string) =>
      setHidden(hidden.includes(source) ? hidden.filter((one) => one !== source) : [...hidden, source]),
    showAll: () => setHidden([]),
  };
}

/** Whether a column can be hidden at all. */
export const isHideable = <Row>(column: DataColumn<Row>, index: number): boolean =>
  index > 0 && column.hideable !== false && !column.unnamed;
