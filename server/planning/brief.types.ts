import { IsObject, IsOptional, Matches, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { DirectoryFilters } from '../directory/index.js';
import { IsOneOf } from '../platform/graphql/choices.js';
import { HasItemsAtMost } from '../platform/graphql/items.js';
import { IsIntent, PlanCapability, StackGap, StackRole } from './stack.types.js';

/** Tools that a caller may exclude or prefer. */
const SLUGS_MAX = 20;
/** The ways to an offer: claimed here, or taken at the provider. */
export const claimWays = ['native', 'provider_link'] as const;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

@InputType({ description: 'Bounds of the choice of tools.' })
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

  @Field(() => BriefConstraints, { nullable: true, description: 'Bounds of the choice of tools.' })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  constraints?: BriefConstraints | null;
}

@ObjectType({ description: 'One thing to do, in its order.' })
export class PlanStep {
  @Field(() => Int, { description: 'Counts the steps, from 1.' })
  order: number;
  @Field(() => String, { description: 'The step in a few words.' })
  title: string;
  @Field(() => String, { description: 'How to do it, and what to look at.' })
  detail: string;
  @Field(() => String, { nullable: true, description: 'The command to run, as the tool’s own sources give it.' })
  command: string | null;
  @Field(() => String, { nullable: true, description: 'The slug of the tool that it is about.' })
  tool: string | null;
  @Field(() => Boolean, { description: 'True when the person must agree to this action first.' })
  needsAuthorization: boolean;
}

@ObjectType({ description: 'A live offer of a tool of the stack.' })
export class PlanPerk {
  @Field(() => ID, { description: 'The offer in the directory, ofr_….' })
  id: string;
  @Field(() => String, { description: "The offer's name." })
  title: string;
  @Field(() => String, { description: 'The slug of the tool that it is for.' })
  tool: string;
  @Field(() => String, { description: 'Claimed here in a session, or taken at the provider.' })
  @IsOneOf(claimWays)
  claim: string;
  @Field(() => [String], { description: 'Its requirements, and what a claim is not.' })
  rules: string[];
  @Field(() => String, { nullable: true, description: 'A tracked link to the provider; opening it is no claim.' })
  url: string | null;
}

@ObjectType({ description: 'Something that can go wrong with a plan.' })
export class PlanRisk {
  @Field(() => String, { description: 'The risk in a few words.' })
  title: string;
  @Field(() => String, { description: 'Its reason, and how to meet it.' })
  detail: string;
  @Field(() => String, { nullable: true, description: 'The slug of the tool that brings it; null for a gap.' })
  tool: string | null;
}

@ObjectType({ description: 'The content of a plan, saved or not.' })
export class PlanContent {
  @Field(() => String, { description: 'The intent as it was understood.' })
  goal: string;
  @Field(() => [PlanCapability], { description: 'Parts that the intent asks for.' })
  capabilities: PlanCapability[];
  @Field(() => [StackRole], { description: 'The chosen tool of each part.' })
  stack: StackRole[];
  @Field(() => [StackGap], { description: 'Parts without a tool.' })
  gaps: StackGap[];
  @Field(() => [PlanStep], { description: 'Work in its order.' })
  steps: PlanStep[];
  @Field(() => [PlanPerk], { description: 'Live offers of the chosen tools.' })
  perks: PlanPerk[];
  @Field(() => [PlanRisk], { description: 'Known from the data of the catalog alone.' })
  risks: PlanRisk[];
  @Field(() => [String], { description: 'Decisions that a person must make.' })
  openQuestions: string[];
  @Field(() => [String], { description: 'Parts of the intent that were left out or not understood.' })
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
