import { IsInt, Max, Min, ValidateBy } from 'class-validator';
import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import {
  DirectoryFilters,
  DirectoryTool,
  type FacetCounts,
  Facets,
  ReadReceipt,
  ToolOffer,
} from '../directory/index.js';
import { hasUnstorableText } from '../platform/http/body.js';

/** Bounds of `intent` and `limit` (decisions §3). */
export const SEARCH_LIMITS = { intentMin: 3, intentMax: 4_000, min: 1, max: 20, default: 5 } as const;

const charactersOf = (text: string): number => [...text].length;

/** An intent of 3 to 4,000 characters, white space around it aside; also what compatibility forms unfold to must fit. */
export const IsIntent = (): PropertyDecorator =>
  ValidateBy({
    name: 'text',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' &&
        !hasUnstorableText(value) &&
        charactersOf(value) <= SEARCH_LIMITS.intentMax &&
        charactersOf(value.normalize('NFKC')) <= SEARCH_LIMITS.intentMax &&
        charactersOf(value.trim()) >= SEARCH_LIMITS.intentMin,
      defaultMessage: () =>
        `must be text of ${SEARCH_LIMITS.intentMin} to ${SEARCH_LIMITS.intentMax} characters without NUL or lone surrogates`,
    },
  });

@ArgsType()
export class BuildSearchArgs extends DirectoryFilters {
  @Field(() => String, { description: 'What is to be built, in plain words: 3 to 4,000 characters.' })
  @IsIntent()
  intent: string;

  @Field(() => Int, { defaultValue: SEARCH_LIMITS.default, description: '1 to 20 different stacks.' })
  @IsInt()
  @Min(SEARCH_LIMITS.min)
  @Max(SEARCH_LIMITS.max)
  limit: number;
}

@ObjectType({ description: 'A capability that the intent asks for.' })
export class PlanCapability {
  @Field(() => ID, { description: 'The slug of the capability.' })
  id: string;
  @Field(() => String, { description: 'Its name in words.' })
  title: string;
  @Field(() => String, { description: 'The words of the intent that ask for it.' })
  phrase: string;
}

@ObjectType({ description: 'Another tool for the same part.' })
export class StackAlternative {
  @Field(() => String, { description: "The tool's short name in addresses." })
  slug: string;
  @Field(() => String, { description: "The tool's name." })
  name: string;
  @Field(() => String, { description: 'Its strongest facts in one line.' })
  why: string;
}

@ObjectType({ description: 'One part of a stack: the tool for a capability, and why.' })
export class StackRole {
  @Field(() => String, { description: 'The slug of the part.' })
  capability: string;
  @Field(() => String, { description: 'The part in words.' })
  title: string;
  @Field(() => DirectoryTool, { description: 'The choice for this part.' })
  tool: DirectoryTool;
  @Field(() => [String], { description: 'Reasons out of the catalog; figures with their label and day.' })
  why: string[];
  @Field(() => [StackAlternative], { description: 'The next best tools, at most three.' })
  alternatives: StackAlternative[];
  @Field(() => [ToolOffer], { description: 'Live offers of the tool.' })
  offers: ToolOffer[];
}

@ObjectType({
  description: 'A capability for which no good tool was found, with the reason; never filled with a guess.',
})
export class StackGap {
  @Field(() => String, { description: 'The slug of the part that stays open, or the words in which no need was read.' })
  capability: string;
  @Field(() => String, { description: 'Why no tool was taken.' })
  reason: string;
}

@ObjectType({ description: 'A stack for an intent.' })
export class Recommendation {
  @Field(() => ID, { description: 'The same tools for the same capabilities have the same id.' })
  id: string;
  @Field(() => String, { description: 'The idea of this stack.' })
  title: string;
  @Field(() => Float, {
    description:
      '0 to 1: the mean match of the parts, a gap counting 0. A match weighs what the tool is for, published evidence, maturity, readable docs, and whether installation and price are known.',
  })
  fit: number;
  @Field(() => [StackRole], { description: 'One for each part that is no gap.' })
  roles: StackRole[];
  @Field(() => [StackGap], { description: 'Parts without a tool.' })
  gaps: StackGap[];
  @Field(() => [String], { description: 'The evidence labels that stand behind it; missing where a tool has none.' })
  labels: string[];
}

@ObjectType({ description: 'Stacks for an intent; nothing is stored (decisions §3).' })
export class BuildSearch {
  @Field(() => ReadReceipt, { description: 'A signed proof of question and answer.' })
  receipt: ReadReceipt;
  @Field(() => [PlanCapability], { description: 'How the intent was understood, by the published lexicon.' })
  capabilities: PlanCapability[];
  @Field(() => [Recommendation], { description: 'Different stacks, the best fit first.' })
  recommendations: Recommendation[];
  @Field(() => Facets, { description: 'Counts over all tools that can take a part.' })
  facets: FacetCounts;
  @Field(() => [String], { description: 'What was left out or not understood, and what to say instead.' })
  notices: string[];
  @Field(() => Boolean, { description: 'Always false: reading saves nothing.' })
  saved: boolean;
}
