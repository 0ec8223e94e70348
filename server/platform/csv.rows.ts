import { quoteNotClosed, rowTooLarge, strayQuote } from './csv.rules.js';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const MARK = [0xef, 0xbb, 0xbf];

export interface RowBounds {
  readonly delimiter: string;
  /** Whether the first line is `sep=`: it is no row, and the one behind it is row 1, as a spreadsheet counts. */
  readonly hasDirective?: boolean;
  /** Bytes of a row, quotes and separators counted: a quote that is never closed would else make one row of the whole file. */
  readonly rowBytesMax: number;
}

/**
 * Splits a CSV file in UTF-8 into rows of cells as its bytes arrive, and hands on together what a piece completes: a byte order mark or none,
 * CRLF, LF or CR, quotes as in RFC 4180, rows of any number of cells. A stray quote, a quote that is never closed and a row beyond its bound
 * throw a Fault with the number of the row. Rows without a quote, which are nearly all, are split by one call (decision 0060).
 */
export async function* csvRows(
  chunks: AsyncIterable<Buffer>,
  { delimiter, hasDirective, rowBytesMax }: RowBounds,
): AsyncGenerator<string[][]> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  let row = hasDirective ? 0 : 1;
  let isMarkable = true;
  let isQuoted = false;
  let hasQuote = false;
  let afterReturn = false;
  const textOf = (last: Buffer): string => {
    const bytes = begun.length ? Buffer.concat([...begun, last]) : last;
    const isMarked = isMarkable && MARK.every((byte, at) => bytes[at] === byte);
    return bytes.toString('utf8', isMarked ? MARK.length : 0);
  };
  const cellsOf = (text: string): string[] =>
    hasQuote ? quotedCells(text, delimiter, `row ${row}`) : text.split(delimiter);
  for await (const chunk of chunks) {
    const rows: string[][] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === QUOTE) {
        isQuoted = !isQuoted;
        hasQuote = true;
      } else if (!isQuoted && (byte === NEWLINE || byte === RETURN)) {
        const endsReturn = byte === NEWLINE && afterReturn && at === start && begunBytes === 0;
        if (!endsReturn) {
          if (begunBytes + at - start > rowBytesMax) throw rowTooLarge(`row ${row}`, rowBytesMax);
          const text = textOf(chunk.subarray(start, at));
          if (row > 0) rows.push(cellsOf(text));
          row += 1;
          isMarkable = false;
          begun = [];
          begunBytes = 0;
          hasQuote = false;
        }
        start = at + 1;
      }
      afterReturn = byte === RETURN;
    }
    const rest = chunk.subarray(start);
    if (rest.length) {
      begunBytes += rest.length;
      if (begunBytes > rowBytesMax) {
        if (hasQuote) cellsOf(textOf(rest)); // a stray quote says more than the length that comes of it
        throw rowTooLarge(`row ${row}`, rowBytesMax);
      }
      begun.push(Buffer.from(rest));
    }
    if (rows.length) yield rows;
  }
  if (begunBytes === 0 || row === 0) return;
  const text = textOf(Buffer.alloc(0));
  if (text === '') return; // nothing but a byte order mark
  const cells = cellsOf(text);
  if (isQuoted) throw quoteNotClosed(`row ${row}`);
  yield [cells];
}

/** The cells of a row that has quotes; what stands open at its end is a cell, too. */
function quotedCells(text: string, delimiter: string, at: string): string[] {
  const cells: string[] = [];
  for (let from = 0; ; ) {
    const isQuoted = text[from] === '"';
    const end = isQuoted ? endOfQuoted(text, from) : endOfPlain(text, from, delimiter);
    const cell = text.slice(from, end);
    if (isQuoted ? end < text.length && text[end] !== delimiter : cell.includes('"')) throw strayQuote(at);
    cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end >= text.length) return cells;
    from = end + 1;
  }
}

function endOfPlain(text: string, from: number, delimiter: string): number {
  const end = text.indexOf(delimiter, from);
  return end < 0 ? text.length : end;
}

/** The end of the cell that a quote opens: after the first quote that is not one of two. */
function endOfQuoted(text: string, from: number): number {
  for (let at = from + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    if (text[at + 1] !== '"') return at + 1;
  }
}
