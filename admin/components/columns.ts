import type { ReactNode } from 'react';
import { useListContext, useResourceContext, useStore } from 'react-admin';

/** A column of a list. The first one is the record's name: its cell becomes the link to the record. */
export interface DataColumn<Row> {
  /** The column's own name; where it is sortable, also the name of that order in the API. */
  readonly source: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** The text of the column in an export; absent, the record's member of the same name. */
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
  /** True for a sentence that has as much room as the fact of a card. */
  readonly wide?: boolean;
  /** True for a text that is read whole: it takes a second line where its cell is narrower, and is not cut. */
  readonly wraps?: boolean;
  /** The place on a phone's card; a column without one is folded. */
  readonly card?: 'state' | 'fact';
}

/**
 * Which columns are drawn: those that aren't hidden in this browser, without those that say nothing of any record in sight, unless they
 * were chosen. What the list is sorted or filtered by stays.
 */
export function useShownColumns<Row>(columns: readonly DataColumn<Row>[]) {
  const resource = useResourceContext();
  const { data, sort, filterValues } = useListContext();
  const [hidden, setHidden] = useStore<readonly string[]>(
    `${resource}.hiddenColumns`,
    columns.filter((column) => column.hidden).map(({ source }) => source),
  );
  const [chosen, setChosen] = useStore<readonly string[]>(`${resource}.chosenColumns`, []);
  const rows: readonly Row[] = data ?? [];
  const isTelling = (column: DataColumn<Row>, index: number): boolean =>
    !isHideable(column, index) ||
    chosen.includes(column.source) ||
    sort.field === column.source ||
    filterValues[column.source] !== undefined ||
    rows.length === 0 ||
    rows.some((row) => !isBlank(column.cell(row)));
  const shown = columns.filter((column, index) => !hidden.includes(column.source) && isTelling(column, index));
  return {
    shown,
    toggle: (source: string) => {
      const others = (sources: readonly string[]) => sources.filter((one) => one !== source);
      const isShown = shown.some((column) => column.source === source);
      setHidden(isShown ? [...hidden, source] : others(hidden));
      setChosen(isShown ? others(chosen) : [...chosen, source]);
    },
    showAll: () => {
      setHidden([]);
      setChosen(columns.map(({ source }) => source));
    },
  };
}

const isBlank = (value: ReactNode): boolean => value === null || value === undefined || value === false || value === '';

/** Whether a column can be hidden at all. */
export const isHideable = <Row>(column: DataColumn<Row>, index: number): boolean =>
  index > 0 && column.hideable !== false && !column.unnamed;
