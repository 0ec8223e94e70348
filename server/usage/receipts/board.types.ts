import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, Float, Int, ObjectType } from 'type-graphql';
import { UsageTool } from './connection.types.js';

const DAYS_MIN = 1;
const DAYS_MAX = 90;
export const DAYS_DEFAULT = 7;

@ArgsType()
export class UsageBoardArgs {
  @Field(() => Int, {
    nullable: true,
    description: `UTC days, today included: ${DAYS_MIN} to ${DAYS_MAX}; ${DAYS_DEFAULT} when absent.`,
  })
  @IsOptional()
  @IsInt()
  @Min(DAYS_MIN)
  @Max(DAYS_MAX)
  days?: number | null;
}

@ObjectType({ description: 'Calls of one UTC day.' })
export class UsageDay {
  @Field(() => String, { description: 'YYYY-MM-DD, UTC.' })
  day: string;
  @Field(() => Int, { description: 'Reported uses.' })
  calls: number;
  @Field(() => Int, { description: 'Those that were reported as failed.' })
  failed: number;
}

@ObjectType({ description: 'A share of failures that grew since the window before.' })
export class FailingTool {
  @Field(() => Float, {
    nullable: true,
    description: 'How many times the share of before, with one decimal; null where none failed before.',
  })
  times: number | null;
}

@ObjectType({ description: 'One tool of the board. What was not reported is unknown and never counted as zero.' })
export class UsageOfTool {
  @Field(() => UsageTool, { description: 'The tool that was used.' })
  tool: UsageTool;
  @Field(() => [String], { description: 'Slugs of what the tool can do: what an alternative would have to do.' })
  capabilities: readonly string[];
  @Field(() => Int, { description: 'Reported uses in the window.' })
  calls: number;
  @Field(() => Int, { description: 'Those that were reported as failed.' })
  failed: number;
  @Field(() => Int, { description: 'Those that do not say whether they succeeded.' })
  unknown: number;
  @Field(() => Int, { nullable: true, description: 'Half took at most so many milliseconds; null where none says.' })
  p50Ms: number | null;
  @Field(() => Int, { nullable: true, description: '95 of 100 took at most so many; null where none says.' })
  p95Ms: number | null;
  @Field(() => Float, {
    nullable: true,
    description: 'US cents of the uses that say their cost; null where none does.',
  })
  knownCostCents: number | null;
  @Field(() => Int, { description: 'Uses that do not say their cost: it is not part of the sum.' })
  withoutCost: number;
  @Field(() => Int, { description: 'Reported uses of the window before.' })
  callsBefore: number;
  @Field(() => Int, { description: 'Failed ones of the window before.' })
  failedBefore: number;
  @Field(() => FailingTool, {
    nullable: true,
    description: 'Set where it fails at least twice as often as before, by three failures or more; else null.',
  })
  failingMore: FailingTool | null;
  @Field(() => [UsageDay], { description: 'Each day of the window, the oldest first.' })
  days: UsageDay[];
}

@ObjectType({ description: 'Reported use by tool, with the window of equal length before it to compare.' })
export class UsageBoard {
  @Field(() => String, { description: 'The first UTC day of the window.' })
  from: string;
  @Field(() => String, { description: 'The last, which is today: it has not ended.' })
  to: string;
  @Field(() => [UsageOfTool], {
    description: 'Tools with a use in either window: those failing more first, then by calls.',
  })
  tools: UsageOfTool[];
}
