import { IsBoolean, IsEnum, IsIn, IsOptional, Matches } from 'class-validator';
import { GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { IsPlainText, IsText } from '../../platform/constraints.js';
import { IsOneOf } from '../../platform/graphql/choices.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';
import { type RiskSeverity, riskSeverities } from '../reading.types.js';

export enum SkillStatus {
  DRAFT = 'DRAFT',
  VERIFIED = 'VERIFIED',
  PUBLISHED = 'PUBLISHED',
  SUSPENDED = 'SUSPENDED',
}
registerEnumType(SkillStatus, {
  name: 'SkillStatus',
  description: 'DRAFT → VERIFIED → PUBLISHED → SUSPENDED (the source has changed, or a reviewer suspended it).',
});

const URL_MAX = 4_096;
const REASON_MAX = 500;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const IsDigest = (): PropertyDecorator => Matches(DIGEST, { message: 'must be sha256: and 64 hexadecimal digits' });

@InputType({ description: 'Without confirm it is a preview, and nothing is stored.' })
export class ImportAgentSkillInput {
  @Field(() => String, {
    description: 'The https address of a public SKILL.md; a github.com page of it is read as its raw file.',
  })
  @IsText(URL_MAX)
  skillUrl: string;

  @Field(() => Boolean, { nullable: true })
  @IsOptional()
  @IsBoolean()
  confirm?: boolean | null;

  @Field(() => String, { nullable: true, description: 'DRAFT; required with confirm.' })
  @IsOptional()
  @IsPlainText(32)
  @IsOneOf([SkillStatus.DRAFT])
  status?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The digest of the preview: a source that has changed since is SOURCE_CHANGED.',
  })
  @IsOptional()
  @IsDigest()
  digest?: string | null;
}

@InputType()
export class VerifyAgentSkillInput {
  @Field(() => ID)
  @IdOf('skl')
  skillId: string;

  @Field(() => String, { description: 'The digest of what was looked at.' })
  @IsDigest()
  digest: string;
}

@InputType()
export class PublishAgentSkillInput extends VerifyAgentSkillInput {
  @Field(() => Boolean, { nullable: true, description: 'Must be true where a finding has the severity high.' })
  @IsOptional()
  @IsBoolean()
  acknowledgeRisk?: boolean | null;
}

@InputType()
export class SuspendAgentSkillInput {
  @Field(() => ID)
  @IdOf('skl')
  skillId: string;

  @Field(() => String)
  @IsText(REASON_MAX)
  reason: string;
}

@InputType()
export class DeleteAgentSkillInput {
  @Field(() => ID)
  @IdOf('skl')
  skillId: string;
}

@ArgsType()
export class AgentSkillArgs {
  @Field(() => ID)
  @IdOf('skl')
  skillId: string;
}

export const skillSorts = sortsOf(['created', 'updated', 'name', 'status', 'risk'], '-created');

