import { ArrayMinSize, ArrayUnique, Matches } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { HasItemsAtMost } from '../../platform/graphql/items.js';
import { DirectoryTool } from '../directory.types.js';
import { ToolSource } from '../tool-parts.types.js';

/** Fewer are no comparison, and more don't fit beside each other. */
const TOOLS_MIN = 2;
const TOOLS_MAX = 4;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

@ArgsType()
export class CompareToolsArgs {
  @Field(() => [String], { description: 'Short names of two to four tools; their order makes no difference.' })
  @ArrayMinSize(TOOLS_MIN, { message: `must name at least ${TOOLS_MIN} tools` })
  @HasItemsAtMost(TOOLS_MAX)
  @ArrayUnique({ message: 'must name each tool once' })
  @Matches(SLUG, { each: true, message: 'must be the slug of a tool' })
  tools: string[];
}

@ObjectType({ description: 'A capability by its name.' })
export class CapabilityName {
  @Field(() => ID, { description: 'A word of the lexicon, such as auth.' })
  id: string;
  @Field(() => String, { description: 'The same for people.' })
  title: string;
}

@ObjectType({ description: 'Another tool for the same, with the reason.' })
export class ToolAlternative {
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;
  @Field(() => String, { description: "The tool's name." })
  name: string;
  @Field(() => String, { description: 'One or two sentences.' })
  summary: string;
  @Field(() => [String], { description: 'The capabilities that both have, the one that is central to both first.' })
  reasons: string[];
}

@ObjectType({ description: 'A known fact of a tool that is known of few other tools for the same.' })
export class Distinction {
  @Field(() => ID, { description: 'The fact, such as interface.graphql.' })
  id: string;
  @Field(() => String, { description: 'The same for people.' })
  text: string;
  @Field(() => Int, { description: 'How many of the others it is known of; any other may have it as well.' })
  alsoKnownOf: number;
}

@ObjectType({ description: 'The tools for the same as one tool: its central capability is theirs too.' })
export class ToolSiblings {
  @Field(() => CapabilityName, { description: 'The capability that is central to each.' })
  capability: CapabilityName;
  @Field(() => Int, { description: 'How many other tools there are.' })
  total: number;
  @Field(() => [ToolAlternative], { description: 'The first six: those that do most of what the tool does.' })
  alternatives: ToolAlternative[];
  @Field(() => [Distinction], { description: 'What tells the tool apart, the rarest first; at most five.' })
  tellsApart: Distinction[];
}

@ObjectType({ description: 'A fact of one of the compared tools.' })
export class ComparedCell {
  @Field(() => String, { description: 'Short name of the tool.' })
  slug: string;
  @Field(() => [String], { nullable: true, description: 'The fact in words; null where it is not known.' })
  values: string[] | null;
  @Field(() => [ToolSource], { description: 'Pages that show it, with the days on which they were read.' })
  sources: ToolSource[];
}

@ObjectType({ description: 'A fact, of each of the compared tools.' })
export class ComparedFact {
  @Field(() => ID, { description: 'Name of the fact, such as pricing.model.' })
  id: string;
  @Field(() => String, { description: 'The same for people.' })
  title: string;
  @Field(() => Boolean, { description: 'True when two tools of which it is known have other values.' })
  differs: boolean;
  @Field(() => [ComparedCell], { description: 'In the order of the tools.' })
  cells: ComparedCell[];
}

@ObjectType({ description: 'Two to four tools, fact by fact.' })
export class ToolComparison {
  @Field(() => [DirectoryTool], { description: 'The tools in the order of their slugs, which stands in the address.' })
  tools: DirectoryTool[];
  @Field(() => CapabilityName, {
    nullable: true,
    description: 'The capability that is central to each of them; null where they are for different things.',
  })
  competeFor: CapabilityName | null;
  @Field(() => [ComparedFact], { description: 'Facts that are known of at least one of them.' })
  facts: ComparedFact[];
  @Field(() => [ToolAlternative], { description: 'Others for the same, to compare too; at most six.' })
  others: ToolAlternative[];
  @Field(() => Date, { description: 'State of the catalog that answered.' })
  asOf: Date;
}
