import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { IdOf } from '../../platform/graphql/id.edge.js';
import type { Row } from '../../platform/row.types.js';
import { sourcesOf, statedSource } from '../statement.rules.js';
import { type CatalogTool, StoredTool, ToolPackage } from '../tool.entity.js';
import type { PackageName } from '../tool.types.js';
import { CatalogPricing, Docs, Install, RecordSource, ToolSource, Vendor } from '../tool-parts.types.js';
import { maturities } from '../vocabulary.types.js';

@ObjectType('CatalogTool', {
  implements: StoredTool,
  description: 'A record of the catalog as reviewers see it, listed or not.',
})
export class CatalogToolAnswer extends StoredTool {
  @Field(() => ID)
  @IdOf('tol')
  declare id: string;
  @Field(() => String, { nullable: true })
  website: string | null;
  @Field(() => String, { nullable: true })
  signupUrl: string | null;
  @Field(() => [ToolPackage])
  packages: readonly PackageName[];
  @Field(() => Boolean)
  listed: boolean;
  @Field(() => String, { description: 'starter, mcp-registry, csv or reviewer.' })
  origin: string;
  @Field(() => String, { nullable: true, description: 'Its key there.' })
  originKey: string | null;
  @Field(() => Date, { nullable: true, description: 'When a person corrected it; imports leave it alone since then.' })
  editedAt: Date | null;
  @Field(() => GraphQLSafeInt, {
    description: 'Name it in a correction: another one by then is refused as stale.',
  })
  revision: number;
  @Field(() => Vendor)
  vendor: Vendor;
  @Field(() => CatalogPricing)
  pricing: CatalogPricing;
  @Field(() => Install)
  install: Install;
  @Field(() => Docs)
  docs: Docs;
  @Field(() => [ToolSource])
  sources: ToolSource[];
  @Field(() => RecordSource, { nullable: true, description: 'Set while facts of it were stated and not read.' })
  source: RecordSource | null;
}

/** A record of the catalog as reviewers see it. */
export const catalogToolAnswer = ({ sources, version, ...tool }: Row<CatalogTool>): CatalogToolAnswer => ({
  ...tool,
  revision: version,
  vendor: { name: tool.vendorName, domain: tool.vendorDomain },
  pricing: { model: tool.pricingModel, freeTier: tool.freeTier, url: tool.pricingUrl },
  install: { kind: tool.installKind, command: tool.installCommand },
  docs: { url: tool.docsUrl, llmsTxt: tool.docsLlmsTxt, openapi: tool.docsOpenapi },
  sources: sourcesOf(sources, tool.statements),
  source: statedSource(tool.statements),
});

@ObjectType({ description: 'A record of the catalog as a list for reviewers shows it, listed or not.' })
export class ReviewedTool {
  @Field(() => ID)
  @IdOf('tol')
  id: string;
  @Field(() => String)
  slug: string;
  @Field(() => String)
  name: string;
  @Field(() => Vendor)
  vendor: Vendor;
  @Field(() => [String])
  categories: readonly string[];
  @Field(() => String, { description: `One of ${maturities.join(', ')}.` })
  maturity: string;
  @Field(() => Boolean)
  listed: boolean;
  @Field(() => Boolean, { description: 'An organization with a verified domain sends events of it.' })
  linked: boolean;
  @Field(() => Date, { nullable: true, description: 'When it was last verified.' })
  lastVerifiedAt: Date | null;
  @Field(() => Date, { nullable: true, description: 'When a person corrected it; imports leave it alone since then.' })
  editedAt: Date | null;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType()
export class ReviewedToolList {
  @Field(() => [ReviewedTool])
  items: ReviewedTool[];
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
  @Field(() => Int, { description: 'How many the filters find.' })
  total: number;
}
