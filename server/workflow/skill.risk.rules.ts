import { credentialIn, mayCarryCredential } from '../platform/secret.rules.js';
import type { RiskFinding } from './skill.reading.js';
import { commandRisks } from './skill.risk.commands.js';
import { excerptOf } from './skill.risk.excerpt.rules.js';
import { findHidden, hiddenRisks, type RiskHit, withoutHidden } from './skill.risk.hidden.rules.js';
import { machineRisks } from './skill.risk.machine.js';
import { overrideRisk } from './skill.risk.override.js';
import type { RiskPattern, RiskRule } from './skill.risk.reading.js';
import { wordRisks } from './skill.risk.words.js';
import type { FrontmatterField } from './skill.yaml.rules.js';

const secretRisk: RiskRule = {
  ruleId: 'secret-in-text',
  severity: 'high',
  title: 'Carries a credential',
  why: 'Whoever reads the skill can use it; its owner should replace it.',
};
const broadToolsRisk: RiskRule = {
  ruleId: 'broad-allowed-tools',
  severity: 'medium',
  title: 'Asks for a tool without limits',
  why: 'What is allowed in advance is not asked about: any command would run.',
};
const patterns: readonly RiskPattern[] = [overrideRisk, ...wordRisks, ...commandRisks, ...machineRisks];

/** The published rules, in the order in which findings of one line are listed. */
export const riskRules: readonly RiskRule[] = [
  ...[...patterns.slice(0, 2), secretRisk, ...hiddenRisks, ...patterns.slice(2), broadToolsRisk].map(
    ({ ruleId, severity, title, why }) => ({ ruleId, severity, title, why }),
  ),
];

/** Findings of one rule that are listed; one more says how many lines are not. */
const findingsPerRuleMax = 20;
const continuedLinesMax = 6;
const textLengthMax = 4_000;
const pieceLength = 4_096;
const pieceOverlap = 512;
const startsBlock = /^\s*(?:[#>|*+-]|\d{1,9}[.)]|`{3}|$)/;
const placeholder = /your|example|placeholder|changeme|dummy|sample|password@|secret@|xxxx|\.\.\.|…|[<>{}$*]/i;
const broadTool =
  /^(?:\*|(?:Bash|Shell|Terminal|Execute|PowerShell|run_shell_command)(?:\((?:\*{0,2}|\*:\*|:\*)\))?|mcp__\*|\*\*)$/i;
const download = /\b(?:curl|wget)\b/;

/** A line with those that continue its command, and below a download the two lines that may run it. */
function commandAt(lines: readonly string[], index: number): string {
  let text = lines[index] ?? '';
  let next = index + 1;
  const table = text.trimStart().startsWith('|');
  for (; next < index + continuedLinesMax && text.length < textLengthMax; next += 1) {
    const following = (lines[next] ?? '').trim();
    const piped = !table && following.startsWith('|') && !following.endsWith('|');
    if (!text.endsWith('\\') && !piped) break;
    text = `${text.endsWith('\\') ? text.slice(0, -1) : text} ${following.slice(0, textLengthMax)}`;
  }
  if (!download.test(text)) return text;
  const below = lines.slice(next, next + 2).map((line) => line.slice(0, textLengthMax));
  return [text, ...below, ''].join('\n');
}

/** A line with the next one of its paragraph: a sentence may go on there. */
function paragraphAt(lines: readonly string[], index: number): string {
  const line = lines[index] ?? '';
  const next = lines[index + 1] ?? '';
  return line === '' || startsBlock.test(next) ? line : `${line} ${next.trim().slice(0, textLengthMax)}`;
}

function findPatterns(lines: readonly string[]): RiskHit[] {
  const plain = lines.map(withoutHidden);
  return plain.flatMap((line, index) => {
    if (line.length < 3) return [];
    const command = commandAt(plain, index);
    const paragraph = line.endsWith('\\') ? command : paragraphAt(plain, index);
    const texts = { line, command, paragraph };
    return patterns.flatMap(({ ruleId, reach, forms }): RiskHit[] => {
      for (const form of forms) {
        const at = texts[reach].search(form);
        if (at >= 0 && at < line.length) return [{ ruleId, index, at }];
      }
      return [];
    });
  });
}

/** Where a line carries a credential that is no placeholder, or -1; long lines are read in overlapping pieces. */
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

function findSecrets(lines: readonly string[]): RiskHit[] {
  return lines.flatMap((line, index) => {
    const at = secretAt(line);
    return at === -1 ? [] : [{ ruleId: secretRisk.ruleId, index, at }];
  });
}

/** What stands in a value of the frontmatter but not so in its line: escapes in double quotes can spell anything. */
function findInValues(lines: readonly string[], fields: readonly FrontmatterField[]): RiskHit[] {
  return fields
    .flatMap((field) => [field, ...field.entries])
    .flatMap(({ line, value }) => {
      const index = line - 1;
      if (typeof value !== 'string' || !lines[index]?.includes('\\')) return [];
      return [...findPatterns([value]), ...findHidden([value])].map(({ ruleId }) => ({ ruleId, index, at: 0 }));
    });
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
 * Lists what somebody should look at before a skill is used, by line (decisions §6). The rules recognize forms, not intentions: a finding
 * is no verdict, and no finding is no promise. Of each rule at most 20 lines are listed, and one more finding says how many are not.
 */
export function findRisks(
  lines: readonly string[],
  allowedTools: readonly string[] | null,
  fields: readonly FrontmatterField[],
): RiskFinding[] {
  const hits = [...findPatterns(lines), ...findSecrets(lines), ...findHidden(lines), ...findInValues(lines, fields)];
  const toolsLine = fields.find(({ name }) => name === 'allowed-tools')?.line;
  if (toolsLine && allowedTools?.some((tool) => broadTool.test(tool))) {
    hits.push({ ruleId: broadToolsRisk.ruleId, index: toolsLine - 1, at: 0 });
  }
  const once = new Map(hits.toReversed().map((hit) => [`${hit.ruleId} ${hit.index}`, hit]));
  const byRule = Map.groupBy([...once.values()].toReversed(), ({ ruleId }) => ruleId);
  return riskRules
    .flatMap((rule) => findingsOf(rule, lines, byRule.get(rule.ruleId) ?? []))
    .sort((one, other) => one.line - other.line);
}
