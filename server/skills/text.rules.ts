import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { SkillHeading, SkillProblem } from './reading.types.js';

/** The bytes of a SKILL.md as text; `lines` are without their endings, and NUL is read as U+FFFD so that the rest can still be judged. */
export interface SkillText {
  readonly content: string | null;
  readonly lines: readonly string[];
  readonly problems: readonly SkillProblem[];
}

const htmlPage = /^\s{0,200}<(?:!doctype\s{1,8}html|html|head|body)\b/i;

/** The lines of a text without their endings (CRLF, LF, lone CR, also mixed); an ending at the very end opens no further line. */
function splitLines(text: string): string[] {
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

/** Names the bytes of a skill's source: `sha256:` and their hexadecimal SHA-256. */
export const digestOfSkill = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** A preview needs the outline, not a list as long as the file; the longest of the published skills that we read has 90. */
const headingsMax = 500;
const lineLengthMax = 1_000;
const textLengthMax = 200;
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;

/** The text of a heading without the number signs that may close it. */
function textOf(raw: string): string {
  const text = raw.trim();
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  const closed = end < text.length && (end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t');
  return (closed ? text.slice(0, end) : text).trim().slice(0, textLengthMax).toWellFormed();
}

interface Outline {
  readonly headings: SkillHeading[];
  /** A warning when there are more headings than are listed. */
  readonly warnings: SkillProblem[];
}

/**
 * The headings with number signs (`# …`) outside fenced code, from the line with index `from` on; at most 500, each cut at 200 characters. No line
 * beyond the first heading that is too many is looked at.
 */
export function findHeadings(lines: readonly string[], from: number): Outline {
  const headings: SkillHeading[] = [];
  let open: string | null = null;
  for (let index = from; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').slice(0, lineLengthMax);
    const [, marks = '', rest = ''] = fence.exec(line) ?? [];
    if (open !== null) {
      if (marks.startsWith(open) && rest.trim() === '') open = null;
      continue;
    }
    if (marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) {
      open = marks;
      continue;
    }
    const found = heading.exec(line);
    if (!found) continue;
    if (headings.length === headingsMax) return { headings, warnings: [moreHeadings(index + 1)] };
    headings.push({ level: found[1]?.length ?? 1, text: textOf(found[2] ?? ''), line: index + 1 });
  }
  return { headings, warnings: [] };
}

const moreHeadings = (line: number): SkillProblem => ({
  code: 'more_headings',
  field: null,
  line,
  detail: `The first ${headingsMax} headings are listed; there are more`,
});
