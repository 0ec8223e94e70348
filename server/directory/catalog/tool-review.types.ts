import { IsInt, Matches, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { IsText } from '../../platform/constraints.js';
import { Docs, Install, Pricing, ToolSource, Vendor } from '../directory.types.js';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const REASON_MAX = 500;

@ArgsType()
export class CatalogToolArgs {
  @Field(() => String)
  @Matches(SLUG, { message: 'must be the slug of a tool' })
  slug: string;
}

/** What every act of a reviewer on a record names: the record, the revision that was read, and why. */
@InputType()
export abstract class ReviewOfTool {
  @Field(() => String)
  @Matches(SLUG, { message: 'must be the slug of a tool' })
  slug: string;

  @Field(() => GraphQLSafeInt, { description: 'The revision that was read; another one is refused as stale.' })
  @IsInt()
  @Min(0)
  revision: number;

  @Field(() => String, { description: 'The reason; the audit log stores it.' })
  @IsText(REASON_MAX)
  reason: string;
}

@InputType()
export class SetToolListedInput extends ReviewOfTool {
  @Field(() => Boolean)
  listed: boolean;
}

@ObjectType()
export class CatalogPackage {
  @Field(() => String)
  registry: string;

  @Field(() => String)
  name: string;
}

@ObjectType()
export class CatalogPricing extends Pricing {
  @Field(() => String, { nullable: true })
  url: string | null;
}

@ObjectType({ description: 'A record of the catalog as reviewers see it, listed or not.' })
export class CatalogTool {
  @Field(() => ID)
  id: string;

  @Field(() => String)
  slug: string;

  @Field(() => GraphQLSafeInt, { description: 'Name it in a correction: another one by then is refused as stale.' })
  revision: number;

  @Field(() => Boolean)
  listed: boolean;

  @Field(() => String, { description: 'starter, mcp-registry, csv or reviewer.' })
  origin: string;

  @Field(() => String, { nullable: true, description: 'Its key there.' })
  originKey: string | null;

  @Field(() => Date, { nullable: true, description: 'When a person corrected it; imports leave it alone since then.' })
  editedAt: Date | null;

  @Field(() => Date)
  updatedAt: Date;

  @Field(() => String)
  name: string;

  @Field(() => [String])
  aliases: string[];

  @Field(() => String)
  summary: string;

  @Field(() => Vendor)
  vendor: Vendor;

  @Field(() => String, { nullable: true })
  website: string | null;

  @Field(() => [String])
  categories: string[];

  @Field(() => [String])
  capabilities: string[];

  @Field(() => CatalogPricing)
  pricing: CatalogPricing;

  @Field(() => String, { nullable: true })
  signupUrl: string | null;

  @Field(() => String)
  maturity: string;

  @Field(() => [String])
  interfaces: string[];

  @Field(() => Install)
  install: Install;

  @Field(() => [CatalogPackage])
  packages: CatalogPackage[];

  @Field(() => [String])
  environment: string[];

  @Field(() => Docs)
  docs: Docs;

  @Field(() => [ToolSource])
  sources: ToolSource[];
}
