import {
  type Alias,
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  Scalar,
  type YAMLMap,
} from 'yaml';
import type { SkillProblem } from './reading.types.js';

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
const yamlFaultText = (code: ErrorCode): string => words[code] ?? 'The frontmatter is no valid YAML';

/** The kinds that YAML parsers take a value for; only `text` is a string to all of them. */
type ScalarKind = 'text' | 'null' | 'boolean' | 'number' | 'date';

const scalarLengthMax = 64;
const nothing = /^(?:~|null|Null|NULL)?$/;
const truth = /^(?:true|True|TRUE|yes|Yes|YES|on|On|ON)$/;
const falsehood = /^(?:false|False|FALSE|no|No|NO|off|Off|OFF)$/;
const numeral =
  /^[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[\da-fA-F_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][-+]?\d+)?|\.[\d_]+(?:[eE][-+]?\d+)?|\d[\d_]*(?::[0-5]?\d)+|\.(?:inf|Inf|INF))$/;
const notNumber = /^\.(?:nan|NaN|NAN)$/;
const date = /^\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?[ \t]*(?:Z|[-+]\d\d?(?::?\d\d)?)?)?$/;
const coreTag = 'tag:yaml.org,2002:';

function plainKind(text: string): ScalarKind {
  if (text.length > scalarLengthMax) return 'text';
  if (nothing.test(text)) return 'null';
  if (truth.test(text) || falsehood.test(text)) return 'boolean';
  if (numeral.test(text) || notNumber.test(text)) return 'number';
  return date.test(text) ? 'date' : 'text';
}

/**
 * A scalar as parsers of YAML 1.1 and 1.2 between them read it: what either takes for a number, a date, a truth value or nothing is no
 * text here, since agents use both. Values keep their own writing unless they are exact as JSON.
 */
function scalarOf(scalar: Scalar): { kind: ScalarKind; value: string | number | boolean | null } {
  const text = String(scalar.value ?? '');
  const tagged = scalar.tag === `${coreTag}str` || scalar.tag === '!';
  const kind = scalar.type === Scalar.PLAIN && !tagged ? plainKind(text) : 'text';
  if (kind === 'null') return { kind, value: null };
  if (kind === 'boolean') return { kind, value: truth.test(text) };
  const exact = kind === 'number' && /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(text);
  return { kind, value: exact ? Number(text) : text };
}

/** The node that each alias stands for: the anchor of its name that was set last before it. */
type YamlTargets = ReadonlyMap<Alias, Node>;

const ownTags = new Set(['!', ...['str', 'seq', 'map'].map((name) => `tag:yaml.org,2002:${name}`)]);

const fault = (code: string, line: number, detail: string): SkillProblem => ({ code, field: null, line, detail });

function keyProblems(map: YAMLMap, lineAt: (offset: number) => number, fallback: number): SkillProblem[] {
  const seen = new Set<unknown>();
  return map.items.flatMap(({ key }) => {
    if (isAlias(key)) return [];
    const line = lineAt((isScalar(key) || isMap(key) || isSeq(key) ? key.range?.[0] : undefined) ?? fallback);
    if (!isScalar(key)) return [fault('key_not_string', line, 'A key of the frontmatter is a list or a mapping')];
    if (key.value === '<<') return [fault('merge_key', line, 'Merge keys (<<) are not read alike by all parsers')];
    const again = seen.has(key.value);
    seen.add(key.value);
    return again ? [fault('duplicate_key', line, 'This key stands in the same mapping a second time')] : [];
  });
}

/**
 * Walks a parsed frontmatter once, in the order of its text and without recursion: duplicate, merge and compound keys, tags that ask for
 * anything but texts, lists and mappings, how deep it is nested, and what its aliases stand for.
 */
function inspectYaml(
  root: Node,
  lineAt: (offset: number) => number,
): { problems: SkillProblem[]; targets: YamlTargets; depth: number } {
  const problems: SkillProblem[] = [];
  const targets = new Map<Alias, Node>();
  const anchors = new Map<string, Node>();
  const waiting: { node: unknown; depth: number }[] = [{ node: root, depth: 1 }];
  let deepest = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (isPair(node)) {
      waiting.push({ node: node.value, depth }, { node: node.key, depth });
      continue;
    }
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target) targets.set(node, target);
      else problems.push(fault('yaml_error', lineAt(node.range?.[0] ?? 0), yamlFaultText('BAD_ALIAS')));
      continue;
    }
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) continue;
    deepest = Math.max(deepest, depth);
    const at = node.range?.[0] ?? 0;
    if (node.anchor) anchors.set(node.anchor, node);
    if (node.tag && !ownTags.has(node.tag)) {
      problems.push(fault('yaml_tag', lineAt(at), 'A tag (!…) asks for something else than text, list or mapping'));
    }
    if (isScalar(node)) continue;
    if (isMap(node)) problems.push(...keyProblems(node, lineAt, at));
    for (const item of [...node.items].reverse()) waiting.push({ node: item, depth: depth + 1 });
  }
  return { problems, targets, depth: deepest };
}

