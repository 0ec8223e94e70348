import { Field, ObjectType } from 'type-graphql';
import { IsOneOf } from '../platform/graphql/choices.js';
import { installKinds, pricingModels } from './vocabulary.types.js';

@ObjectType({ description: 'A company behind tools.' })
export class Vendor {
  @Field(() => String, { nullable: true, description: 'Name of the company.' })
  name: string | null;
  @Field(() => String, { nullable: true, description: "The company's own domain." })
  domain: string | null;
}

@ObjectType({ description: 'How a tool is paid for.' })
export class Pricing {
  @Field(() => String, { description: `One of ${pricingModels.join(', ')}.` })
  @IsOneOf(pricingModels)
  model: string;
  @Field(() => String, { nullable: true, description: 'What costs nothing, in words.' })
  freeTier: string | null;
}

@ObjectType({ description: 'How a tool is paid for, with the page that says so.' })
export class CatalogPricing extends Pricing {
  @Field(() => String, { nullable: true, description: 'Page that states the prices.' })
  url: string | null;
}

@ObjectType({ description: 'How a tool is installed.' })
export class Install {
  @IsOneOf(installKinds)
  @Field(() => String, { nullable: true, description: 'Package manager or other way.' })
  kind: string | null;
  @Field(() => String, { nullable: true, description: 'Command to run.' })
  command: string | null;
}

@ObjectType({ description: 'Where a tool is documented.' })
export class Docs {
  @Field(() => String, { nullable: true, description: 'Documentation for people.' })
  url: string | null;
  @Field(() => String, { nullable: true, description: 'Its llms.txt, for agents.' })
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

@ObjectType({ description: 'A page that shows facts.' })
export class ToolSource {
  @Field(() => String, { description: 'page (facts were read there) or vendor_statement (a reviewer approved it).' })
  @IsOneOf(['page', 'vendor_statement'])
  kind: string;
  @Field(() => String, { description: 'Address of the page.' })
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
