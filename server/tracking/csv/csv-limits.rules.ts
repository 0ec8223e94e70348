/** What one import may hold (decisions §4, CSV). Characters and bytes of a row bound a quote that is never closed. */
export const csvMax = {
  fileBytes: 10 * 1024 * 1024,
  rows: 50_000,
  columns: 100,
  columnName: 100,
  values: 500,
  rowBytes: 64 * 1024,
  fileName: 200,
} as const;

/** Rows and bytes of JSON that are stored, checked and imported together; a piece is written well within the writers' five seconds. */
export const pieceMax = { rows: 500, bytes: 512 * 1024 } as const;

/**
 * Rows of one dry-run that are listed with their problems, problems of one row, causes of a dry-run, the values that one cause is divided by,
 * and characters of a value.
 */
export const listedMax = { rows: 100, problemsOfRow: 5, causes: 100, valuesOfCause: 20, valueCharacters: 100 } as const;

/** An upload that was not confirmed is deleted after this long; refused rows of a finished one are listed for this long. */
export const retention = { uploadHours: 24, refusalsDays: 30, openUploads: 10 } as const;

/** What its keys begin with; no caller may use such a key (decisions §2, Idempotency). */
export const CSV_KEY_PREFIX = 'csv:';
