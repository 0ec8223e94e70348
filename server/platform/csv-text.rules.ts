/** A value of a cell; what is unknown is an empty cell. */
export type Cell = string | number | boolean | Date | null;

/** The mark that tells a spreadsheet that a file is UTF-8: the first character of what a person downloads. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Matches the places where a spreadsheet may see a formula: the beginning of a cell, and the beginning of one for a reader that splits at
 * semicolons or tabs, since such a reader ignores quotes in the midst of a cell and begins a row at a line break. Blanks and unseen characters
 * may stand before the sign, for readers trim them; full-width and small signs count as signs.
 */
const FORMULA =
  /(?<=^|[;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}"])*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;
const BLANK_START = /^[\t\r\n]/;
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** A line of CSV as RFC 4180 has it, in which no text is a formula: an apostrophe before it makes it text. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== 'string') return String(cell);
  const plain = cell.replace(FORMULA, "'");
  const text = BLANK_START.test(plain) ? `'${plain}` : plain;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
