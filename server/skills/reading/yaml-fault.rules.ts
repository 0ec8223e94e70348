import type { ErrorCode } from 'yaml';

const words: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'An alias (*name) carries an anchor or a tag of its own',
  BAD_ALIAS: 'An alias (*name) has no anchor (&name) before it: put a text that begins with * in quotes',
  BAD_DQ_ESCAPE: 'A backslash in double quotes begins no known escape: use single quotes',
  BAD_INDENT: 'The line is indented differently from what it belongs to',
  BAD_SCALAR_START: 'A value without quotes begins with a reserved character (such as @, ` or %): put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'A value without quotes holds a colon and a space: put the value in quotes',
  BLOCK_IN_FLOW: 'A block stands inside brackets or braces',
  KEY_OVER_1024_CHARS: 'A key is longer than 1,024 characters',
  MISSING_CHAR: 'A quote, bracket, brace, comma or colon is missing',
  MULTILINE_IMPLICIT_KEY: 'A line is neither `name: value` nor the rest of an indented value',
  MULTIPLE_ANCHORS: 'A value has two anchors',
  MULTIPLE_DOCS: 'The frontmatter holds more than one YAML document',
  MULTIPLE_TAGS: 'A value has two tags',
  TAB_AS_INDENT: 'A tab is used as indentation: use spaces',
  UNEXPECTED_TOKEN: 'Something stands here that YAML does not allow, such as text behind a closing quote',
};

/** Says in our own words what the YAML parser found wrong: its messages repeat the text that they are about. */
export const yamlFaultText = (code: ErrorCode): string => words[code] ?? 'The frontmatter is no valid YAML';
