import { type Alias, isAlias, isMap, isPair, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import type { SkillProblem } from '../reading.types.js';
import { yamlFaultText } from './yaml-fault.rules.js';

/** What each alias stands for: the anchor of its name that was set last before it. */
export type YamlTargets = ReadonlyMap<Alias, Node>;

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
export function inspectYaml(
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
