import { IsInt, IsObject, IsOptional, Min, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsId, IsText } from '../platform/constraints.js';
import { sortsOf, TimedPageArgs } from '../platform/paging/sorted.args.js';
import { BriefConstraints } from './brief.types.js';
import { PlanSummary } from './plan.entity.js';
import { IsIntent } from './stack.types.js';

const TITLE_MAX = 120;
export const planSorts = sortsOf(['created', 'updated', 'title'], '-created');
/** A receipt carries an intent and its constraints: longer than any that was signed here. */
export const RECEIPT_ID_MAX = 40_000;

@ArgsType()
export class SavedPlansArgs extends TimedPageArgs(planSorts, 'title, intent or the name of a tool', 'Updated') {}

@InputType({ description: 'Exactly one of receiptId (what was read) and intent (with constraints).' })
export class SavePlanInput {
  @Field(() => ID, { nullable: true, description: 'receiptId of buildBrief.' })
  @IsOptional()
  @IsText(RECEIPT_ID_MAX)
  receiptId?: string | null;

  @Field(() => String, { nullable: true, description: 'The intent itself when absent.' })
  @IsOptional()
  @IsText(TITLE_MAX)
  title?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsIntent()
  intent?: string | null;

  @Field(() => BriefConstraints, { nullable: true })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  constraints?: BriefConstraints | null;
}

@InputType()
export class RenamePlanInput {
  @Field(() => ID)
  @IsId('pln')
  planId: string;

  @Field(() => String)
  @IsText(TITLE_MAX)
  title: string;

  @Field(() => Int, { description: 'The revision that was read; another one is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  revision: number;
}

@InputType()
export class DeletePlanInput {
  @Field(() => ID)
  @IsId('pln')
  planId: string;

  @Field(() => Int, { description: 'The revision that was read; another one is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  revision: number;
}

@ArgsType()
export class SavedPlanArgs {
  @Field(() => ID)
  @IsId('pln')
  planId: string;
}

@ObjectType()
export class PlanList {
  @Field(() => [PlanSummary])
  items: PlanSummary[];
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}