/** The most severe finding of a skill, and none; the order is that of severity. */
export const riskLevels = ['none', 'low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

@ArgsType()
export class AgentSkillsArgs extends TimedPageArgs(skillSorts, 'name or description', 'Updated') {
  @Field(() => [SkillStatus], { nullable: true })
  @IsOptional()
  @IsEnum(SkillStatus, { each: true })
  status?: SkillStatus[] | null;

  @Field(() => [String], { nullable: true, description: `Its most severe finding: ${riskLevels.join(', ')}.` })
  @IsOptional()
  @IsIn(riskLevels, { each: true, message: `must be of ${riskLevels.join(', ')}` })
  risk?: RiskLevel[] | null;
}

@ObjectType({ description: 'A reason why a file is no valid skill, or why a person should look twice.' })
export class SkillProblem {
  @Field(() => String)
  code: string;
  @Field(() => String, { nullable: true, description: 'The frontmatter field; null for the file as a whole.' })
  field: string | null;
  @Field(() => Int, { nullable: true })
  line: number | null;
  @Field(() => String)
  detail: string;
}

@ObjectType()
export class SkillValidation {
  @Field(() => Boolean)
  valid: boolean;
  @Field(() => [SkillProblem])
  errors: SkillProblem[];
  @Field(() => [SkillProblem])
  warnings: SkillProblem[];
}

@ObjectType({ description: 'What a published rule found; a hint for the person who decides, and no verdict.' })
export class RiskFinding {
  @Field(() => String)
  ruleId: string;
  @Field(() => String, { description: 'high, medium or low' })
  @IsOneOf(riskSeverities)
  severity: RiskSeverity;
  @Field(() => String)
  title: string;
  @Field(() => Int)
  line: number;
  @Field(() => String, {
    description: 'The line as text: cut short, hidden characters made visible, credentials masked.',
  })
  excerpt: string;
}

@ObjectType()
export class SkillRisk {
  @Field(() => [RiskFinding])
  findings: RiskFinding[];
}

@ObjectType()
export class SkillHeading {
  @Field(() => Int)
  level: number;
  @Field(() => String)
  text: string;
  @Field(() => Int)
  line: number;
}

/** What was read off a SKILL.md, wherever it is shown; the fields stand here alone, the columns and where they come from on the entity. */
@InterfaceType('SkillFacts', {
  description: 'What was read off a SKILL.md; in a preview it may have no name yet, and has no id.',
})
export abstract class SkillFacts {
  @Field(() => ID, { nullable: true })
  @IdOf('skl')
  id: string | null;
  @Field(() => String, { nullable: true })
  name: string | null;
  @Field(() => String, { nullable: true })
  description: string | null;
  @Field(() => String, { nullable: true })
  license: string | null;
  @Field(() => String, { nullable: true })
  compatibility: string | null;
  @Field(() => [String], { nullable: true })
  allowedTools: string[] | null;
  @Field(() => Int)
  bytes: number;
  @Field(() => Int)
  lines: number;
  @Field(() => String, { description: 'SHA-256 of the bytes as they came.' })
  digest: string;
  @Field(() => String)
  sourceUrl: string;
  @Field(() => String, { description: 'Where the source led in the end.' })
  finalUrl: string;
}

@InterfaceType('SkillReading', { implements: SkillFacts, description: 'The same with the parts that can be large.' })
export abstract class SkillReading extends SkillFacts {
  @Field(() => GraphQLJSONObject, { nullable: true })
  metadata: Record<string, unknown> | null;
  @Field(() => [SkillHeading])
  headings: SkillHeading[];
}

@ObjectType({ description: 'How many findings of each severity there are.' })
export class RiskCounts {
  @Field(() => Int)
  high: number;
  @Field(() => Int)
  medium: number;
  @Field(() => Int)
  low: number;
}

@ObjectType({
  implements: [SkillFacts, SkillReading],
  description: 'A SKILL.md as it was read just now; id and status are null in a preview.',
})
export class ReadSkill extends SkillReading {
  @Field(() => SkillStatus, { nullable: true })
  status: SkillStatus | null;
  @Field(() => String, {
    nullable: true,
    description: 'The whole file, in a preview alone, to be shown as text; null when it is no text.',
  })
  content: string | null;
  @Field(() => Date, { nullable: true })
  createdAt: Date | null;
}

@ObjectType()
export class AgentSkillImport {
  @Field(() => Boolean)
  persisted: boolean;
  @Field(() => ReadSkill)
  skill: ReadSkill;
  @Field(() => SkillValidation)
  validation: SkillValidation;
  @Field(() => SkillRisk)
  risk: SkillRisk;
  @Field(() => String, { nullable: true, description: 'Where its owner looks at the draft; null in a preview.' })
  agentHref: string | null;
  @Field(() => String, { nullable: true, description: 'Null as long as the skill is private.' })
  publicHref: string | null;
}

@ObjectType({ implements: SkillFacts, description: 'A published skill, without its text.' })
export class PublishedSkillSummary extends SkillFacts {
  @Field(() => ID)
  @IdOf('skl')
  override id: string;
  @Field(() => String)
  override name: string;
  @Field(() => String)
  override description: string;
  @Field(() => RiskCounts)
  riskCounts: RiskCounts;
  @Field(() => Date)
  verifiedAt: Date;
  @Field(() => Date)
  publishedAt: Date;
}

@ObjectType({ implements: SkillReading, description: 'A published skill as everyone may read it.' })
export class PublishedSkill extends PublishedSkillSummary implements SkillReading {
  metadata: Record<string, unknown> | null;
  headings: SkillHeading[];
  @Field(() => SkillRisk)
  risk: SkillRisk;
  @Field(() => String, { description: 'The whole file, as text.' })
  content: string;
}

@ObjectType()
export class PublishedSkillList {
  @Field(() => [PublishedSkillSummary])
  items: PublishedSkillSummary[];
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}
