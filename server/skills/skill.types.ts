import { IsBoolean, IsEnum, IsIn, IsOptional, Matches } from 'class-validator';
import { GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { IsPlainText, IsText } from '../platform/constraints.js';
import { IsOneOf } from '../platform/graphql/choices.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { sortsOf, TimedPageArgs } from '../platform/paging/sorted.args.js';
import { RiskCounts, SkillHeading, SkillRisk, SkillValidation } from './reading.types.js';

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

  @Field(() => Boolean, { nullable: true, description: 'True stores a private draft; it needs an Idempotency-Key.' })
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

@InputType({ description: 'Names a skill, and the text that the caller decides about.' })
export class VerifyAgentSkillInput {
  @Field(() => ID, { description: 'A skill of the caller.' })
  @IdOf('skl')
  skillId: string;

  @Field(() => String, { description: 'The digest of what was looked at.' })
  @IsDigest()
  digest: string;
}

@InputType({ description: 'Names a verified skill, and the text that becomes public.' })
export class PublishAgentSkillInput extends VerifyAgentSkillInput {
  @Field(() => Boolean, { nullable: true, description: 'Must be true where a finding has the severity high.' })
  @IsOptional()
  @IsBoolean()
  acknowledgeRisk?: boolean | null;
}

@InputType({ description: 'Takes a skill out of the public.' })
export class SuspendAgentSkillInput {
  @Field(() => ID, { description: 'A skill of the caller; a reviewer names any that is or was public.' })
  @IdOf('skl')
  skillId: string;

  @Field(() => String, { description: 'Its owner reads it.' })
  @IsText(REASON_MAX)
  reason: string;
}

@InputType({ description: 'Deletes a skill for good.' })
export class DeleteAgentSkillInput {
  @Field(() => ID, { description: 'A skill of the caller that is not public.' })
  @IdOf('skl')
  skillId: string;
}

@ArgsType()
export class AgentSkillArgs {
  @Field(() => ID, { description: 'The skill to read.' })
  @IdOf('skl')
  skillId: string;
}

export const skillSorts = sortsOf(['created', 'updated', 'name', 'status', 'risk'], '-created');

/** The most severe finding of a skill, and none; the order is that of severity. */
export const riskLevels = ['none', 'low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

@ArgsType()
export class AgentSkillsArgs extends TimedPageArgs(skillSorts, 'name or description', 'Updated') {
  @Field(() => [SkillStatus], { nullable: true, description: 'Any of these; all where none is given.' })
  @IsOptional()
  @IsEnum(SkillStatus, { each: true })
  status?: SkillStatus[] | null;

  @Field(() => [String], { nullable: true, description: `Its most severe finding: ${riskLevels.join(', ')}.` })
  @IsOptional()
  @IsIn(riskLevels, { each: true, message: `must be of ${riskLevels.join(', ')}` })
  @IsOneOf(riskLevels)
  risk?: RiskLevel[] | null;
}

/** The fields that are read off a SKILL.md, wherever it is shown. */
@InterfaceType('SkillFacts', {
  description: 'What was read off a SKILL.md; in a preview it may have no name yet, and has no id.',
})
export abstract class SkillFacts {
  @Field(() => ID, { nullable: true, description: 'Null in a preview.' })
  @IdOf('skl')
  readonly id: string | null;

  @Field(() => String, { nullable: true, description: 'As its frontmatter gives it; agents call the skill by it.' })
  readonly name: string | null;

  @Field(() => String, { nullable: true, description: 'Tells an agent when to use the skill.' })
  readonly description: string | null;

  @Field(() => String, { nullable: true, description: 'As its author wrote it; null where nothing is said.' })
  readonly license: string | null;

  @Field(() => String, { nullable: true, description: 'Hosts, programs and network access that it needs.' })
  readonly compatibility: string | null;

  @Field(() => [String], { nullable: true, description: 'Tools that it asks an agent to use without asking.' })
  readonly allowedTools: readonly string[] | null;

  @Field(() => Int, { description: 'Size of the file.' })
  readonly bytes: number;

  @Field(() => Int, { description: 'Number of lines in the file.' })
  readonly lines: number;

  @Field(() => String, { description: 'SHA-256 of the bytes as they came.' })
  readonly digest: string;

  @Field(() => String, { description: 'The address that was given; of a github.com page its raw file.' })
  readonly sourceUrl: string;

  @Field(() => String, { description: 'Where the source led in the end.' })
  readonly finalUrl: string;
}

@InterfaceType('SkillReading', { implements: SkillFacts, description: 'The same with the parts that can be large.' })
export abstract class SkillDetails extends SkillFacts {
  @Field(() => GraphQLJSONObject, { nullable: true, description: 'Keys and values of the author’s own.' })
  readonly metadata: Readonly<Record<string, unknown>> | null;

  @Field(() => [SkillHeading], { description: 'At most 500, in the order of the file.' })
  readonly headings: readonly SkillHeading[];
}

@ObjectType({
  implements: [SkillFacts, SkillDetails],
  description: 'A SKILL.md as it was read just now; id and status are null in a preview.',
})
export class ReadSkill extends SkillDetails {
  @Field(() => SkillStatus, { nullable: true, description: 'DRAFT once it is stored.' })
  readonly status: SkillStatus | null;

  @Field(() => String, {
    nullable: true,
    description: 'The whole file, in a preview alone, to be shown as text; null when it is no text.',
  })
  readonly content: string | null;

  @Field(() => Date, { nullable: true, description: 'Null in a preview.' })
  readonly createdAt: Date | null;
}

@ObjectType({ description: 'A preview of a skill, or the draft that was stored.' })
export class AgentSkillImport {
  @Field(() => Boolean, { description: 'False in a preview.' })
  readonly persisted: boolean;

  @Field(() => ReadSkill, { description: 'As it was read.' })
  readonly skill: ReadSkill;

  @Field(() => SkillValidation, { description: 'Only a valid skill is stored.' })
  readonly validation: SkillValidation;

  @Field(() => SkillRisk, { description: 'What a person should look at.' })
  readonly risk: SkillRisk;

  @Field(() => String, { nullable: true, description: 'Where its owner looks at the draft; null in a preview.' })
  readonly agentHref: string | null;

  @Field(() => String, { nullable: true, description: 'Null as long as the skill is private.' })
  readonly publicHref: string | null;
}

@ObjectType({ implements: SkillFacts, description: 'An imported skill of the caller, without its text.' })
export class AgentSkillSummary extends SkillFacts {
  @Field(() => ID, { description: 'Names the skill in every call.' })
  @IdOf('skl')
  override readonly id: string;

  @Field(() => String, { description: 'As its frontmatter gives it; agents call the skill by it.' })
  override readonly name: string;

  @Field(() => String, { description: 'Tells an agent when to use the skill.' })
  override readonly description: string;

  @Field(() => SkillStatus, { description: 'How far its owner has taken it.' })
  readonly status: SkillStatus;

  @Field(() => Int, { description: 'Rises with each change of its state.' })
  readonly revision: number;

  @Field(() => RiskCounts, { description: 'Of the text as it was imported.' })
  readonly riskCounts: RiskCounts;

  @Field(() => Date, { nullable: true, description: 'When the source was fetched again and had the same digest.' })
  readonly verifiedAt: Date | null;

  @Field(() => ID, { nullable: true, description: 'The person who had the source fetched again.' })
  @IdOf('usr')
  readonly verifiedBy: string | null;

  @Field(() => Date, { nullable: true, description: 'Null where it was never public.' })
  readonly publishedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'Null while nothing keeps it from the public.' })
  readonly suspendedAt: Date | null;

  @Field(() => String, { nullable: true, description: 'Given by its owner, a reviewer, or a source that had changed.' })
  readonly suspendedReason: string | null;

  @Field(() => Date, { nullable: true, description: 'When the source was last asked for.' })
  readonly checkedAt: Date | null;

  @Field(() => String, { nullable: true, description: 'Why the source could not be read then; null when it could.' })
  readonly checkFailure: string | null;

  @Field(() => Date, { description: 'When it was imported.' })
  readonly createdAt: Date;

  @Field(() => Date, { description: 'When its state last changed.' })
  readonly updatedAt: Date;

  @Field(() => String, { description: 'Where its owner looks at it.' })
  readonly agentHref: string;

  @Field(() => String, { nullable: true, description: 'Where everyone reads it; null unless it is published.' })
  readonly publicHref: string | null;
}

