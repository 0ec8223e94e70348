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
  @Field(() => ID)
  id: string;
  @Field(() => String)
  title: string;
  @Field(() => String, { description: 'The words of the intent that ask for it.' })
  phrase: string;
}

@ObjectType({ description: 'Another tool for the same part.' })
export class StackAlternative {
  @Field(() => String)
  slug: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  why: string;
}

@ObjectType({ description: 'One part of a stack: the tool for a capability, and why.' })
export class StackRole {
  @Field(() => String)
  capability: string;
  @Field(() => String)
  title: string;
  @Field(() => DirectoryTool)
  tool: DirectoryTool;
  @Field(() => [String], { description: 'Reasons out of the catalog; figures with their label and day.' })
  why: string[];
  @Field(() => [StackAlternative])
  alternatives: StackAlternative[];
  @Field(() => [ToolOffer], { description: 'Live offers of the tool.' })
  offers: ToolOffer[];
}

@ObjectType({
  description: 'A capability for which no good tool was found, with the reason; never filled with a guess.',
})
export class StackGap {
  @Field(() => String)
  capability: string;
  @Field(() => String)
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
  @Field(() => [StackRole])
  roles: StackRole[];
  @Field(() => [StackGap])
  gaps: StackGap[];
  @Field(() => [String], { description: 'The evidence labels that stand behind it; missing where a tool has none.' })
  labels: string[];
}

@ObjectType({ description: 'Stacks for an intent; nothing is stored (decisions §3).' })
export class BuildSearch {
  @Field(() => ReadReceipt)
  receipt: ReadReceipt;
  @Field(() => [PlanCapability], { description: 'How the intent was understood, by the published lexicon.' })
  capabilities: PlanCapability[];
  @Field(() => [Recommendation])
  recommendations: Recommendation[];
  @Field(() => Facets, { description: 'Counts over all tools that can take a part.' })
  facets: FacetCounts;
  @Field(() => [String], { description: 'What was left out or not understood, and what to say instead.' })
  notices: string[];
  @Field(() => Boolean, { description: 'Always false: reading saves nothing.' })
  saved: boolean;
}
