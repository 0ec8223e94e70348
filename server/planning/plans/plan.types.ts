import { IsInt, IsObject, IsOptional, Min, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsId, IsText } from '../../platform/constraints.js';
import { BriefConstraints, PlanContent } from '../briefs/index.js';
import { IsIntent } from '../stacks/index.js';

const TITLE_MAX = 120;
/** A receipt carries an intent and its constraints: longer than any that was signed here. */
export const RECEIPT_ID_MAX = 40_000;

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

@ObjectType({ description: 'A tool of a saved plan and what it is there for.' })
export class PlanTool {
  @Field(() => String)
  slug: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  capability: string;
}

@ObjectType({ description: 'A plan that a person saved.' })
export class PlanSummary {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  title: string;
  @Field(() => String, { description: 'The intent.' })
  goal: string;
  @Field(() => [PlanTool])
  tools: PlanTool[];
  @Field(() => Int)
  revision: number;
  @Field(() => Boolean, {
    description:
      'True when the catalog answered otherwise at the save than on the receipt: what is saved is not what was read.',
  })
  changedSinceReceipt: boolean;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: 'A saved plan with everything that it says.' })
export class SavedPlan extends PlanSummary {
  @Field(() => PlanContent, { description: 'The brief as it was when it was saved.' })
  brief: PlanContent;
  @Field(() => String, { description: 'SHA-256 of the brief.' })
  digest: string;
  @Field(() => Int, { description: 'The version of the catalog that it was made of.' })
  catalogVersion: number;
  @Field(() => ID, { nullable: true, description: 'The receipt that it was saved from.' })
  receiptId: string | null;
}

@ObjectType()
export class PlanList {
  @Field(() => [PlanSummary])
  items: PlanSummary[];
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}
