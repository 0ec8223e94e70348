import { IsInt, Matches, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int, InterfaceType, ObjectType } from 'type-graphql';
import { IsPlainText } from '../platform/constraints.js';
import { IsOneOf } from '../platform/graphql/choices.js';
import { DirectoryFilters, type FacetCounts, Facets } from './facet.types.js';
import { StoredTool, ToolMeasure } from './tool.entity.js';
import type { Measure } from './tool.types.js';
import {
  Docs,
  Install,
  LinkKinds,
  Pricing,
  ProofSignals,
  RecordSource,
  ToolSource,
  Vendor,
  VerificationLevels,
} from './tool-parts.types.js';
import { evidenceLabels, offerClaims } from './vocabulary.types.js';

/** Bounds of `q` and `limit` (decisions §3). */
export const CONTEXT_LIMITS = { queryMax: 1_000, min: 1, max: 50, default: 10 } as const;
const CATEGORY = /^[a-z0-9]+(-[a-z0-9]+)*$/;

@ArgsType()
export class DirectoryContextArgs extends DirectoryFilters {
  @Field(() => String, {
    defaultValue: '',
    description: '0 to 1,000 characters; nothing answers the best-proven tools.',
  })
  @IsPlainText(CONTEXT_LIMITS.queryMax)
  q: string;

  @Field(() => Int, { defaultValue: CONTEXT_LIMITS.default, description: '1 to 50.' })
  @IsInt()
  @Min(CONTEXT_LIMITS.min)
  @Max(CONTEXT_LIMITS.max)
  limit: number;

  @Field(() => String, { nullable: true, description: 'nextCursor of the same question.' })
  cursor?: string | null;
}

@ArgsType()
export class ToolArgs {
  @Field(() => String, { description: 'Short name of the tool in addresses.' })
  @Matches(CATEGORY, { message: 'must be the slug of a tool' })
  slug: string;
}

@ObjectType({
  description: 'A signed proof of what was asked and answered; nothing is stored. Name it in a later save.',
})
export class ReadReceipt {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  id: string;
  @Field(() => String, { description: 'The question as it was read.' })
  query: string;
  @Field(() => Date, { description: 'State of the catalog that answered.' })
  asOf: Date;
  @Field(() => Date, { description: 'Moment from which it is refused.' })
  expiresAt: Date;
  @Field(() => String, { description: 'SHA-256 of the answer without its receipt.' })
  resultDigest: string;
}

@ObjectType({ description: 'How the facts of a tool were checked.' })
export class ToolVerification {
  @Field(() => VerificationLevels, { description: 'What was checked.' })
  level: string;
  @Field(() => String, { nullable: true, description: 'Name of the check; null where none was made.' })
  method: string | null;
  @Field(() => Date, { nullable: true, description: 'Moment of the last check.' })
  checkedAt: Date | null;
}

@ObjectType({ description: 'Published evidence that a tool is used.' })
export class ToolProof {
  @Field(() => ProofSignals, { description: 'What is proven.' })
  signal: string;
  @Field(() => String, { description: 'One of first-party, public-source, sample, modelled, missing.' })
  @IsOneOf(evidenceLabels)
  label: string;
  @Field(() => Date, { description: 'Day that the evidence is of.' })
  asOf: Date;
}

@ObjectType({ description: 'An offer for a tool.' })
export class ToolOffer {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  id: string;
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;
  @Field(() => String, { description: 'Heading of the offer.' })
  title: string;
  @Field(() => String, { description: 'native (claimed here, in a session) or provider_link (taken at the provider).' })
  @IsOneOf(offerClaims)
  claim: string;
}

@ObjectType({ description: 'A step that a reader can take, with its tracked address.' })
export class ToolAction {
  @Field(() => LinkKinds, { description: 'The page that it leads to.' })
  kind: string;
  @Field(() => String, { description: 'A tracked link: it counts one anonymous open and leads to the stored address.' })
  url: string;
}

