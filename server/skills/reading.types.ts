/** A reason why a file is no valid skill, or why a person should look twice; `line` counts from 1 in the file as it came. */
export interface SkillProblem {
  readonly code: string;
  /** The frontmatter field that it is about, null for the file as a whole. */
  readonly field: string | null;
  readonly line: number | null;
  readonly detail: string;
}

export const riskSeverities = ['high', 'medium', 'low'] as const;
export type RiskSeverity = (typeof riskSeverities)[number];

/** What a rule found in the text of a skill. `excerpt` is the line as text, cut short, with hidden characters made visible and secrets masked. */
export interface RiskFinding {
  readonly ruleId: string;
  readonly severity: RiskSeverity;
  readonly title: string;
  readonly line: number;
  readonly excerpt: string;
}

export interface SkillHeading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
}

/** Everything that is read off the bytes of a SKILL.md (decisions §6, Agent Skill import). Absent fields are null. */
export interface SkillReading {
  readonly name: string | null;
  readonly description: string | null;
  readonly license: string | null;
  readonly compatibility: string | null;
  readonly allowedTools: readonly string[] | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly headings: readonly SkillHeading[];
  readonly bytes: number;
  readonly lines: number;
  /** `sha256:` and the hexadecimal SHA-256 of the bytes as they came. */
  readonly digest: string;
  readonly validation: {
    readonly valid: boolean;
    readonly errors: readonly SkillProblem[];
    readonly warnings: readonly SkillProblem[];
  };
  readonly findings: readonly RiskFinding[];
  /** The file as text; null when it is not UTF-8 text that can be stored. */
  readonly content: string | null;
}
