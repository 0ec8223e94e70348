import { GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { Docs, Install, Licence } from '../directory/index.js';
import { IsText } from '../platform/constraints.js';
import { IsOneOf } from '../platform/graphql/choices.js';
import { PlanStep } from './brief.types.js';
import { RECEIPT_ID_MAX } from './plan.types.js';

@ArgsType()
export class BuildPacketArgs {
  @Field(() => ID, { description: 'pln_…, or the receiptId that the plan was saved from.' })
  @IsText(RECEIPT_ID_MAX)
  planId: string;
}

@ObjectType()
export class PacketTool {
  @Field(() => String)
  slug: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  capability: string;
  @Field(() => Install)
  install: Install;
  @Field(() => Docs)
  docs: Docs;
  @Field(() => [String])
  interfaces: readonly string[];
  @Field(() => Licence, {
    nullable: true,
    description: 'Its licence as the plan has it; null where that is not known.',
  })
  licence: Readonly<Licence> | null;
}

@ObjectType()
export class PacketPerk {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  title: string;
  @Field(() => String)
  claim: string;
  @Field(() => [String])
  rules: string[];
}

@ObjectType({ description: 'The name of an environment variable; never its value.' })
export class PacketVariable {
  @Field(() => String)
  name: string;
  @Field(() => String, { nullable: true, description: 'The slug of the tool; null for the tracking key.' })
  tool: string | null;
}

@ObjectType({ description: 'How to send events of your own product.' })
export class PacketTracking {
  @Field(() => String)
  endpoint: string;
  @Field(() => String)
  dryRunEndpoint: string;
  @Field(() => String, { description: 'The environment variable of the tracking key.' })
  keyVariable: string;
  @Field(() => GraphQLJSONObject, { description: 'An example to fill in; it holds no secret.' })
  firstEvent: Record<string, unknown>;
  @Field(() => [String])
  rules: string[];
}

@ObjectType()
export class PacketCheck {
  @Field(() => String)
  title: string;
  @Field(() => String, { nullable: true })
  command: string | null;
  @Field(() => String)
  expect: string;
}

@ObjectType({ description: 'An action that needs the person’s agreement each time (specification §1, rule 6).' })
export class PacketAuthorization {
  @Field(() => String, {
    description: 'provider_account_creation, paid_usage, legal_acceptance, external_messages or public_publication',
  })
  @IsOneOf(['provider_account_creation', 'paid_usage', 'legal_acceptance', 'external_messages', 'public_publication'])
  action: string;
  @Field(() => String)
  detail: string;
  @Field(() => [String], { description: 'Slugs of the tools that it concerns; empty when it holds for all.' })
  tools: string[];
}

@ObjectType({ description: 'A saved plan as an agent carries it out. It is never about values of secrets.' })
export class BuildPacket {
  @Field(() => ID, { description: 'The same content has the same id.' })
  packetId: string;
  @Field(() => ID)
  planId: string;
  @Field(() => String, {
    description: 'SHA-256 of the canonical form (RFC 8785) of all but packetId, digest and expiresAt.',
  })
  digest: string;
  @Field(() => String)
  goal: string;
  @Field(() => [PacketTool])
  tools: PacketTool[];
  @Field(() => [PacketPerk])
  perks: PacketPerk[];
  @Field(() => [PacketVariable])
  environment: PacketVariable[];
  @Field(() => PacketTracking)
  tracking: PacketTracking;
  @Field(() => [PlanStep])
  steps: PlanStep[];
  @Field(() => [PacketCheck])
  checks: PacketCheck[];
  @Field(() => [PacketAuthorization])
  needsAuthorization: PacketAuthorization[];
  @Field(() => [String])
  notices: string[];
  @Field(() => Date)
  expiresAt: Date;
}
