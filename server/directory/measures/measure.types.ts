import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsText } from '../../platform/constraints.js';
import { IsOneOf } from '../../platform/graphql/choices.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { holdReasons, measureKinds } from '../measure.rules.js';

export const USE_LIMITS = { min: 1, max: 100, default: 25 } as const;
export const HISTORY_LIMITS = { min: 1, max: 1_100, default: 365 } as const;
const KINDS = measureKinds.map(({ kind }) => kind).join(', ');
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

@ArgsType()
export class PublicUseArgs {
  @IsOneOf(measureKinds.map(({ kind }) => kind))
  @Field(() => String, { description: `One of ${KINDS}; the id of its ranking, with hyphens, means the same.` })
  @IsText(40)
  kind: string;

  @Field(() => String, { nullable: true, description: 'Only tools of this category.' })
  @IsOptional()
  @Matches(SLUG, { message: 'must be a category of the directory' })
  category?: string | null;

  @Field(() => Int, { defaultValue: USE_LIMITS.default, description: '1 to 100.' })
  @IsInt()
  @Min(USE_LIMITS.min)
  @Max(USE_LIMITS.max)
  limit: number;

  @Field(() => String, { nullable: true, description: 'nextCursor of the same question.' })
  cursor?: string | null;
}

@ArgsType()
export class MeasureHistoryArgs {
  @Field(() => Int, { defaultValue: HISTORY_LIMITS.default, description: '1 to 1,100 days before the newest figure.' })
  days: number;
}

@ObjectType({ description: 'A tool that a public figure is of.' })
export class UsedTool {
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;

  @Field(() => String, { description: "The tool's name." })
  name: string;
}

@ObjectType({ description: 'A public figure of one day.' })
export class MeasurePoint {
  @Field(() => String, { description: 'A day, YYYY-MM-DD.' })
  day: string;

  @Field(() => GraphQLSafeInt, { description: 'The figure as its source counted it.' })
  value: number;
}

@ObjectType({ description: 'A place by public use; equals share a rank.' })
export class PublicUseEntry {
  @Field(() => Int, { description: '1 is the highest; equals share a rank.' })
  rank: number;

  @Field(() => UsedTool, { description: 'Name and address of what is used.' })
  tool: UsedTool;

  @Field(() => GraphQLSafeInt, { description: 'The figure of its main package.' })
  value: number;

  @Field(() => String, { description: 'The main package that is counted, such as npm:stripe.' })
  subject: string;

  @Field(() => String, { description: 'Day of the figure, YYYY-MM-DD.' })
  asOf: string;

  @Field(() => String, { description: 'Where the figure was read.' })
  source: string;

  @Field(() => Float, {
    nullable: true,
    description:
      'Computed here: the change since a figure of 28 to 35 days before, as a fraction. Null where none is that old.',
  })
  change: number | null;

  @Field(() => String, { nullable: true, description: 'Day of the earlier figure that the change is computed from.' })
  changeSince: string | null;
}

@ObjectType({
  description: 'Tools by a figure that a public source counts; never mixed with first-party counts, and no score.',
})
export class PublicUse {
  @Field(() => String, { description: 'What is counted.' })
  @IsOneOf(measureKinds.map(({ kind }) => kind))
  kind: string;

  @Field(() => String, { description: 'The same for people.' })
  title: string;

  @Field(() => String, { description: 'Unit of the figures.' })
  unit: string;

  @Field(() => String, { description: 'public-source: read from a public page or interface.' })
  @IsOneOf(['public-source'])
  label: 'public-source';

  @Field(() => String, { nullable: true, description: 'The category that was asked for.' })
  category: string | null;

  @Field(() => String, { nullable: true, description: 'Day of the newest figure; null where there is none.' })
  asOf: string | null;

  @Field(() => Int, { description: 'How many tools have a figure of this kind.' })
  total: number;

  @Field(() => [PublicUseEntry], { description: 'Places of this page, highest first.' })
  items: PublicUseEntry[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

@ObjectType({ description: 'The public figures of one kind over time, of the main package of a tool.' })
export class MeasureHistory {
  @Field(() => String, { description: 'What is counted.' })
  kind: string;

  @Field(() => String, { description: 'The same for people.' })
  title: string;

  @Field(() => String, { description: 'Unit of the figures.' })
  unit: string;

  @Field(() => String, { description: 'What was counted, such as npm:stripe.' })
  subject: string;

  @Field(() => String, { description: 'public-source: read from a public page or interface.' })
  @IsOneOf(['public-source'])
  label: 'public-source';

  @Field(() => String, { description: 'Where the newest figure was read.' })
  source: string;

  @Field(() => [MeasurePoint], { description: 'Oldest first; days without a figure are left out.' })
  points: readonly MeasurePoint[];
}

@ArgsType()
export class UseHistoryArgs extends MeasureHistoryArgs {
  @Field(() => Int, { defaultValue: 3, description: 'The first 1 to 10 entries of the page.' })
  top: number;
}

@ArgsType()
export class HeldMeasuresArgs extends PageArgs {}

@ObjectType({ description: 'A public figure that waits for a reviewer.' })
export class HeldMeasure {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('msr')
  id: string;

  @Field(() => String, { description: 'What is counted.' })
  kind: string;

  @Field(() => String, { description: 'What was counted, such as npm:stripe.' })
  subject: string;

  @Field(() => String, { description: 'Day of the figure, YYYY-MM-DD.' })
  day: string;

  @Field(() => GraphQLSafeInt, { description: 'The figure that was read.' })
  value: number;

  @Field(() => String, { description: 'Where it was read.' })
  source: string;

  @Field(() => String, { description: 'zero, or jump: it moved more than tenfold.' })
  @IsOneOf(holdReasons)
  reason: string;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The figure beside it that was taken; null where none was.',
  })
  standingValue: number | null;

  @Field(() => String, { nullable: true, description: 'Day of that figure.' })
  standingDay: string | null;

  @Field(() => [UsedTool], { description: 'Tools of which it is counted.' })
  tools: readonly UsedTool[];

  @Field(() => Date, { description: 'Moment at which it was read.' })
  notedAt: Date;
}

@ObjectType({ description: 'One page of a list.' })
export class HeldMeasureList {
  @Field(() => [HeldMeasure], { description: 'Records of this page.' })
  items: HeldMeasure[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

const REASON_MAX = 500;

@InputType({ description: 'Takes a figure that waits, or declines it.' })
export class DecideHeldMeasureInput {
  @Field(() => ID, { description: 'The figure that waits.' })
  @IdOf('msr')
  id: string;

  @Field(() => String, { description: 'accept or decline.' })
  @IsIn(['accept', 'decline'], { message: 'must be accept or decline' })
  decision: 'accept' | 'decline';

  @Field(() => String, { description: 'The reason; the audit log stores it.' })
  @IsText(REASON_MAX)
  reason: string;
}

@ObjectType({ description: 'A figure that waited, after a decision.' })
export class DecidedMeasure {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('msr')
  id: string;

  @Field(() => String, { description: 'taken or declined.' })
  @IsOneOf(['taken', 'declined'])
  state: string;

  @Field(() => Boolean, { description: 'False where it had been decided before, and stays as it is.' })
  changed: boolean;
}
