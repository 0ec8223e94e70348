import { Field, ObjectType } from 'type-graphql';
import { enumOf, IsOneOf } from '../platform/graphql/choices.js';
import {
  installKinds,
  linkKinds,
  maturities,
  pricingModels,
  proofSignals,
  toolInterfaces,
  verificationLevels,
} from './vocabulary.types.js';

export const PricingModels = enumOf('PricingModel', pricingModels, 'How a tool is paid for.');
export const Maturities = enumOf('Maturity', maturities, 'How far a tool has come, as its vendor says.');
export const ProofSignals = enumOf('ProofSignal', proofSignals, 'What a published proof of a tool shows.');
export const VerificationLevels = enumOf(
  'VerificationLevel',
  verificationLevels,
  'How far the facts of a tool were checked.',
);
enumOf('InstallKind', installKinds, 'The package manager that installs a tool, or another way.');
enumOf('ToolInterface', toolInterfaces, 'The way to call a tool.');
export const LinkKinds = enumOf('LinkKind', linkKinds, 'The page behind a tracked link.');

@ObjectType({ description: 'A company behind tools.' })
export class Vendor {
  @Field(() => String, { nullable: true, description: 'Name of the company.' })
  name: string | null;
  @Field(() => String, { nullable: true, description: "The company's own domain." })
  domain: string | null;
}

@ObjectType({ description: 'How a tool is paid for.' })
export class Pricing {
  @Field(() => PricingModels, { description: 'The main way, where there are several.' })
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

@ObjectType({ description: "How a host connects to a tool's MCP server: by one of the two." })
export class ToolMcp {
  @Field(() => String, { nullable: true, description: 'Address of a remote server.' })
  url: string | null;
  @Field(() => String, { nullable: true, description: 'Command that runs the server’s package.' })
  command: string | null;
}

@ObjectType({ description: 'A language that a tool has a library for, by its packages.' })
export class ToolLanguage {
  @Field(() => String, { description: 'Name of the language.' })
  language: string;
  @Field(() => String, { description: 'Registry that has the packages.' })
  registry: string;
  @Field(() => [String], { description: 'Names of the packages.' })
  packages: string[];
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
