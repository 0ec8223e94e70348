import { IsBoolean, IsInt, IsObject, IsOptional, Min, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsText } from '../platform/constraints.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { sortsOf, TimedPageArgs } from '../platform/paging/sorted.args.js';
import { BriefConstraints, PlanContent } from './brief.types.js';
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

  @Field(() => String, { nullable: true, description: 'The text of a brief that was not read before.' })
  @IsOptional()
  @IsIntent()
  intent?: string | null;

  @Field(() => BriefConstraints, { nullable: true, description: 'Bounds of the choice of tools.' })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  constraints?: BriefConstraints | null;
}

@InputType({ description: 'Another title for a plan.' })
export class RenamePlanInput {
  @Field(() => ID, { description: 'A saved plan of the caller.' })
  @IdOf('pln')
  planId: string;

  @Field(() => String, { description: 'Its new name.' })
  @IsText(TITLE_MAX)
  title: string;

  @Field(() => Int, { description: 'The revision that was read; another one is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  revision: number;
}

@InputType({ description: 'Names the plan to delete.' })
export class DeletePlanInput {
  @Field(() => ID, { description: 'A saved plan of the caller.' })
  @IdOf('pln')
  planId: string;

  @Field(() => Int, { description: 'The revision that was read; another one is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  revision: number;
}

@ArgsType()
export class SavedPlanArgs {
  @Field(() => ID, { description: 'A saved plan of the caller.' })
  @IdOf('pln')
  planId: string;
}

@ObjectType({ description: 'A tool of a saved plan and the part that it takes.' })
export class PlanTool {
  @Field(() => String, { description: "The tool's short name in addresses." })
  slug: string;
  @Field(() => String, { description: 'Its name when the plan was saved.' })
  name: string;
  @Field(() => String, { description: 'The slug of the capability that it was chosen for.' })
  capability: string;
}

@InputType({ description: 'A step of a saved plan that is done, or is not.' })
export class SetPlanStepInput {
  @Field(() => ID, { description: 'A saved plan of the caller.' })
  @IdOf('pln')
  planId: string;

  @Field(() => Int, { description: 'The number of the step in the plan, from 1.' })
  @IsInt()
  @Min(1)
  order: number;

  @Field(() => Boolean, { description: 'True once it is done; false opens it again.' })
  @IsBoolean()
  done: boolean;
}

@ObjectType({ description: 'A step of a plan that was reported as done. Reported is not checked.' })
export class DoneStep {
  @Field(() => Int, { description: 'The number of the step in the plan.' })
  order: number;
  @Field(() => Date, { description: 'Moment of the report.' })
  doneAt: Date;
  @Field(() => String, {
    nullable: true,
    description: 'The name of the token that reported it; null where its person did.',
  })
  token: string | null;
}

@ObjectType({ description: 'A plan that a person saved.' })
export class PlanSummary {
  @Field(() => ID, { description: 'Names it in later calls.' })
  @IdOf('pln')
  id: string;
  @Field(() => String, { description: 'The name that its person gave it, or the beginning of the intent.' })
  title: string;
  @Field(() => String, { description: 'The intent.' })
  goal: string;
  @Field(() => Int, { description: 'Counts the changes, from 1.' })
  revision: number;
  @Field(() => Boolean, {
    description:
      'True when the catalog answered otherwise at the save than on the receipt: what is saved is not what was read.',
  })
  changedSinceReceipt: boolean;
  @Field(() => Date, { description: 'Moment of the save.' })
  createdAt: Date;
  @Field(() => Date, { description: 'Moment of the last change.' })
  updatedAt: Date;
  @Field(() => [PlanTool], { description: 'Tools of the stack, one for each part.' })
  tools: PlanTool[];
  @Field(() => Int, { description: 'How many steps it has.' })
  stepCount: number;
  @Field(() => [DoneStep], { description: 'Steps that were reported as done, in their order.' })
  doneSteps: DoneStep[];
}

@ObjectType('SavedPlan', { description: 'A saved plan with everything that it says.' })
export class SavedPlanAnswer extends PlanSummary {
  @Field(() => PlanContent, { description: 'The brief as it was when it was saved.' })
  brief: PlanContent;
  @Field(() => String, { description: 'SHA-256 of the brief.' })
  digest: string;
  @Field(() => ID, { nullable: true, description: 'The receipt that it was saved from.' })
  receiptId: string | null;
  @Field(() => Int, { description: 'The version of the catalog that it was made of.' })
  catalogVersion: number;
  @Field(() => Boolean, { description: 'True while its person wants a letter when something of it changes.' })
  letters: boolean;
}

@ObjectType({ description: 'A page of saved plans.' })
export class PlanList {
  @Field(() => [PlanSummary], { description: 'Plans in the order that was asked for.' })
  items: PlanSummary[];
  @Field(() => String, { nullable: true, description: 'Asks for the next page; null on the last one.' })
  nextCursor: string | null;
}
