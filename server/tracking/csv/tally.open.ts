import { recordedAgainst, type StoredEvent } from '../check/index.js';
import { openCauses } from './causes.open.js';
import type { CsvCheck } from './csv-check.types.js';
import type { CsvRowResult } from './csv-import.entity.js';
import { listedMax } from './csv-limits.rules.js';
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
import type { StoredRow } from './pieces.open.js';

/** Sums up a dry-run: what each row would become, given what is stored and what comes before it in the same file. */
export interface Tally {
  add(rows: readonly StoredRow[], checked: readonly CheckedRow[], stored: ReadonlyMap<string, StoredEvent>): void;
  close(): Omit<CsvCheck, 'csvImport'>;
}

/** A tally of one file; `ignored` when its product is: then only what is stored already decides. */
export function openTally(plan: MappingPlan, ignored: boolean): Tally {
  const counts: RowCounts = { read: 0, taken: 0, duplicate: 0, ignored: 0, refused: 0 };
  const problems: CsvRowResult[] = [];
  const causes = openCauses(plan);
  const warnings = new Map<string, CellProblem & { rows: number }>();
  const firstOfKey = new Map<string, { row: number; fingerprint: Buffer }>();
  let firstEvent: Record<string, unknown> | null = null;

  function outcome(one: Exclude<CheckedRow, RefusedRow>, stored: StoredEvent | undefined): RowOutcome {
    const { row, event } = one;
    if (stored) return outcomeOf(plan, row, recordedAgainst(event, stored));
    if (ignored) return { row, status: 'ignored' };
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
