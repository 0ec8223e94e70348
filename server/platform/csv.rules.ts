import type { CsvError, Options } from 'csv-parse';
import { type Fault, unreadableFile } from './fault.js';

/** How every CSV file is parsed: a byte order mark or none, CRLF, LF or CR, quotes as in RFC 4180; rows may be ragged. */
export const CSV_DIALECT = {
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
} satisfies Options;

const DELIMITERS = [',', ';', '\t'];

/**
 * What separates the cells of a CSV text: comma, semicolon or tab, whichever its first line has most of outside quotes; a comma when it
 * has none. Text in latin1 does as well: only ASCII characters count.
 */
export function delimiterOf(head: string): string {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of head) {
    const count = counts.get(character);
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && count !== undefined) counts.set(character, count + 1);
  }
  return DELIMITERS.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best));
}

/** Whether a cell says nothing. */
export const isBlankCell = (cell: string): boolean => cell.trim() === '';

/** A row, or a quote that is never closed, beyond the bound of a row. */
export const rowTooLarge = (at: string, bytesMax: number): Fault =>
  unreadableFile(
    'row_too_large',
    `${at} has over ${bytesMax / 1024} KiB`,
    'a quote that is never closed makes rows run together',
  );

/** The parser's error as a 400 that names the row and repeats nothing of the file; `rowBytesMax` is the bound that the parser was given. */
export function faultOfCsv(error: CsvError, rowBytesMax: number): Fault {
  const records: unknown = 'records' in error ? error.records : undefined;
  const at = typeof records === 'number' ? `row ${records + 1}` : 'a row';
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return unreadableFile('quote_not_closed', `a quote that begins in ${at} is never closed`);
  if (error.code === 'CSV_MAX_RECORD_SIZE') return rowTooLarge(at, rowBytesMax);
  return unreadableFile(
    'stray_quote',
    `${at} has a quote inside a cell`,
    'write the cell in quotes and the quote twice',
  );
}
