import { csvRows } from '../../platform/csv.rows.js';
import { dialectOf, isBlankCell } from '../../platform/csv.rules.js';
import { Fault, unreadableFile } from '../../platform/fault.js';
import { pointerTo } from '../../platform/json.rules.js';
import { yieldingPieces } from '../../platform/yield.js';
import { headOf, textOnly } from './csv-bytes.rules.js';
import { csvMax } from './csv-limits.rules.js';
import { openPieces } from './pieces.open.js';

const SAMPLE_ROWS = 5;

/** A file as it was read, before its columns are mapped. */
export interface ReadCsv {
  readonly columns: string[];
  /** Rows of data; blank ones are passed over and not counted. */
  readonly rows: number;
  readonly sampleRows: string[][];
  readonly delimiter: string;
  /** The rows, as `pieces.open.ts` stores them. */
  readonly pieces: Buffer[];
}

/**
 * Parses a CSV file while it arrives: UTF-8 with or without a byte order mark, CRLF or LF, quotes as in RFC 4180, comma, semicolon or
 * tab. Cells stay text, whatever they look like. A ragged row is stored as such and refused with its number later; a file whose rows
 * cannot be separated is refused here, with what is wrong and where, never with its content (decisions §4, CSV).
 */
export async function readCsv(bytes: AsyncIterable<Buffer>): Promise<ReadCsv> {
  const text = textOnly(yieldingPieces(bytes));
  const head = await headOf(text);
  const dialect = dialectOf(head.toString('latin1'));
  const table = openTable();
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield* yieldingPieces([head]);
    yield* text;
  };
  for await (const rows of csvRows(whole(), { ...dialect, rowBytesMax: csvMax.rowBytes }))
    for (const cells of rows) table.take(cells);
  return { ...table.close(), delimiter: dialect.delimiter };
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
      if (cells.every(isBlankCell)) return;
      if (columns === null) {
        columns = columnsOf(cells);
        return;
      }
      rows += 1;
      if (rows > csvMax.rows) throw tooManyRows();
      const surplus = cells.slice(columns.length);
      const fits = cells.length >= columns.length && surplus.every(isBlankCell);
      const own = fits ? cells.slice(0, columns.length) : cells;
      if (rows <= SAMPLE_ROWS) sampleRows.push(own.slice(0, csvMax.columns));
      pieces.add([row, fits ? own : cells.length]);
    },
    close() {
      if (columns === null) throw unreadableFile('empty_file', 'the file has no header row');
      if (rows === 0) throw unreadableFile('no_rows', 'the file has a header and no row of data');
      return { columns, rows, sampleRows, pieces: pieces.close() };
    },
  };
}

const tooManyRows = (): Fault => {
  const detail = `a file may have at most ${csvMax.rows.toLocaleString('en')} rows`;
  return new Fault('PAYLOAD_TOO_LARGE', {
    say: detail,
    errors: [{ pointer: '/file', code: 'too_many_rows', detail, hint: 'split the file: each part needs the header' }],
  });
};

/** A comment line of an export of an earlier version, whichever of them a person left as the first. No column of events is called so. */
const OWN_COMMENT = /^#\s*(?:(?:organization|window|label|family|as of|excluded)\s*(?::|$)|(?:product|source)\s*:)/i;

/** What the first rows of our own exports have in common: columns of the export of adoption, labels of the list of events. */
const OWN_HEADERS: readonly (readonly string[])[] = [
  ['eventid', 'receivedat', 'vendorowndomain'],
  ['day', 'label', 'from', 'to'],
  ['accountdomain', 'label', 'from', 'to'],
  ['developerid', 'label', 'from', 'to'],
  ['event', 'outcome', 'tracking key', 'received'],
];

function isOwnExport(header: readonly string[]): boolean {
  const names = new Set(header.map((name) => name.trim().toLowerCase()));
  return OWN_COMMENT.test(header[0]?.trim() ?? '') || OWN_HEADERS.some((own) => own.every((name) => names.has(name)));
}

/** Names of columns are shown and mapped by; one without a name gets its position. */
function columnsOf(header: string[]): string[] {
  if (isOwnExport(header))
    throw unreadableFile(
      'own_export',
      'this is an export of DAI: the events that it tells of are stored here already',
      'import the file of the system that the events come from',
    );
  if (header.length > csvMax.columns)
    throw unreadableFile('too_many_columns', `a file may have at most ${csvMax.columns} columns`);
  const columns = header.map((name, index) => name.trim() || `column ${index + 1}`);
  for (const [index, name] of columns.entries()) {
    if (name.length > csvMax.columnName || pointerTo('', name) === '')
      throw unreadableFile(
        'column_name',
        `the name of column ${index + 1} is over ${csvMax.columnName} characters or has control characters`,
        'the first row must hold the names of the columns',
      );
    if (columns.indexOf(name) !== index)
      throw unreadableFile(
        'repeated_column',
        `columns ${columns.indexOf(name) + 1} and ${index + 1} have the same name`,
      );
  }
  return columns;
}
