import { Matches } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IsPlainText } from '../../platform/constraints.js';
import { enumOf } from '../../platform/graphql/choices.js';
import { CONTEXT_LIMITS, QuestionReading } from '../directory.types.js';
import { DirectoryFilters } from '../facet.types.js';

/** The rules that leave a tool out of an answer, in the order in which they are looked at. */
export const exclusionRules = [
  'not_listed',
  'banned',
  'existing',
  'replaced',
  'language',
  'below_cut',
  'no_offer',
  'other_name',
  'other_capability',
  'not_mentioned',
  'not_understood',
  'filter',
] as const;
export type ExclusionRuleName = (typeof exclusionRules)[number];

export const ExclusionRule = enumOf('ExclusionRule', exclusionRules, 'The rule by which an answer leaves a tool out.');

@ArgsType()
export class ExplainResultArgs extends DirectoryFilters {
  @Field(() => String, { description: 'The question, as directoryContext takes it: 0 to 1,000 characters.' })
  @IsPlainText(CONTEXT_LIMITS.queryMax)
  q: string;

  @Field(() => String, { description: 'Short name of the tool in addresses.' })
  @Matches(/^[a-z0-9]+(-[a-z0-9]+)*$/, { message: 'must be the slug of a tool' })
  tool: string;
}

@ObjectType({ description: 'The place of a tool in the answer to a question, or the rule that left it out.' })
export class ResultExplanation {
  @Field(() => String, { description: 'The question as it was read.' })
  query: string;
  @Field(() => ID, { description: 'Short name of the tool, as it was given.' })
  slug: string;
  @Field(() => String, { nullable: true, description: 'Name of the tool; null where none is listed under the slug.' })
  name: string | null;
  @Field(() => Int, { nullable: true, description: 'Its place, 1 is the best; null where it is left out.' })
  position: number | null;
  @Field(() => Int, { description: 'How many tools the question finds.' })
  total: number;
  @Field(() => [String], { description: 'What made its place; empty where it is left out.' })
  reasons: string[];
  @Field(() => ExclusionRule, { nullable: true, description: 'The rule that left it out; null where it is found.' })
  leftOutBy: ExclusionRuleName | null;
  @Field(() => String, { description: 'The same in a sentence.' })
  detail: string;
  @Field(() => QuestionReading, { description: 'How the question was read.' })
  understood: QuestionReading;
}