/** A field of the frontmatter, or of a mapping in it, with its line in the file. */
export interface FrontmatterField {
  readonly name: string;
  readonly line: number;
  readonly kind: ScalarKind | 'list' | 'mapping';
  /** The value as JSON can say it; null when it is too large to unfold. */
  readonly value: unknown;
  readonly entries: readonly FrontmatterField[];
}
export interface YamlFields {
  readonly fields: readonly FrontmatterField[];
  readonly problems: readonly SkillProblem[];
  readonly whole: boolean;
}

/** Values that aliases unfold to more than this are not read: a few lines of YAML can stand for gigabytes. */
const unfoldedMax = 2_000;
const depthMax = 32;

/** The facts about one frontmatter that reading its values needs. */
interface YamlScene {
  readonly targets: YamlTargets;
  readonly lineAt: (offset: number) => number;
  /** How many more nodes may be unfolded. */
  left: number;
}

function unfolded(scene: YamlScene, node: unknown, depth: number): unknown {
  scene.left -= 1;
  if (scene.left < 0 || depth > depthMax) return null;
  if (isAlias(node)) return unfolded(scene, scene.targets.get(node) ?? null, depth + 1);
  if (isScalar(node)) return scalarOf(node).value;
  if (isSeq(node)) return node.items.map((item) => unfolded(scene, item, depth + 1));
  if (!isMap(node)) return null;
  return Object.fromEntries(
    node.items.map((pair) => [nameOf(scene, pair.key), unfolded(scene, pair.value, depth + 1)]),
  );
}

function nameOf(scene: YamlScene, key: unknown): string {
  const node = isAlias(key) ? scene.targets.get(key) : key;
  return isScalar(node) ? String(node.value) : '';
}

function fieldsOf(scene: YamlScene, node: unknown, before: number, levels: number): FrontmatterField[] {
  if (!isMap<Node, Node | null>(node) || scene.left < 0) return [];
  return node.items
    .filter((pair) => isPair(pair) && (pair.value?.range?.[1] ?? pair.key.range?.[1] ?? 0) <= before)
    .map((pair) => {
      const value = isAlias(pair.value) ? scene.targets.get(pair.value) : pair.value;
      return {
        name: nameOf(scene, pair.key),
        line: scene.lineAt(pair.key.range?.[0] ?? 0),
        kind: isScalar(value) ? scalarOf(value).kind : isSeq(value) ? 'list' : isMap(value) ? 'mapping' : 'null',
        value: unfolded(scene, value, 0),
        entries: levels === 0 ? [] : fieldsOf(scene, value, before, levels - 1),
      };
    });
}

/** The parser is recursive: nesting that is deeper than the stack ends in a RangeError, which is an answer about the text. */
function parsed(text: string, lineCounter: LineCounter): Document.Parsed | null {
  try {
    return parseDocument(text, {
      schema: 'failsafe',
      resolveKnownTags: false,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
      lineCounter,
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Reads the text of a frontmatter as YAML; `linesBefore` lines stand above it in the file. Nothing but texts, lists and mappings is
 * built, whatever tags say. After a syntax error the fields above it are still given, and `whole` is false.
 */
export function readYamlFields(text: string, linesBefore: number): YamlFields {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number): number => Math.max(1, lineCounter.linePos(offset).line) + linesBefore;
  const tooDeep = fault(
    'frontmatter_too_deep',
    linesBefore + 1,
    `The frontmatter is nested deeper than ${depthMax} levels`,
  );
  const document = parsed(text, lineCounter);
  if (!document) return { fields: [], problems: [tooDeep], whole: false };
  const errors = document.errors.map((error) => fault('yaml_error', lineAt(error.pos[0]), yamlFaultText(error.code)));
  const root = document.contents;
  const empty = root === null || (isScalar(root) && scalarOf(root).kind === 'null');
  if (!isMap(root)) {
    const other = fault(
      'frontmatter_not_mapping',
      linesBefore + 1,
      'The frontmatter is no list of `name: value` lines',
    );
    const problems = errors.length > 0 || empty ? errors : [other];
    return { fields: [], problems, whole: problems.length === 0 };
  }
  const { problems, targets, depth } = inspectYaml(root, lineAt);
  if (depth > depthMax) return { fields: [], problems: [...errors, tooDeep], whole: false };
  const before = Math.min(Number.POSITIVE_INFINITY, ...document.errors.slice(0, 1).map((error) => error.pos[0]));
  const scene = { targets, lineAt, left: unfoldedMax };
  const fields = fieldsOf(scene, root, before, 1);
  const bomb = fault(
    'frontmatter_too_large',
    linesBefore + 1,
    `The frontmatter stands for more than ${unfoldedMax} values`,
  );
  return {
    fields,
    problems: [...errors, ...problems, ...(scene.left < 0 ? [bomb] : [])],
    whole: errors.length === 0,
  };
}
