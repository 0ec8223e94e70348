import type { EntityManager } from '@mikro-orm/postgresql';
import { type FieldProblem, unreadableFile } from '../../platform/fault.js';
import type { WriteOutcome } from './record.query.js';

/** The formats of a file; the offers domain's format is handed in by the composition root. */
export const importFormats = ['mcp-registry', 'startup-credits', 'csv', 'npm-downloads'] as const;
export type ImportFormat = (typeof importFormats)[number];

export const rowOutcomes = ['created', 'updated', 'unchanged', 'held', 'refused'] as const;
export type RowOutcomeName = (typeof rowOutcomes)[number];

/** Bounds of an import; a file beyond them is refused whole, before anything is written. */
export const importMax = {
  fileBytes: 50 * 1024 * 1024,
  uploadBytes: 10 * 1024 * 1024,
  rows: 100_000,
  chunkRows: 200,
  keyLength: 300,
  fileNameLength: 200,
} as const;

export interface ImportFile {
  /** Without its folder. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** The terms of an import, beside its files. */
export interface ImportTerms {
  /** The day that the figures are of (YYYY-MM-DD), where the file does not say. */
  readonly asOf: string | null;
  /** The day of the import (YYYY-MM-DD). */
  readonly today: string;
  /** Whether figures that would be held are taken: a reviewer looked at them. */
  readonly acceptHeld?: boolean;
}

/** The outcome of a record or figure; a held one waits for a reviewer. */
export type ImportOutcome = WriteOutcome | { readonly outcome: 'held'; readonly code: string; readonly detail: string };

/** One row of a file after parsing: a record, or why there is none. Pointers are relative to the row. */
export interface ImportRow<R> {
  /** Its place in a list from 1, or the line of a table as a spreadsheet numbers it. */
  readonly number: number;
  readonly key: string;
  readonly record: R | null;
  readonly problems: readonly FieldProblem[];
}

/** The outcome of one row. */
export interface RowResult {
  readonly number: number;
  readonly key: string;
  readonly outcome: RowOutcomeName;
  readonly problems: readonly FieldProblem[];
}

/** A file that was read whole: how many rows it has, and how a chunk of them is written in the caller's transaction. */
export interface ImportPlan {
  readonly total: number;
  /** Writes the rows from one position up to another and answers a result for each, in order. */
  write(em: EntityManager, at: Date, from: number, to: number): Promise<RowResult[]>;
}

/** Reads files of one format; whatever cannot be read as that format is a fault, and nothing is written. */
export type ParseImport = (files: readonly ImportFile[], terms: ImportTerms) => ImportPlan | Promise<ImportPlan>;

export type ImportReaders = Readonly<Record<ImportFormat, ParseImport>>;

/** Refuses a file by the number of its rows, before any of them is read where that number is known. */
export function refuseTooMany(rows: number): void {
  if (rows > importMax.rows)
    throw unreadableFile('too_many_rows', `a file may have at most ${importMax.rows.toLocaleString('en')} rows`);
}

/** A plan out of rows and their writer. A repeated key is taken once: the first row has it, the others are refused. */
export function planOf<R>(
  rows: readonly ImportRow<R>[],
  write: (em: EntityManager, at: Date, records: readonly R[]) => Promise<ImportOutcome[]>,
): ImportPlan {
  if (rows.length === 0) throw unreadableFile('no_rows', 'the file has no rows');
  refuseTooMany(rows.length);
  const planned = withoutRepeats(rows);
  return {
    total: planned.length,
    async write(em, at, from, to) {
      const chunk = planned.slice(from, to);
      const records = chunk.flatMap(({ record }) => (record === null ? [] : [record]));
      const outcomes = (await write(em, at, records)).values();
      return chunk.map((row) =>
        row.record === null ? leftOut(row, 'refused', row.problems) : resultOf(row, outcomes.next().value),
      );
    },
  };
}

function withoutRepeats<R>(rows: readonly ImportRow<R>[]): ImportRow<R>[] {
  const first = new Map<string, number>();
  return rows.map((row) => {
    if (row.record === null) return row;
    const earlier = first.get(row.key);
    if (earlier === undefined) first.set(row.key, row.number);
    if (earlier === undefined) return row;
    const detail = `row ${earlier} of this file has the same key`;
    return { ...row, record: null, problems: [{ pointer: '', code: 'repeated', detail }] };
  });
}

const leftOut = <R>(
  { number, key }: ImportRow<R>,
  outcome: 'held' | 'refused',
  problems: readonly FieldProblem[],
): RowResult => ({ number, key: key.slice(0, importMax.keyLength), outcome, problems });

function resultOf<R>(row: ImportRow<R>, outcome: ImportOutcome | undefined): RowResult {
  if (!outcome) throw new Error(`row ${row.number} has no outcome`);
  if (outcome.outcome === 'held' || outcome.outcome === 'refused')
    return leftOut(row, outcome.outcome, [{ pointer: '', code: outcome.code, detail: outcome.detail }]);
  return { number: row.number, key: row.key.slice(0, importMax.keyLength), outcome: outcome.outcome, problems: [] };
}