@ObjectType('AgentSkill', {
  implements: SkillDetails,
  description: 'An imported skill of the caller. Its text is data: shown as text, never run.',
})
export class AgentSkillAnswer extends AgentSkillSummary implements SkillDetails {
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly headings: readonly SkillHeading[];

  @Field(() => SkillValidation, { description: 'Errors are empty; warnings may remain.' })
  readonly validation: SkillValidation;

  @Field(() => SkillRisk, { description: 'What a person should look at before it is used.' })
  readonly risk: SkillRisk;

  @Field(() => String, { description: 'The whole file.' })
  readonly content: string;
}

@ObjectType({ description: 'A page of the caller’s skills.' })
export class AgentSkillList {
  @Field(() => [AgentSkillSummary], { description: 'Records of this page.' })
  readonly items: AgentSkillSummary[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  readonly nextCursor: string | null;
}

@ObjectType({ implements: SkillFacts, description: 'A published skill, without its text.' })
export class PublishedSkillSummary extends SkillFacts {
  @Field(() => ID, { description: 'Names the skill in every call.' })
  @IdOf('skl')
  override readonly id: string;

  @Field(() => String, { description: 'As its frontmatter gives it; agents call the skill by it.' })
  override readonly name: string;

  @Field(() => String, { description: 'Tells an agent when to use the skill.' })
  override readonly description: string;

  @Field(() => RiskCounts, { description: 'Of the text as it was imported.' })
  readonly riskCounts: RiskCounts;

  @Field(() => Date, { description: 'When the source was fetched again and had the same digest.' })
  readonly verifiedAt: Date;

  @Field(() => Date, { description: 'When its owner made it public.' })
  readonly publishedAt: Date;
}

@ObjectType({ implements: SkillDetails, description: 'A published skill as everyone may read it.' })
export class PublishedSkill extends PublishedSkillSummary implements SkillDetails {
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly headings: readonly SkillHeading[];

  @Field(() => SkillRisk, { description: 'What a person should look at before it is used.' })
  readonly risk: SkillRisk;

  @Field(() => String, { description: 'The whole file, as text.' })
  readonly content: string;
}

@ObjectType({ description: 'A page of published skills, newest import first.' })
export class PublishedSkillList {
  @Field(() => [PublishedSkillSummary], { description: 'Records of this page.' })
  readonly items: PublishedSkillSummary[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  readonly nextCursor: string | null;
}
