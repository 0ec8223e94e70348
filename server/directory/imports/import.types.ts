import type { EntityManager } from '@mikro-orm/postgresql';
import { Fault, type FieldProblem, unreadableFile } from '../../platform/fault.js';
import type { MeasureOutcome } from '../measures/index.js';
import type { HeldLookalike } from './lookalike.query.js';
import type { WriteOutcome } from './record.query.js';

/** The formats of a file; the offers domain's format is handed in by the composition root. */
export const importFormats = ['mcp-registry', 'startup-credits', 'csv', 'npm-downloads', 'measures'] as const;
export type ImportFormat = (typeof importFormats)[number];

export const rowOutcomes = ['created', 'updated', 'unchanged', 'superseded', 'held', 'refused'] as const;
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
  /** The file of a folder could not be read from the disk; it has no bytes. */
  readonly unreadable?: true;
}

/** The terms of an import, beside its files. */
export interface ImportTerms {
  /** The day that the figures are of (YYYY-MM-DD), where the file does not say. */
  readonly asOf: string | null;
  /** The day of the import (YYYY-MM-DD). */
  readonly today: string;
  /** Whether figures and names that would be held are taken: a reviewer looked at them. */
  readonly acceptHeld?: boolean;
}

/** A newer version of the record is there already. */
export interface Superseded {
  readonly outcome: 'superseded';
  readonly code: string;
  readonly detail: string;
}

/** The outcome of a record or figure; a held one waits for a reviewer. */
export type ImportOutcome = WriteOutcome | MeasureOutcome | HeldLookalike | Superseded;

/** One row of a file after parsing: a record, or why there is none. Pointers are relative to the row. */
export interface ImportRow<R> {
  /** Its place in a list from 1, or the line of a table as a spreadsheet numbers it. */
  readonly number: number;
  readonly key: string;
  readonly record: R | null;
  readonly problems: readonly FieldProblem[];
  /** A row without a record is refused, or its place is taken by a newer version of the same record. */
  readonly leftOutAs?: 'superseded';
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

/**
 * Reads the files of an import one by one. A file that can't be read ends an import of itself alone; among several it becomes a refused row
 * under its name, and the others are taken. Rows of several files are numbered through, and their problems name the file.
 */
export async function readFiles<R>(
  files: readonly ImportFile[],
  read: (file: ImportFile) => readonly ImportRow<R>[] | Promise<readonly ImportRow<R>[]>,
): Promise<ImportRow<R>[]> {
  const [alone] = files;
  if (alone && files.length === 1) return [...(await read(alone))];
  const rows: ImportRow<R>[] = [];
  for (const file of files)
    for (const row of await rowsOrRefusal(file, read)) rows.push({ ...row, number: rows.length + 1 });
  return rows;
}

async function rowsOrRefusal<R>(
  file: ImportFile,
  read: (file: ImportFile) => readonly ImportRow<R>[] | Promise<readonly ImportRow<R>[]>,
): Promise<readonly ImportRow<R>[]> {
  const named = (problems: readonly FieldProblem[]): FieldProblem[] =>
    problems.map((problem) => ({ ...problem, detail: `${file.name}: ${problem.detail}` }));
  try {
    return (await read(file)).map((row) => ({ ...row, problems: named(row.problems) }));
  } catch (error) {
    if (!(error instanceof Fault) || error.status >= 500) throw error;
    return [{ number: 1, key: file.name, record: null, problems: named(error.errors ?? []) }];
  }
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
        row.record === null
          ? leftOut(row, row.leftOutAs ?? 'refused', row.problems)
          : resultOf(row, outcomes.next().value),
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
  outcome: 'superseded' | 'held' | 'refused',
  problems: readonly FieldProblem[],
): RowResult => ({ number, key: key.slice(0, importMax.keyLength), outcome, problems });

function resultOf<R>(row: ImportRow<R>, outcome: ImportOutcome | undefined): RowResult {
  if (!outcome) throw new Error(`row ${row.number} has no outcome`);
  if ('code' in outcome)
    return leftOut(row, outcome.outcome, [{ pointer: '', code: outcome.code, detail: outcome.detail }]);
  return { number: row.number, key: row.key.slice(0, importMax.keyLength), outcome: outcome.outcome, problems: [] };
}
