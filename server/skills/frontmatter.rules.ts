import type { SkillProblem } from './reading.types.js';
import { type FrontmatterField, readYamlFields } from './yaml.rules.js';

/** The frontmatter of a file, and its place; `bodyAt` is the index of the first line of the body. */
export interface Frontmatter {
  readonly fields: readonly FrontmatterField[];
  readonly problems: readonly SkillProblem[];
  /** True when fields that are not in `fields` are really absent: false when some of the frontmatter could not be read. */
  readonly whole: boolean;
  readonly bodyAt: number;
}

/** Real frontmatter is a few hundred characters; this bounds what the YAML parser gets to read, which takes the square of it at worst. */
const frontmatterCharactersMax = 8_192;
const openedBeforeMax = 40;
/** YAML's and every host's reader take blanks behind the hyphens; blanks before them make another line of it. */
const isMarker = (line: string): boolean => /^---[ \t]*$/.test(line);
const isIndentedMarker = (line: string): boolean => /^[ \t]+---[ \t]*$/.test(line);
const likeField = /^[A-Za-z][\w-]{0,63}:/;
/** Characters that no YAML text may hold (YAML 1.2, section 5.1), tab and line ends aside. */
const unprintable = /[[\p{Cc}--[\t\u0085]]\ufffe\uffff]/v;

const problem = (code: string, line: number | null, detail: string): SkillProblem => ({
  code,
  field: null,
  line,
  detail,
});
const unread = (bodyAt: number, ...problems: SkillProblem[]): Frontmatter => ({
  fields: [],
  problems,
  whole: false,
  bodyAt,
});

const closedAfter = (lines: readonly string[], open: number): number =>
  lines.findIndex((line, index) => index > open && isMarker(line));

/** The index of a `---` below the first line that opens fields and is closed again, or -1. */
function openedLater(lines: readonly string[]): number {
  const at = lines
    .slice(0, openedBeforeMax)
    .findIndex((line, index) => index > 0 && (isMarker(line) || isIndentedMarker(line)));
  return at > 0 && likeField.test(lines[at + 1] ?? '') && closedAfter(lines, at) > 0 ? at : -1;
}

function readBetween(lines: readonly string[], open: number, close: number): Frontmatter {
  const inner = lines.slice(open + 1, close);
  const bodyAt = close + 1;
  const text = `${inner.join('\n')}\n`;
  if (text.length > frontmatterCharactersMax) {
    return unread(
      bodyAt,
      problem('frontmatter_too_large', open + 1, 'The frontmatter is longer than 8,192 characters'),
    );
  }
  const controls = inner.flatMap((line, index) =>
    unprintable.test(line)
      ? [problem('control_character', open + 2 + index, 'A control character stands in the frontmatter')]
      : [],
  );
  const { fields, problems, whole } = readYamlFields(text, open + 1);
  return { fields, problems: [...controls, ...problems], whole, bodyAt };
}

/**
 * Finds and reads the frontmatter of a file (decisions §6): it opens with `---` as the very first line and ends with the next such line;
 * blanks behind the hyphens don't matter. A frontmatter that comes too late is read all the same, so that every reason is known at once.
 */
export function readFrontmatter(lines: readonly string[]): Frontmatter {
  const first = lines[0] ?? '';
  if (isMarker(first)) {
    const close = closedAfter(lines, 0);
    if (close !== -1) return readBetween(lines, 0, close);
    const near = lines.findIndex((line, index) => index > 0 && isIndentedMarker(line));
    const hint = near === -1 ? '' : `; line ${near + 1} has blanks before its hyphens`;
    return unread(0, problem('frontmatter_unclosed', 1, `The frontmatter has no closing line ---${hint}`));
  }
  const late = isIndentedMarker(first) ? 0 : openedLater(lines);
  const close = late === -1 ? -1 : closedAfter(lines, late);
  if (close === -1) {
    return unread(
      0,
      problem('no_frontmatter', 1, 'The file does not begin with a line --- that opens the frontmatter'),
    );
  }
  const detail =
    late === 0
      ? 'The opening line --- has blanks before its hyphens'
      : 'Blank lines or text stand before the line --- that opens the frontmatter';
  const read = readBetween(lines, late, close);
  return { ...read, problems: [problem('frontmatter_not_first', late + 1, detail), ...read.problems] };
}
