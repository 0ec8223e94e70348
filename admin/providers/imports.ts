import type { FieldNote } from './generated/operations.js';
import { askUpload } from './request.js';

/** A file to import into the catalog. */
export interface ImportOrder {
  readonly format: string;
  readonly file: File;
  /** The day that the figures are of, where the file doesn't say. */
  readonly asOf: string | null;
  readonly dryRun: boolean;
  /** Whether figures that would wait for a reviewer are taken. */
  readonly acceptHeld: boolean;
}

interface LeftOutRow {
  readonly row: number;
  readonly key: string;
  readonly problems: readonly Omit<FieldNote, 'hint'>[];
}

/** The result of an import, or the expected one of a dry run; the answer names the first refused rows itself. */
export interface ImportReport {
  /** Null for a dry run: nothing of it is stored. */
  readonly id: string | null;
  readonly format: string;
  readonly fileName: string;
  readonly dryRun: boolean;
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly superseded: number;
  readonly held: number;
  readonly refused: number;
  readonly heldRows: readonly LeftOutRow[];
  readonly refusedRows: readonly LeftOutRow[];
}

/** Imports a file within one request; the fields go before the file, so that a wrong one is refused before it is read. */
export async function uploadImport({ format, file, asOf, dryRun, acceptHeld }: ImportOrder): Promise<ImportReport> {
  const form = new FormData();
  form.set('format', format);
  form.set('dryRun', String(dryRun));
  if (acceptHeld) form.set('acceptHeld', 'true');
  if (asOf !== null) form.set('asOf', asOf);
  form.set('file', file);
  // As with GraphQL's answers, this is where an untyped answer gets its type.
  return (await askUpload('/api/imports/catalog', form)) as ImportReport;
}
