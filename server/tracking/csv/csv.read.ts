import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { Fault } from '../../platform/fault.js';
import { pointerTo } from '../../platform/json.rules.js';
import { boundedRows, delimiterOf, headOf, textOnly, unreadable } from './csv-bytes.rules.js';
import { csvMax } from './csv-limits.rules.js';
import { openPieces } from './pieces.open.js';

const SAMPLE_ROWS = 5;

/** A file as it was understood, before anybody said what its columns mean. */
export interface ReadCsv {
  readonly columns: string[];
  /** Rows of data; blank ones are passed over and not counted. */
  readonly rows: number;
  readonly sampleRows: string[][];
  readonly delimiter: string;
  /** The rows, as `csv.piece.ts` keeps them. */
  readonly pieces: Buffer[];
}

/**
 * Parses a CSV file while it arrives: UTF-8 with or without a byte order mark, CRLF or LF, quotes as in RFC 4180, comma, semicolon or
 * tab. Cells stay text, whatever they look like. A ragged row is kept as such and refused with its number later; a file whose rows
 * cannot be told apart is refused here, with what is wrong and where, never with its content (decisions §4, CSV).
 */
export async function readCsv(bytes: AsyncIterable<Buffer>): Promise<ReadCsv> {
  const text = boundedRows(textOnly(bytes));
  const head = await headOf(text);
  const delimiter = delimiterOf(head);
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
  });
  const table = openTable();
  const whole = async function* (): AsyncGenerator<Buffer> {
    if (head.length) yield head;
    yield* text;
  };
  try {
    await pipeline(whole, parser, async (records: AsyncIterable<string[]>) => {
      for await (const cells of records) table.take(cells);
    });
  } catch (error) {
    throw error instanceof CsvError ? faultOfParser(error) : error;
  }
  return { ...table.close(), delimiter };
}

function faultOfParser(error: CsvError): Fault {
  const records: unknown = 'records' in error ? error.records : undefined;
  const at = typeof records === 'number' ? `row ${records + 1}` : 'a row';
  return error.code === 'CSV_QUOTE_NOT_CLOSED'
    ? unreadable('quote_not_closed', `a quote that begins in ${at} is never closed`)
    : unreadable('stray_quote', `${at} has a quote inside a cell`, 'write the cell in quotes and the quote twice');
}

function openTable(): { take(cells: string[]): void; close(): Omit<ReadCsv, 'delimiter'> } {
  const pieces = openPieces();
  const sampleRows: string[][] = [];
  let columns: string[] | null = null;
  let rows = 0;
  let row = 0;
  return {
    take(cells) {
      row += 1;
      if (row > 2 * csvMax.rows) throw tooManyRows();
      if (cells.every(isBlank)) return;
      if (columns === null) {
        columns = columnsOf(cells);
        return;
      }
      rows += 1;
      if (rows > csvMax.rows) throw tooManyRows();
      const surplus = cells.slice(columns.length);
      const fits = cells.length >= columns.length && surplus.every(isBlank);
      const own = fits ? cells.slice(0, columns.length) : cells;
      if (rows <= SAMPLE_ROWS) sampleRows.push(own.slice(0, csvMax.columns));
      pieces.add([row, fits ? own : cells.length]);
    },
    close() {
      if (columns === null) throw unreadable('empty_file', 'the file has no header row');
      if (rows === 0) throw unreadable('no_rows', 'the file has a header and no row of data');
      return { columns, rows, sampleRows, pieces: pieces.close() };
    },
  };
}

const isBlank = (cell: string): boolean => cell.trim() === '';

const tooManyRows = (): Fault => {
  const detail = `a file may have at most ${csvMax.rows.toLocaleString('en')} rows`;
  return new Fault('PAYLOAD_TOO_LARGE', {
    say: detail,
    errors: [{ pointer: '/file', code: 'too_many_rows', detail, hint: 'split the file: each part needs the header' }],
  });
};

/** Names of columns are shown and mapped by; one without a name gets its position. */
function columnsOf(header: string[]): string[] {
  if (header.length > csvMax.columns)
    throw unreadable('too_many_columns', `a file may have at most ${csvMax.columns} columns`);
  const columns = header.map((name, index) => name.trim() || `column ${index + 1}`);
  for (const [index, name] of columns.entries()) {
    if (name.length > csvMax.columnName || pointerTo('', name) === '')
      throw unreadable(
        'column_name',
        `the name of column ${index + 1} is over ${csvMax.columnName} characters or has control characters`,
        'the first row must hold the names of the columns',
      );
    if (columns.indexOf(name) !== index)
      throw unreadable('repeated_column', `columns ${columns.indexOf(name) + 1} and ${index + 1} have the same name`);
  }
  return columns;
}
