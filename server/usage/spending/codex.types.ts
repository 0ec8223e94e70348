import { IsOptional, Max, Min, ValidateBy, ValidateNested } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Extensions, Field, Float, InputType, ObjectType } from 'type-graphql';
import { IsText, IsTime } from '../../platform/constraints.js';
import { IsOneOf } from '../../platform/graphql/choices.js';

const PLAN_LENGTH_MAX = 64;
/** Unix seconds beyond the year 5000: a larger number means milliseconds (decisions §8). */
const RESETS_AT_MAX = 100_000_000_000;
/** A balance beyond this is a mistake in units. */
const CREDITS_MAX = 1_000_000_000_000;

const IsUnixSeconds = (): PropertyDecorator =>
  ValidateBy({
    name: 'looks_like_milliseconds',
    validator: {
      validate: (value: unknown) => typeof value === 'number' && value <= RESETS_AT_MAX,
      defaultMessage: () => 'must be Unix seconds, and this looks like milliseconds: divide it by 1000',
    },
  });

@InputType({ description: 'One rate-limit window as the coding agent reported it; what is unknown is null.' })
export class CodexWindowInput {
  @Field(() => Float, { nullable: true, description: '0 to 100.' })
  @IsOptional()
  @Min(0)
  @Max(100)
  usedPercent?: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Minutes; what the window is labelled by.' })
  @IsOptional()
  @Min(1)
  windowDurationMins?: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Unix seconds.' })
  @Extensions({ hint: 'Unix seconds as a number, not a time as text' })
  @IsOptional()
  @Min(0)
  @IsUnixSeconds()
  resetsAt?: number | null;
}

@InputType({ description: 'A coding agent’s allowance as it was read at one moment.' })
export class CodexSnapshotInput {
  @Field(() => String, { description: 'When it was read: ISO 8601 with offset, at most 5 minutes ahead.' })
  @IsTime()
  checkedAt: string;

  @Field(() => String, { nullable: true, description: 'The plan’s own word, as reported.' })
  @IsOptional()
  @IsText(PLAN_LENGTH_MAX)
  planType?: string | null;

  @Field(() => Float, { nullable: true, description: 'Credits; null when unlimited or unknown.' })
  @Extensions({ hint: 'send it as a number: Number(balance), or null when unlimited is true' })
  @IsOptional()
  @Min(-CREDITS_MAX)
  @Max(CREDITS_MAX)
  creditsBalance?: number | null;

  @Field(() => CodexWindowInput, { nullable: true, description: 'The first window, as reported.' })
  @IsOptional()
  @ValidateNested()
  primary?: CodexWindowInput | null;

  @Field(() => CodexWindowInput, { nullable: true, description: 'The second window, as reported.' })
  @IsOptional()
  @ValidateNested()
  secondary?: CodexWindowInput | null;
}

@ObjectType({ description: 'A rate-limit window of the coding agent.' })
export class CodexWindow {
  @Field(() => Float, { nullable: true, description: '0 to 100; null where unknown.' })
  usedPercent: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Minutes; null where unknown.' })
  windowDurationMins: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Unix seconds.' })
  resetsAt: number | null;
  @Field(() => String, {
    nullable: true,
    description: 'By its duration, whichever slot it stands in: 5 hours, 7 days, 90 minutes; null without a duration.',
  })
  label: string | null;
}

@ObjectType({
  description: 'The coding agent’s allowance, reported by the agent: meters are known to be wrong at times.',
})
export class CodexSnapshot {
  @Field(() => Date, { description: 'Moment of the reading.' })
  checkedAt: Date;
  @Field(() => String, { nullable: true, description: 'Name of the plan, as reported.' })
  planType: string | null;
  @Field(() => Float, { nullable: true, description: 'Credits; null when unlimited or unknown.' })
  creditsBalance: number | null;
  @Field(() => CodexWindow, { nullable: true, description: 'The first window, as reported.' })
  primary: CodexWindow | null;
  @Field(() => CodexWindow, { nullable: true, description: 'The second window, as reported.' })
  secondary: CodexWindow | null;
  @Field(() => String, { description: 'Always agent_reported.' })
  @IsOneOf(['agent_reported'])
  source: string;
}

@ObjectType({ description: 'Reply to a report of the allowance.' })
export class SavedCodexSnapshot {
  @Field(() => CodexSnapshot, { description: 'What is saved now.' })
  codexSnapshot: CodexSnapshot;
  @Field(() => Boolean, { description: 'False when a newer one was saved already.' })
  updated: boolean;
}
