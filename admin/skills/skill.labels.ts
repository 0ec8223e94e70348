import type { RiskFinding, SkillImport, SkillStatus } from '../providers/generated/operations.js';

/** The way of a skill; suspended is where a published one ends until it is verified again. */
export const SKILL_STATUSES: readonly SkillStatus[] = ['DRAFT', 'VERIFIED', 'PUBLISHED', 'SUSPENDED'];

/** The severities, the gravest first. */
export const SEVERITIES = ['high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A severity that this workspace does not know is not made small. */
export const severityOf = ({ severity }: Pick<RiskFinding, 'severity'>): Severity =>
  SEVERITIES.find((one) => one === severity) ?? 'high';

/** How many findings there are of each severity. */
export type RiskCounts = Readonly<Record<Severity, number>>;
export const countsOf = (findings: readonly Pick<RiskFinding, 'severity'>[]): RiskCounts => {
  const count = (severity: Severity) => findings.filter((one) => severityOf(one) === severity).length;
  return { high: count('high'), medium: count('medium'), low: count('low') };
};

/** How many findings there are of each severity: "2 high · 1 medium"; null where there is none. */
export function describeRisk(counts: RiskCounts): string | null {
  const parts = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) => `${counts[severity]} ${severity}`,
  );
  return parts.join(' · ') || null;
}

/** The findings of one rule, in the order of their lines. */
export interface RuleFindings {
  readonly ruleId: string;
  readonly title: string;
  readonly severity: Severity;
  readonly findings: readonly RiskFinding[];
}

/** Findings by rule, the gravest rules first, so that one that hits twenty lines is read once. */
export function byRule(findings: readonly RiskFinding[]): RuleFindings[] {
  const rules = [...new Set(findings.map(({ ruleId }) => ruleId))].flatMap((ruleId) => {
    const own = findings.filter((one) => one.ruleId === ruleId);
    const [first] = own;
    return first ? [{ ruleId, title: first.title, severity: severityOf(first), findings: own }] : [];
  });
  return rules.sort((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
}

/** A remark on one line of a file. */
export interface Mark {
  readonly line: number;
  readonly label: Severity | 'error' | 'warning';
  readonly description: string;
}

/** Everything that the lines of a file are marked with: what makes it invalid first, then what was found in it. */
export function marksOf(validation: SkillImport['validation'] | null, findings: readonly RiskFinding[]): Mark[] {
  const problems = (label: 'error' | 'warning', found: SkillImport['validation']['errors']) =>
    found.flatMap(({ line, detail }) => (line === null ? [] : [{ line, label, description: detail }]));
  return [
    ...problems('error', validation?.errors ?? []),
    ...findings.map((finding) => ({ line: finding.line, label: severityOf(finding), description: finding.title })),
    ...problems('warning', validation?.warnings ?? []),
  ];
}

/** The lines of a file as the service counts them: CRLF, LF or CR end one, an ending at the very end opens none. */
export function linesOf(content: string): string[] {
  const lines = content.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** A digest short enough to be compared at a glance. */
export const shortDigest = (digest: string): string => digest.slice(0, 'sha256:'.length + 12);
