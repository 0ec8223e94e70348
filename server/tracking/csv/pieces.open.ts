import { deflateSync, inflateSync } from 'node:zlib';
import { csvMax, pieceMax } from './csv-limits.rules.js';

/** A row of data as it is stored: its number as a spreadsheet counts (the header is row 1), and its cells, or only how many a ragged row has. */
export type StoredRow = readonly [row: number, cells: readonly string[] | number];

/** Collects rows into compressed pieces, so that neither a process nor a statement ever holds a whole file as rows. */
export function openPieces(): { add(row: StoredRow): void; close(): Buffer[] } {
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
