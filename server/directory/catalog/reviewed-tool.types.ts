import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { IdOf } from '../../platform/graphql/id.edge.js';
import type { Row } from '../../platform/row.types.js';
import { sourcesOf, statedSource } from '../statement.rules.js';
import { type CatalogTool, StoredTool, ToolPackage } from '../tool.entity.js';
import type { PackageName } from '../tool.types.js';
import { CatalogPricing, Docs, Install, Maturities, RecordSource, ToolSource, Vendor } from '../tool-parts.types.js';

@ObjectType('CatalogTool', {
  implements: StoredTool,
  description: 'A record of the catalog as reviewers see it, listed or not.',
})
export class CatalogToolAnswer extends StoredTool {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('tol')
  declare id: string;
  @Field(() => String, { nullable: true, description: "The tool's own site." })
  website: string | null;
  @Field(() => String, { nullable: true, description: 'Page on which an account is made.' })
  signupUrl: string | null;
  @Field(() => [ToolPackage], { description: 'Packages by which it is installed.' })
  packages: readonly PackageName[];
  @Field(() => Boolean, { description: 'False where the public does not see it.' })
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
  @Field(() => Vendor, { description: 'The company behind it.' })
  vendor: Vendor;
  @Field(() => CatalogPricing, { description: 'How it is paid for.' })
  pricing: CatalogPricing;
  @Field(() => Install, { description: 'How it is installed.' })
  install: Install;
  @Field(() => Docs, { description: 'Where it is documented.' })
  docs: Docs;
  @Field(() => [ToolSource], { description: 'Pages that show these facts.' })
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
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('tol')
  id: string;
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;
  @Field(() => String, { description: "The tool's name." })
  name: string;
  @Field(() => Vendor, { description: 'The company behind it.' })
  vendor: Vendor;
  @Field(() => [String], { description: 'Categories that it is listed in.' })
  categories: readonly string[];
  @Field(() => Maturities, { description: 'How far it has come.' })
  maturity: string;
  @Field(() => Boolean, { description: 'False where the public does not see it.' })
  listed: boolean;
  @Field(() => Boolean, { description: 'An organization with a verified domain sends events of it.' })
  linked: boolean;
  @Field(() => Date, { nullable: true, description: 'When it was last verified.' })
  lastVerifiedAt: Date | null;
  @Field(() => Date, { nullable: true, description: 'When a person corrected it; imports leave it alone since then.' })
  editedAt: Date | null;
  @Field(() => Date, { description: 'Moment of its last change.' })
  updatedAt: Date;
}

@ObjectType({ description: 'One page of a list.' })
export class ReviewedToolList {
  @Field(() => [ReviewedTool], { description: 'Records of this page.' })
  items: ReviewedTool[];
  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
  @Field(() => Int, { description: 'How many the filters find.' })
  total: number;
}