@ObjectType({ description: 'Place of a tool in an answer.' })
export class Rank {
  @Field(() => Int, { description: '1 is the best.' })
  position: number;
  @Field(() => [String], { description: 'What in the question and the tool made the place.' })
  reasons: string[];
}

@InterfaceType('ToolEntry', {
  implements: StoredTool,
  description: 'What the directory says of a tool, ranked or not.',
})
abstract class ToolEntry extends StoredTool {
  @Field(() => Vendor, { description: 'The company behind it.' })
  vendor: Vendor;
  @Field(() => Pricing, { description: 'How it is paid for.' })
  pricing: Pricing;
  @Field(() => Install, { description: 'How it is installed.' })
  install: Install;
  @Field(() => Docs, { description: 'Where it is documented.' })
  docs: Docs;
  @Field(() => ToolVerification, { description: 'How its facts were checked.' })
  verification: ToolVerification;
  @Field(() => [ToolProof], { description: 'Published evidence that it is used.' })
  proof: ToolProof[];
  @Field(() => [ToolMeasure], { description: 'Public figures of its use.' })
  measures: readonly Measure[];
  @Field(() => [ToolOffer], { description: 'Live offers for it.' })
  offers: ToolOffer[];
  @Field(() => [ToolAction], { description: 'Steps that a reader can take.' })
  actions: ToolAction[];
  @Field(() => Boolean, { description: 'Sponsorship is named and never moves a rank.' })
  sponsored: boolean;
  @Field(() => [ToolSource], { description: 'Where its facts can be looked up.' })
  sources: ToolSource[];
  @Field(() => RecordSource, { nullable: true, description: 'Set while facts of it were stated and not read.' })
  source: RecordSource | null;
}

@ObjectType({
  implements: ToolEntry,
  description: 'A developer tool of the directory. An unknown fact is null, an empty list or `unknown`.',
})
export class DirectoryTool extends ToolEntry {}

@ObjectType({ implements: ToolEntry, description: 'A tool of an answer, with its place.' })
export class RankedTool extends ToolEntry {
  @Field(() => Rank, { description: 'Its place, and why.' })
  rank: Rank;
}

@ObjectType({ description: 'A need that a tool can meet.' })
export class Capability {
  @Field(() => ID, { description: 'A word of the lexicon, such as auth.' })
  id: string;
  @Field(() => String, { description: 'The same for people.' })
  title: string;
  @Field(() => [String], { description: 'Some of the words that mean it, beside its title.' })
  examples: string[];
}

@ObjectType({ description: 'Every capability that questions and intents are read for.' })
export class CapabilityList {
  @Field(() => String, { description: 'The day of the last change of the lexicon.' })
  version: string;
  @Field(() => [Capability], { description: 'In the order of the lexicon.' })
  capabilities: Capability[];
}

@ObjectType({ description: 'Something that a question asks for.' })
export class QuestionNeed {
  @Field(() => ID, { description: 'The capability.' })
  id: string;
  @Field(() => String, { description: 'Name of the capability.' })
  title: string;
  @Field(() => String, { description: 'The words of the question that ask for it.' })
  phrase: string;
}

@ObjectType({ description: 'How a question was read, so that nothing of it is swallowed without a word.' })
export class QuestionReading {
  @Field(() => [QuestionNeed], { description: 'What it asks for, in its order.' })
  needs: QuestionNeed[];
  @Field(() => [String], {
    description: 'Words that stand for no need and no tool: they were only looked for in names and descriptions.',
  })
  words: string[];
}

@ObjectType({ description: 'What the directory knows about a question (decisions §3).' })
export class DirectoryContext {
  @Field(() => ReadReceipt, { description: 'Signed proof of the question and its answer.' })
  receipt: ReadReceipt;
  @Field(() => Date, { description: 'State of the catalog that answered.' })
  asOf: Date;
  @Field(() => Int, { description: 'How many tools match.' })
  total: number;
  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
  @Field(() => [RankedTool], { description: 'Tools of this page, best first.' })
  tools: RankedTool[];
  @Field(() => Facets, { description: 'How many of the matching tools have each value.' })
  facets: FacetCounts;
}
