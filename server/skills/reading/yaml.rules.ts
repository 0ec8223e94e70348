import { type Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { SkillProblem } from '../reading.types.js';
import { yamlFaultText } from './yaml-fault.rules.js';
import { inspectYaml, type YamlTargets } from './yaml-inspect.rules.js';
import { type ScalarKind, scalarOf } from './yaml-scalar.rules.js';

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

/** What is known of one frontmatter while its values are read. */
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

const fault = (code: string, line: number, detail: string): SkillProblem => ({ code, field: null, line, detail });

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
