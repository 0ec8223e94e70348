import { IsObject, IsOptional, Matches, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { DirectoryFilters } from '../directory/index.js';
import { HasItemsAtMost } from '../platform/graphql/items.js';
import { IsIntent, PlanCapability, StackGap, StackRole } from './stack.types.js';

/** How many tools a caller may exclude or prefer. */
const SLUGS_MAX = 20;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

@InputType({ description: 'What bounds the choice of tools.' })
export class BriefConstraints extends DirectoryFilters {
  @Field(() => [String], { nullable: true, description: 'Slugs of tools that must not be chosen.' })
  @IsOptional()
  @HasItemsAtMost(SLUGS_MAX)
  @Matches(SLUG, { each: true, message: 'must be the slug of a tool' })
  exclude?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Slugs of tools to be taken for what they can.' })
  @IsOptional()
  @HasItemsAtMost(SLUGS_MAX)
  @Matches(SLUG, { each: true, message: 'must be the slug of a tool' })
  prefer?: string[] | null;
}

@ArgsType()
export class BuildBriefArgs {
  @Field(() => String, { description: 'What is to be built, in plain words: 3 to 4,000 characters.' })
  @IsIntent()
  intent: string;

  @Field(() => BriefConstraints, { nullable: true })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  constraints?: BriefConstraints | null;
}

@ObjectType({ description: 'One thing to do, in its order.' })
export class PlanStep {
  @Field(() => Int)
  order: number;
  @Field(() => String)
  title: string;
  @Field(() => String)
  detail: string;
  @Field(() => String, { nullable: true, description: 'What to run, as the tool’s own sources give it.' })
  command: string | null;
  @Field(() => String, { nullable: true, description: 'The slug of the tool that it is about.' })
  tool: string | null;
  @Field(() => Boolean, { description: 'True when the person must agree to this action first.' })
  needsAuthorization: boolean;
}

@ObjectType({ description: 'A live offer of a tool of the stack.' })
export class PlanPerk {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  title: string;
  @Field(() => String, { description: 'The slug of the tool that it is for.' })
  tool: string;
  @Field(() => String, { description: 'native (claimed here, in a session) or provider_link (taken at the provider).' })
  claim: string;
  @Field(() => [String], { description: 'What it asks for, and what a claim is not.' })
  rules: string[];
  @Field(() => String, { nullable: true, description: 'A tracked link to the provider; opening it is no claim.' })
  url: string | null;
}

@ObjectType()
export class PlanRisk {
  @Field(() => String)
  title: string;
  @Field(() => String)
  detail: string;
  @Field(() => String, { nullable: true })
  tool: string | null;
}

@ObjectType({ description: 'What a plan says, saved or not.' })
export class PlanContent {
  @Field(() => String, { description: 'The intent as it was understood.' })
  goal: string;
  @Field(() => [PlanCapability])
  capabilities: PlanCapability[];
  @Field(() => [StackRole])
  stack: StackRole[];
  @Field(() => [StackGap])
  gaps: StackGap[];
  @Field(() => [PlanStep])
  steps: PlanStep[];
  @Field(() => [PlanPerk])
  perks: PlanPerk[];
  @Field(() => [PlanRisk])
  risks: PlanRisk[];
  @Field(() => [String], { description: 'What a person must decide.' })
  openQuestions: string[];
  @Field(() => [String])
  notices: string[];
}

@ObjectType({
  description: 'An unsaved plan. Reading or copying it stores nothing; a person saves it in the workbench.',
})
export class BuildBrief extends PlanContent {
  @Field(() => [String], { description: 'Words of the intent that nothing was made of.' })
  notUnderstood: string[];
  @Field(() => Boolean, { description: 'Always false.' })
  saved: boolean;
  @Field(() => ID, { nullable: true, description: 'Always null: only a saved plan has an id.' })
  planId: string | null;
  @Field(() => ID, { description: 'A signed proof of question and answer; name it to save the plan.' })
  receiptId: string;
  @Field(() => String, { description: 'Where a signed-in person saves this plan.' })
  saveUrl: string;
}
