import type { CsvCause } from './csv.types.js';
import { listedMax } from './csv-limits.rules.js';
import type { CellProblem, RefusedRow } from './csv-row.rules.js';
import type { MappingPlan } from './mapping.suggest.js';
import type { StoredRow } from './pieces.open.js';

/** What is said of a cause whose detail is another one in each row. */
const COMMON: Readonly<Record<string, string>> = {
  ragged_row: 'these rows have another number of cells than the header',
  repeated_key: 'an earlier row of this file has the same key and a different event',
};

/** Sums up why rows are refused: a line for each cause and value, with the number of its rows. */
export interface Causes {
  add(refused: RefusedRow, row: StoredRow): void;
  close(): CsvCause[];
}

/** The causes of one file. A cause that has more than twenty values is one line for what is beyond them. */
export function openCauses(plan: MappingPlan): Causes {
  const found = new Map<string, Map<string | null, CsvCause>>();
  const columnOf = new Map(plan.cells.map(({ index, member }) => [member, index]));
  const indexAt = new Map([...plan.columnAt].map(([pointer, column]) => [pointer, plan.columns.indexOf(column)]));

  /** What the row holds where the problem is; of an event without a family, its name, since that decides the family. */
  function cellAt({ pointer, code }: CellProblem, [, cells]: StoredRow): string | null {
    const index = code === 'family_required' ? columnOf.get('event_name') : indexAt.get(pointer);
    const text = index === undefined || typeof cells === 'number' ? undefined : cells[index]?.trim();
    return text ? text.slice(0, listedMax.valueCharacters).toWellFormed() : null;
  }

  return {
    add(refused, row) {
      for (const problem of refused.problems) {
        const slot = `${problem.code} ${problem.pointer}`;
        const values = found.get(slot) ?? new Map<string | null, CsvCause>();
        found.set(slot, values);
        const isTold = refused.status === 'invalid' && !refused.isPrivate;
        const wanted = isTold ? cellAt(problem, row) : null;
        const value = values.has(wanted) || values.size < listedMax.valuesOfCause ? wanted : null;
        const known = values.get(value);
        if (known) known.rows += 1;
        else
          values.set(value, {
            ...problem,
            detail: COMMON[problem.code] ?? problem.detail,
            rows: 1,
            firstRow: refused.row,
            value,
          });
      }
    },
    close: () =>
      [...found.values()]
        .flatMap((values) => [...values.values()])
        .toSorted((one, other) => other.rows - one.rows || one.firstRow - other.firstRow)
        .slice(0, listedMax.causes),
  };
}
