import { credentialIn, mayCarryCredential } from '../platform/secrets/secret.rules.js';
import { findHidden, hiddenCharacters, hiddenRisks, type RiskHit } from './hidden.rules.js';
import type { RiskFinding } from './reading.types.js';
import type { RiskRule } from './risk-patterns.rules.js';
import { findPatterns, riskPatterns } from './risk-search.rules.js';
import type { FrontmatterField } from './yaml.rules.js';

const excerptLengthMax = 160;
const leadLength = 40;
/** How much of a very long line is looked at around a match; what is shown lies well inside, so that no credential is cut in two. */
const aroundMax = 1_500;
const token = /[\w+/=.:@%~-]{8,}/g;
const mask = '⟨secret⟩';

/** The text with its credentials masked, and where `at` has moved to; a text that still carries one is not shown at all. */
function masked(text: string, at: number): { text: string; at: number } {
  if (!mayCarryCredential(text)) return { text, at };
  let moved = at;
  const shown = text.replace(token, (part: string, start: number) => {
    if (!credentialIn(part)) return part;
    if (start < at) moved += start + part.length <= at ? mask.length - part.length : start - at;
    return mask;
  });
  const kind = credentialIn(shown);
  return kind ? { text: `⟨line not shown: it carries a credential (${kind})⟩`, at: 0 } : { text: shown, at: moved };
}

/** An invisible character, by its number. */
const named = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/**
 * The part of a line around `at` as plain text of at most 160 characters: hidden characters by their numbers, credentials masked. It is
 * text of others, to be shown as text.
 */
function excerptOf(line: string, at: number): string {
  const from = Math.max(0, at - aroundMax);
  const around = masked(line.slice(from, at + aroundMax), at - from);
  const start = around.text.length <= excerptLengthMax ? 0 : Math.max(0, around.at - leadLength);
  const pieces = [
    ...around.text
      .slice(start, start + excerptLengthMax * 2)
      .replaceAll('\t', ' ')
      .trim(),
  ];
  let excerpt = start > 0 || from > 0 ? '…' : '';
  for (const piece of pieces) {
    const shown = hiddenCharacters.test(piece) ? named(piece) : /\p{Cs}/u.test(piece) ? '' : piece;
    if (excerpt.length + shown.length > excerptLengthMax - 1) return `${excerpt}…`;
    excerpt += shown;
  }
  return excerpt;
}

const secretRisk: RiskRule = {
  ruleId: 'secret-in-text',
  severity: 'high',
  title: 'Carries a credential',
  why: 'Anyone who reads the skill can use it; its owner should replace it.',
};
const broadToolsRisk: RiskRule = {
  ruleId: 'broad-allowed-tools',
  severity: 'medium',
  title: 'Asks for a tool without limits',
  why: 'What is allowed in advance is not asked about: any command would run.',
};

/** The published rules, in the order in which findings of one line are listed. */
export const riskRules: readonly RiskRule[] = [
  ...[...riskPatterns.slice(0, 2), secretRisk, ...hiddenRisks, ...riskPatterns.slice(2), broadToolsRisk].map(
    ({ ruleId, severity, title, why }) => ({ ruleId, severity, title, why }),
  ),
];

/** Findings of one rule that are listed; one more says how many lines are not. */
const findingsPerRuleMax = 20;
const pieceLength = 4_096;
const pieceOverlap = 512;
const placeholder = /your|example|placeholder|changeme|dummy|sample|password@|secret@|xxxx|\.\.\.|…|[<>{}$*]/i;
const broadTool =
  /^(?:\*|(?:Bash|Shell|Terminal|Execute|PowerShell|run_shell_command)(?:\((?:\*{0,2}|\*:\*|:\*)\))?|mcp__\*|\*\*)$/i;

/** The place where a line carries a credential that is no placeholder, or -1; long lines are read in overlapping pieces. */
function secretAt(line: string): number {
  if (!mayCarryCredential(line)) return -1;
  for (let start = 0; start < line.length; start += pieceLength - pieceOverlap) {
    const piece = line.slice(start, start + pieceLength);
    if (!credentialIn(piece)) continue;
    const words = [...piece.matchAll(/\S{8,}/g)].filter(({ 0: word }) => credentialIn(word));
    const real = words.find(({ 0: word }) => !placeholder.test(word));
    if (real) return start + real.index;
    if (words.length === 0 && !placeholder.test(piece)) return start;
  }
  return -1;
}

function* findSecrets(lines: readonly string[]): Generator<void, RiskHit[]> {
  const hits: RiskHit[] = [];
  for (const [index, line] of lines.entries()) {
    const at = secretAt(line);
    if (at !== -1) hits.push({ ruleId: secretRisk.ruleId, index, at });
    yield;
  }
  return hits;
}

/** Finds risks in values of the frontmatter that their lines do not show: escapes in double quotes can spell anything. */
function* findInValues(lines: readonly string[], fields: readonly FrontmatterField[]): Generator<void, RiskHit[]> {
  const hits: RiskHit[] = [];
  for (const { line, value } of fields.flatMap((field) => [field, ...field.entries])) {
    const index = line - 1;
    if (typeof value !== 'string' || !lines[index]?.includes('\\')) continue;
    const found = [...(yield* findPatterns([value])), ...findHidden([value])];
    hits.push(...found.map(({ ruleId }) => ({ ruleId, index, at: 0 })));
  }
  return hits;
}

function findingsOf(rule: RiskRule, lines: readonly string[], hits: readonly RiskHit[]): RiskFinding[] {
  const { ruleId, severity, title } = rule;
  const findings = hits.slice(0, findingsPerRuleMax).map(({ index, at }) => ({
    ruleId,
    severity,
    title,
    line: index + 1,
    excerpt: excerptOf(lines[index] ?? '', at),
  }));
  const further = hits[findingsPerRuleMax];
  if (!further) return findings;
  const excerpt = `and ${hits.length - findingsPerRuleMax} more lines from here on, not shown`;
  return [...findings, { ruleId, severity, title, line: further.index + 1, excerpt }];
}

/**
 * Lists what a person should look at before a skill is used, by line (decisions §6). The rules recognize forms, not intentions: a finding
 * is no verdict, and no finding is no promise. Of each rule at most 20 lines are listed, and one more finding says how many are not. Goes in
 * steps of some milliseconds, since a hostile file takes many of them.
 */
export function* findRisks(
  lines: readonly string[],
  allowedTools: readonly string[] | null,
  fields: readonly FrontmatterField[],
): Generator<void, RiskFinding[]> {
  const hits = [
    ...(yield* findPatterns(lines)),
    ...(yield* findSecrets(lines)),
    ...findHidden(lines),
    ...(yield* findInValues(lines, fields)),
  ];
  const toolsLine = fields.find(({ name }) => name === 'allowed-tools')?.line;
  if (toolsLine && allowedTools?.some((tool) => broadTool.test(tool))) {
    hits.push({ ruleId: broadToolsRisk.ruleId, index: toolsLine - 1, at: 0 });
  }
  const once = new Map(hits.toReversed().map((hit) => [`${hit.ruleId} ${hit.index}`, hit]));
  const inOrder = [...once.values()].toReversed().sort((a, b) => a.index - b.index);
  const byRule = Map.groupBy(inOrder, ({ ruleId }) => ruleId);
  return riskRules
    .flatMap((rule) => findingsOf(rule, lines, byRule.get(rule.ruleId) ?? []))
    .sort((one, other) => one.line - other.line);
}
