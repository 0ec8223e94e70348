import { recordedAgainst, type StoredEvent } from '../check/index.js';
import type { StoredRow } from './csv.read.js';
import { listedMax } from './csv.rules.js';
import type { CsvCause, CsvCheck, CsvRowResult } from './csv-import.types.js';
import {
  type CellProblem,
  type CheckedRow,
  countRows,
  outcomeOf,
  type RefusedRow,
  type RowCounts,
  type RowOutcome,
} from './csv-row.rules.js';
import type { MappingPlan } from './mapping.suggest.js';

/** Sums up a dry-run: what each row would become, given what is stored and what comes before it in the same file. */
export interface Tally {
  add(rows: readonly StoredRow[], checked: readonly CheckedRow[], stored: ReadonlyMap<string, StoredEvent>): void;
  close(): Omit<CsvCheck, 'csvImport'>;
}

/** A tally of one file; of an event that is ignored, by its product or its name, only what is stored already decides. */
export function openTally(plan: MappingPlan, isIgnored: (eventName: string) => boolean): Tally {
  const counts: RowCounts = { read: 0, taken: 0, duplicate: 0, ignored: 0, refused: 0 };
  const problems: CsvRowResult[] = [];
  const causes = openCauses(plan);
  const warnings = new Map<string, CellProblem & { rows: number }>();
  const firstOfKey = new Map<string, { row: number; fingerprint: Buffer }>();
  let firstEvent: Record<string, unknown> | null = null;

  function outcome(one: Exclude<CheckedRow, RefusedRow>, stored: StoredEvent | undefined): RowOutcome {
    const { row, event } = one;
    if (stored) return outcomeOf(plan, row, recordedAgainst(event, stored));
    if (isIgnored(event.eventName)) return { row, status: 'ignored' };
    const first = firstOfKey.get(event.idempotencyKey);
    if (first) return first.fingerprint.equals(event.fingerprint) ? { row, status: 'duplicate' } : repeated(row, first);
    firstOfKey.set(event.idempotencyKey, { row, fingerprint: event.fingerprint });
    return { row, status: 'tracked' };
  }

  function repeated(row: number, first: { row: number }): RefusedRow {
    const pointer = '/idempotencyKey';
    const detail = `row ${first.row} of this file has the same key and a different event`;
    const column = plan.columnAt.get(pointer) ?? null;
    return { row, status: 'conflict', problems: [{ pointer, column, code: 'repeated_key', detail }] };
  }

  function warn(found: readonly CellProblem[]): void {
    for (const one of found) {
      const slot = `${one.code} ${one.pointer}`;
      const known = warnings.get(slot);
      if (known) known.rows += 1;
      else warnings.set(slot, { ...one, rows: 1 });
    }
  }

  return {
    add(rows, checked, stored) {
      const outcomes = checked.map((one): RowOutcome => {
        if (!('event' in one)) return one;
        warn(one.warnings);
        firstEvent ??= one.event.payload;
        return outcome(one, stored.get(one.event.idempotencyKey));
      });
      const sums = countRows(outcomes);
      for (const name of ['read', 'taken', 'duplicate', 'ignored', 'refused'] as const) counts[name] += sums[name];
      for (const [index, one] of outcomes.entries()) {
        const row = rows[index];
        if (!('problems' in one) || !row) continue;
        causes.add(one, row);
        if (problems.length < listedMax.rows) problems.push(one);
      }
    },
    close: () => ({ counts, causes: causes.close(), problems, warnings: [...warnings.values()], firstEvent }),
  };
}

/** Details of causes whose own detail differs from row to row. */
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
function openCauses(plan: MappingPlan): Causes {
  const found = new Map<string, Map<string | null, CsvCause>>();
  const columnOf = new Map(plan.cells.map(({ index, member }) => [member, index]));
  const indexAt = new Map([...plan.columnAt].map(([pointer, column]) => [pointer, plan.columns.indexOf(column)]));

  /** The cell of the problem; for an event without a family it is the name, since that decides the family. */
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
