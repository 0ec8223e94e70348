import { type Fault, unreadableFile } from './fault.js';

const DELIMITERS = [',', ';', '\t'];

/** The line that tells Excel what separates the cells of the rest; Excel shows it to no one. One that names nothing says no more than that. */
const DIRECTIVE = /^(?:\uFEFF|\u00ef\u00bb\u00bf)?"?[ ]*sep[ ]*=[ ]*([,;\t|]?)[ ]*"?[;, \t]*(?:\r\n?|\n|$)/i;

/** How the cells of a CSV text are separated, and whether its first line says so and is no row. `head` has at least the first line that is a row, as text or as latin1. */
export function dialectOf(head: string): { readonly delimiter: string; readonly hasDirective: boolean } {
  const [line, named] = DIRECTIVE.exec(head) ?? [''];
  return { delimiter: named || delimiterOf(head.slice(line.length)), hasDirective: line !== '' };
}

/**
 * The separator of a CSV text's cells: comma, semicolon or tab, whichever its first line has most of outside quotes; a comma when it has none.
 * Text in latin1 does as well: only ASCII characters count.
 */
function delimiterOf(head: string): string {
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

/** A quote that a row opens and nothing closes. */
export const quoteNotClosed = (at: string): Fault =>
  unreadableFile('quote_not_closed', `a quote that begins in ${at} is never closed`);

/** A quote in the midst of a cell, or text behind the quote that closes one. */
export const strayQuote = (at: string): Fault =>
  unreadableFile('stray_quote', `${at} has a quote inside a cell`, 'write the cell in quotes and the quote twice');
