import { isUtf8 } from 'node:buffer';
import type { SkillProblem } from '../reading.types.js';

/** The bytes of a SKILL.md as text; `lines` are without their endings, and NUL is read as U+FFFD so that the rest can still be judged. */
export interface SkillText {
  readonly content: string | null;
  readonly lines: readonly string[];
  readonly problems: readonly SkillProblem[];
}

const htmlPage = /^\s{0,200}<(?:!doctype\s{1,8}html|html|head|body)\b/i;

/** The lines of a text without their endings (CRLF, LF, lone CR, also mixed); an ending at the very end opens no further line. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** A problem of the file as a whole. */
const ofFile = (code: string, line: number | null, detail: string): SkillProblem => ({
  code,
  field: null,
  line,
  detail,
});

/** The line of the first byte that is no UTF-8: decoding and encoding again gives the same bytes up to there. */
function lineOfBadByte(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'));
  let at = 0;
  while (at < bytes.length && bytes[at] === again[at]) at += 1;
  return splitLines(`${bytes.toString('latin1', 0, at)}?`).length;
}

/** Reads bytes as UTF-8 with or without a byte order mark, and says when they are none, hold NUL, are empty or are an HTML page. */
export function readText(bytes: Buffer): SkillText {
  if (bytes.length === 0)
    return { content: '', lines: [], problems: [ofFile('empty_file', null, 'The file is empty')] };
  if (!isUtf8(bytes)) {
    const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const detail = utf16 ? 'The file is UTF-16: save it as UTF-8' : 'The file is no UTF-8 text from this line on';
    return {
      content: null,
      lines: splitLines(bytes.toString('latin1')),
      problems: [ofFile('not_utf8', utf16 ? 1 : lineOfBadByte(bytes), detail)],
    };
  }
  const text = bytes.toString('utf8');
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const lines = splitLines(plain.replaceAll('\0', '\uFFFD'));
  const problems: SkillProblem[] = [];
  const nul = plain.indexOf('\0');
  if (nul !== -1) {
    const line = splitLines(plain.slice(0, nul + 1)).length;
    problems.push(ofFile('nul_character', line, 'The file holds NUL characters, so it is no text (UTF-16, perhaps)'));
  }
  if (htmlPage.test(plain)) {
    problems.push(
      ofFile('looks_like_html', 1, 'The address answers with an HTML page: give the address of the raw file'),
    );
  }
  return { content: nul === -1 ? text : null, lines, problems };
}
