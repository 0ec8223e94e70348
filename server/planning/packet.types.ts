import { GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { Docs, Install, Licence } from '../directory/index.js';
import { IsText } from '../platform/constraints.js';
import { IsOneOf } from '../platform/graphql/choices.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { claimWays, PlanStep } from './brief.types.js';
import { RECEIPT_ID_MAX } from './plan.types.js';

@ArgsType()
export class BuildPacketArgs {
  @Field(() => ID, { description: 'pln_…, or the receiptId that the plan was saved from.' })
  @IsText(RECEIPT_ID_MAX)
  planId: string;
}

@ObjectType({ description: 'A tool as the packet sets it up.' })
export class PacketTool {
  @Field(() => String, { description: "The tool's short name in addresses." })
  slug: string;
  @Field(() => String, { description: 'Its name when the plan was saved.' })
  name: string;
  @Field(() => String, { description: 'The slug of the part that it takes.' })
  capability: string;
  @Field(() => Install, { description: 'How to add it to a project.' })
  install: Install;
  @Field(() => Docs, { description: 'Addresses that an agent can read.' })
  docs: Docs;
  @Field(() => [String], { description: 'Ways to call it, such as rest or mcp.' })
  interfaces: readonly string[];
  @Field(() => Licence, {
    nullable: true,
    description: 'Its licence as the plan has it; null where that is not known.',
  })
  licence: Readonly<Licence> | null;
}

@ObjectType({ description: 'An offer that is still live.' })
export class PacketPerk {
  @Field(() => ID, { description: 'The offer in the directory, ofr_….' })
  id: string;
  @Field(() => String, { description: "The offer's name." })
  title: string;
  @Field(() => String, { description: 'Claimed here in a session, or taken at the provider.' })
  @IsOneOf(claimWays)
  claim: string;
  @Field(() => [String], { description: 'Its requirements, and what a claim is not.' })
  rules: string[];
}

@ObjectType({ description: 'The name of an environment variable; never its value.' })
export class PacketVariable {
  @Field(() => String, { description: 'As programs read it.' })
  name: string;
  @Field(() => String, { nullable: true, description: 'The slug of the tool; null for the tracking key.' })
  tool: string | null;
}

@ObjectType({ description: 'How to send events of your own product.' })
export class PacketTracking {
  @Field(() => String, { description: 'Takes real events by POST.' })
  endpoint: string;
  @Field(() => String, { description: 'Checks an event and stores nothing.' })
  dryRunEndpoint: string;
  @Field(() => String, { description: 'The environment variable of the tracking key.' })
  keyVariable: string;
  @Field(() => GraphQLJSONObject, { description: 'An example to fill in; it holds no secret.' })
  firstEvent: Record<string, unknown>;
  @Field(() => [String], { description: 'They hold for every event.' })
  rules: string[];
}

@ObjectType({ description: 'Shows that a part is in place.' })
export class PacketCheck {
  @Field(() => String, { description: 'The thing that is checked.' })
  title: string;
  @Field(() => String, { nullable: true, description: 'Prints no secret; null where a call has to be made by hand.' })
  command: string | null;
  @Field(() => String, { description: 'The result when all is well.' })
  expect: string;
}

@ObjectType({ description: 'An action that needs the person’s agreement each time (specification §1, rule 6).' })
export class PacketAuthorization {
  @Field(() => String, { description: 'The kind of action.' })
  @IsOneOf(['provider_account_creation', 'paid_usage', 'legal_acceptance', 'external_messages', 'public_publication'])
  action: string;
  @Field(() => String, { description: 'Acts that it covers.' })
  detail: string;
  @Field(() => [String], { description: 'Slugs of the tools that it concerns; empty when it holds for all.' })
  tools: string[];
}

@ObjectType({ description: 'A saved plan as an agent carries it out. It is never about values of secrets.' })
export class BuildPacket {
  @Field(() => ID, { description: 'The same content has the same id.' })
  packetId: string;
  @Field(() => ID, { description: 'The saved plan that it carries out.' })
  @IdOf('pln')
  planId: string;
  @Field(() => String, {
    description: 'SHA-256 of the canonical form (RFC 8785) of all but packetId, digest and expiresAt.',
  })
  digest: string;
  @Field(() => String, { description: 'The intent of the plan.' })
  goal: string;
  @Field(() => [PacketTool], { description: 'The chosen tool of each part, as the plan has it.' })
  tools: PacketTool[];
  @Field(() => [PacketPerk], { description: 'Offers of the plan that are still live.' })
  perks: PacketPerk[];
  @Field(() => [PacketVariable], { description: 'Variables to set before the first call.' })
  environment: PacketVariable[];
  @Field(() => PacketTracking, { description: "Sends events of the caller's own product." })
  tracking: PacketTracking;
  @Field(() => [PlanStep], { description: 'Work in its order.' })
  steps: PlanStep[];
  @Field(() => [PacketCheck], { description: 'They show that each part is in place.' })
  checks: PacketCheck[];
  @Field(() => [PacketAuthorization], { description: 'Actions that need a yes of the person each time.' })
  needsAuthorization: PacketAuthorization[];
  @Field(() => [String], { description: 'Changes since the save, and gaps.' })
  notices: string[];
  @Field(() => Date, { description: 'Ask again after this moment.' })
  expiresAt: Date;
}
