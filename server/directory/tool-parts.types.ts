import { Field, ObjectType } from 'type-graphql';
import { pricingModels } from './vocabulary.types.js';

@ObjectType()
export class Vendor {
  @Field(() => String, { nullable: true })
  name: string | null;
  @Field(() => String, { nullable: true })
  domain: string | null;
}

@ObjectType()
export class Pricing {
  @Field(() => String, { description: `One of ${pricingModels.join(', ')}.` })
  model: string;
  @Field(() => String, { nullable: true })
  freeTier: string | null;
}

@ObjectType()
export class CatalogPricing extends Pricing {
  @Field(() => String, { nullable: true })
  url: string | null;
}

@ObjectType()
export class Install {
  @Field(() => String, { nullable: true })
  kind: string | null;
  @Field(() => String, { nullable: true })
  command: string | null;
}

@ObjectType()
export class Docs {
  @Field(() => String, { nullable: true })
  url: string | null;
  @Field(() => String, { nullable: true })
  llmsTxt: string | null;
  @Field(() => String, { nullable: true, description: 'Address of an OpenAPI description.' })
  openapi: string | null;
}

@ObjectType()
export class ToolSource {
  @Field(() => String)
  url: string;
  @Field(() => String, { nullable: true, description: 'The collection through which it was read.' })
  via: string | null;
  @Field(() => String, { description: 'A day, YYYY-MM-DD.' })
  readAt: string;
  @Field(() => [String], { description: 'The facts that this source shows.' })
  facts: readonly string[];
}
