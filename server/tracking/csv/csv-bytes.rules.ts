import { type Fault, unreadableFile } from '../../platform/fault.js';
import { csvMax } from './csv-limits.rules.js';

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
