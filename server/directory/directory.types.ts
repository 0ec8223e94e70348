import { IsInt, Matches, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int, InterfaceType, ObjectType } from 'type-graphql';
import { IsPlainText } from '../platform/constraints.js';
import { IsOneOf } from '../platform/graphql/choices.js';
import { DirectoryFilters, type FacetCounts, Facets } from './facet.types.js';
import { StoredTool, ToolMeasure } from './tool.entity.js';
import type { Measure } from './tool.types.js';
import { Docs, Install, Pricing, RecordSource, ToolSource, Vendor } from './tool-parts.types.js';
import { evidenceLabels, linkKinds, offerClaims, proofSignals, verificationLevels } from './vocabulary.types.js';

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
  @Field(() => String)
  @Matches(CATEGORY, { message: 'must be the slug of a tool' })
  slug: string;
}

@ObjectType({
  description: 'A signed proof of what was asked and answered; nothing is stored. Name it in a later save.',
})
export class ReadReceipt {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  query: string;
  @Field(() => Date)
  asOf: Date;
  @Field(() => Date)
  expiresAt: Date;
  @Field(() => String, { description: 'SHA-256 of the answer without its receipt.' })
  resultDigest: string;
}

@ObjectType()
export class ToolVerification {
  @Field(() => String, { description: 'One of none, listed, domain, package.' })
  @IsOneOf(verificationLevels)
  level: string;
  @Field(() => String, { nullable: true })
  method: string | null;
  @Field(() => Date, { nullable: true })
  checkedAt: Date | null;
}

@ObjectType()
export class ToolProof {
  @Field(() => String, { description: `One of ${proofSignals.join(', ')}.` })
  @IsOneOf(proofSignals)
  signal: string;
  @Field(() => String, { description: 'One of first-party, public-source, sample, modelled, missing.' })
  @IsOneOf(evidenceLabels)
  label: string;
  @Field(() => Date)
  asOf: Date;
}

@ObjectType()
export class ToolOffer {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  slug: string;
  @Field(() => String)
  title: string;
  @Field(() => String, { description: 'native (claimed here, in a session) or provider_link (taken at the provider).' })
  @IsOneOf(offerClaims)
  claim: string;
}

@ObjectType()
export class ToolAction {
  @Field(() => String, { description: 'One of website, docs, signup, pricing, claim.' })
  @IsOneOf(linkKinds)
  kind: string;
  @Field(() => String, { description: 'A tracked link: it counts one anonymous open and leads to the stored address.' })
  url: string;
}

@ObjectType()
export class Rank {
  @Field(() => Int)
  position: number;
  @Field(() => [String])
  reasons: string[];
}

@InterfaceType('ToolEntry', {
  implements: StoredTool,
  description: 'What the directory says of a tool, ranked or not.',
})
abstract class ToolEntry extends StoredTool {
  @Field(() => Vendor)
  vendor: Vendor;
  @Field(() => Pricing)
  pricing: Pricing;
  @Field(() => Install)
  install: Install;
  @Field(() => Docs)
  docs: Docs;
  @Field(() => ToolVerification)
  verification: ToolVerification;
  @Field(() => [ToolProof])
  proof: ToolProof[];
  @Field(() => [ToolMeasure])
  measures: readonly Measure[];
  @Field(() => [ToolOffer])
  offers: ToolOffer[];
  @Field(() => [ToolAction])
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

@ObjectType({ implements: ToolEntry })
export class RankedTool extends ToolEntry {
  @Field(() => Rank)
  rank: Rank;
}

@ObjectType({ description: 'Something that a question asks for.' })
export class QuestionNeed {
  @Field(() => ID, { description: 'The capability.' })
  id: string;
  @Field(() => String)
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
  @Field(() => ReadReceipt)
  receipt: ReadReceipt;
  @Field(() => Date)
  asOf: Date;
  @Field(() => Int)
  total: number;
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
  @Field(() => [RankedTool])
  tools: RankedTool[];
  @Field(() => Facets)
  facets: FacetCounts;
}
