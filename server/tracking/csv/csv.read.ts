import { deflateSync, inflateSync } from 'node:zlib';
import { csvRows } from '../../platform/csv.rows.js';
import { dialectOf, isBlankCell } from '../../platform/csv.rules.js';
import { Fault, unreadableFile } from '../../platform/fault.js';
import { pointerTo } from '../../platform/json.rules.js';
import { yieldingPieces } from '../../platform/yield.js';
import { csvMax, pieceMax } from './csv.rules.js';

const SAMPLE_ROWS = 5;

/** A file as it was read, before its columns are mapped. */
export interface ReadCsv {
  readonly columns: string[];
  /** Rows of data; blank ones are passed over and not counted. */
  readonly rows: number;
  readonly sampleRows: string[][];
  readonly delimiter: string;
  /** The rows, as `openPieces` packs them. */
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

/** Names that the first rows of our own exports have in common: columns of the export of adoption, labels of the list of events. */
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

/** Passes on what is text in UTF-8 without NUL; anything else ends in a fault before it is parsed. */
export async function* textOnly(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const isText = (chunk?: Buffer): boolean => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
      return true;
    } catch {
      return false;
    }
  };
  let first: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (first.length < 4) first = Buffer.concat([first, chunk.subarray(0, 4)]);
    const hasNul = chunk.includes(0);
    if (hasNul || !isText(chunk)) throw notText(first, hasNul);
    yield chunk;
  }
  if (!isText()) throw notText(first, false);
}

function notText(first: Buffer, hasNul: boolean): Fault {
  const begins = (...bytes: number[]): boolean => bytes.every((byte, index) => first[index] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04))
    return unreadableFile(
      'zip_archive',
      'this is a zip archive, not a CSV file',
      'save a workbook as CSV (UTF-8) first',
    );
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff))
    return unreadableFile('not_utf8', 'the file is in UTF-16', 'save it as CSV in UTF-8');
  return hasNul
    ? unreadableFile('nul_character', 'the file holds the character NUL: it is not text')
    : unreadableFile('not_utf8', 'the file is not in UTF-8', 'save it as CSV in UTF-8');
}

/** A line and one more, which is the first row where the first line says how cells are separated. */
const TWO_LINES = /[\r\n][^\r\n]+[\r\n]/;

/** The beginning of a text, at least to the end of its second line or the longest row that is read. */
export async function headOf(text: AsyncIterator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  while (bytes < csvMax.rowBytes) {
    const { value, done } = await text.next();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    if (TWO_LINES.test(Buffer.concat(parts).toString('latin1'))) break;
  }
  return Buffer.concat(parts);
}

/** A row of data as it is stored: its number as a spreadsheet counts (the header is row 1), and its cells, or only how many a ragged row has. */
export type StoredRow = readonly [row: number, cells: readonly string[] | number];

/** Collects rows into compressed pieces, so that neither a process nor a statement ever holds a whole file as rows. */
function openPieces(): { add(row: StoredRow): void; close(): Buffer[] } {
  const pieces: Buffer[] = [];
  let texts: string[] = [];
  let characters = 0;
  const pack = (): void => {
    if (texts.length) pieces.push(deflateSync(`[${texts.join(',')}]`, { level: 1 }));
    texts = [];
    characters = 0;
  };
  return {
    add(row) {
      const text = JSON.stringify(row);
      texts.push(text);
      characters += text.length;
      if (texts.length >= pieceMax.rows || characters >= pieceMax.bytes) pack();
    },
    close() {
      pack();
      return pieces;
    },
  };
}

/** A character may take six bytes of JSON, and the last row of a piece may be as large as a row can be. */
const INFLATED_BYTES_MAX = 6 * (pieceMax.bytes + 2 * csvMax.rowBytes);

/** The rows of a piece that `openPieces` made. */
export const rowsOf = (piece: Buffer): StoredRow[] =>
  JSON.parse(inflateSync(piece, { maxOutputLength: INFLATED_BYTES_MAX }).toString('utf8')) as StoredRow[];
