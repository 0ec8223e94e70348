import { Field, Int, ObjectType } from 'type-graphql';
import { IsOneOf } from '../platform/graphql/choices.js';

@ObjectType({ description: 'A reason why a file is no valid skill, or why a person should look twice.' })
export class SkillProblem {
  @Field(() => String, { description: 'A word for programs, such as name_missing.' })
  readonly code: string;

  @Field(() => String, { nullable: true, description: 'The frontmatter field; null for the file as a whole.' })
  readonly field: string | null;

  @Field(() => Int, { nullable: true, description: 'Counts from 1 in the file as it came.' })
  readonly line: number | null;

  @Field(() => String, { description: 'The same in a sentence for people.' })
  readonly detail: string;
}

@ObjectType({ description: 'Tells whether a file is a skill as agentskills.io specifies it.' })
export class SkillValidation {
  @Field(() => Boolean, { description: 'True when there is no error; warnings may remain.' })
  readonly valid: boolean;

  @Field(() => [SkillProblem], { description: 'In the order of their lines.' })
  readonly errors: readonly SkillProblem[];

  @Field(() => [SkillProblem], { description: 'In the order of their lines; they keep no one from the import.' })
  readonly warnings: readonly SkillProblem[];
}

export const riskSeverities = ['high', 'medium', 'low'] as const;
export type RiskSeverity = (typeof riskSeverities)[number];

@ObjectType({ description: 'What a published rule found; a hint for the person who decides, and no verdict.' })
export class RiskFinding {
  @Field(() => String, { description: 'The rule that found it, such as download-and-run.' })
  readonly ruleId: string;

  @Field(() => String, { description: 'high, medium or low' })
  @IsOneOf(riskSeverities)
  readonly severity: RiskSeverity;

  @Field(() => String, { description: 'The rule in a few words.' })
  readonly title: string;

  @Field(() => Int, { description: 'Counts from 1 in the file as it came.' })
  readonly line: number;

  @Field(() => String, {
    description: 'The line as text: cut short, hidden characters made visible, credentials masked.',
  })
  readonly excerpt: string;
}

@ObjectType({ description: 'The lines that a person should look at before the skill is used.' })
export class SkillRisk {
  @Field(() => [RiskFinding], { description: 'In the order of their lines.' })
  readonly findings: readonly RiskFinding[];
}

@ObjectType({ description: 'How many findings of each severity there are.' })
export class RiskCounts {
  @Field(() => Int, { description: 'Findings of high risk.' })
  readonly high: number;

  @Field(() => Int, { description: 'Findings of medium risk.' })
  readonly medium: number;

  @Field(() => Int, { description: 'Findings of low risk.' })
  readonly low: number;
}

@ObjectType({ description: 'A heading outside fenced code.' })
export class SkillHeading {
  @Field(() => Int, { description: '1 to 6: its number signs.' })
  readonly level: number;

  @Field(() => String, { description: 'At most 200 characters.' })
  readonly text: string;

  @Field(() => Int, { description: 'Counts from 1 in the file as it came.' })
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
  readonly validation: SkillValidation;
  readonly findings: readonly RiskFinding[];
  /** The file as text; null when it is not UTF-8 text that can be stored. */
  readonly content: string | null;
}

/** The part of a reading that is stored as JSON; name, description, digest and content have columns of their own. */
export interface StoredReading extends Omit<SkillReading, 'name' | 'description' | 'digest' | 'content'> {
  readonly riskCounts: RiskCounts;
}

/** The same without the parts that can be large: no list carries them. */
export type StoredFacts = Omit<StoredReading, 'metadata' | 'headings' | 'validation' | 'findings'>;
