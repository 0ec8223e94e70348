import { Field, ObjectType } from 'type-graphql';
import { IsOneOf } from '../platform/graphql/choices.js';
import { installKinds, pricingModels } from './vocabulary.types.js';

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
  @IsOneOf(pricingModels)
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
  @IsOneOf(installKinds)
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

@ObjectType({ description: 'Where a record comes from whose facts no one has read at their source yet.' })
export class RecordSource {
  @Field(() => String, { description: 'vendor_statement: a reviewer approved it.' })
  @IsOneOf(['vendor_statement'])
  kind: string;
  @Field(() => String, { description: 'A day, YYYY-MM-DD.' })
  approvedOn: string;
}

@ObjectType()
export class ToolSource {
  @Field(() => String, { description: 'page (facts were read there) or vendor_statement (a reviewer approved it).' })
  @IsOneOf(['page', 'vendor_statement'])
  kind: string;
  @Field(() => String)
  url: string;
  @Field(() => String, { nullable: true, description: 'The collection through which it was read.' })
  via: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'A day, YYYY-MM-DD; null for a statement, and where it is not known.',
  })
  readAt: string | null;
  @Field(() => String, { nullable: true, description: 'The day of an approved statement, YYYY-MM-DD.' })
  approvedOn: string | null;
  @Field(() => [String], { description: 'The facts that this source shows.' })
  facts: readonly string[];
}
