import type { SkillHeading, SkillProblem } from '../reading.types.js';

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
