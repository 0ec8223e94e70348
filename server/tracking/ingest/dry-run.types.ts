import { IsDefined } from 'class-validator';
import { GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { IsProductId, ProductType } from '../../accounts/index.js';
import { IsOneOf } from '../../platform/graphql/choices.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { familySources, receiptTypes } from '../catalog/index.js';
import { EventFamilyName, FieldNote } from '../event-answer.types.js';

@ObjectType({ description: 'Name and family as they were understood.' })
export class MappedEvent {
  @Field(() => String, { nullable: true, description: 'Null where it could not be read.' })
  name: string | null;

  @Field(() => EventFamilyName, {
    nullable: true,
    description: "The catalog's for a named event, the sender's for a custom one.",
  })
  family: EventFamilyName | null;

  @Field(() => String, { nullable: true, description: 'catalog or caller' })
  @IsOneOf(familySources)
  familySource: string | null;
}

@ObjectType({ description: 'The product as it was understood.' })
export class MappedProduct {
  @Field(() => String, { nullable: true, description: 'As the event names it.' })
  id: string | null;

  @Field(() => String, { nullable: true, description: 'As the event calls it.' })
  name: string | null;

  @Field(() => ProductType, { nullable: true, description: 'The kind of product.' })
  type: ProductType | null;

  @Field(() => String, { nullable: true, description: 'registered, ignored or other' })
  @IsOneOf(['registered', 'ignored', 'other'])
  status: string | null;
}

@ObjectType({ description: 'The customer account as it was understood.' })
export class MappedAccount {
  @Field(() => String, { nullable: true, description: 'Domain in normal form.' })
  domain: string | null;

  @Field(() => String, { description: 'matched, new, absent, vendor_own_domain or free_mail' })
  @IsOneOf(['matched', 'new', 'absent', 'vendor_own_domain', 'free_mail'])
  status: string;
}

@ObjectType({ description: 'The campaign as it was understood.' })
export class MappedCampaign {
  @Field(() => String, { nullable: true, description: 'As the event names it.' })
  campaignId: string | null;

  @Field(() => String, { nullable: true, description: 'Label of the channel.' })
  source: string | null;

  @Field(() => String, { description: 'known, new or absent' })
  @IsOneOf(['known', 'new', 'absent'])
  status: string;
}

@ObjectType({ description: 'The developer as they were understood.' })
export class MappedDeveloper {
  @Field(() => String, { nullable: true, description: 'As the sender identifies them.' })
  id: string | null;
}

@ObjectType({ description: 'The project as it was understood.' })
export class MappedProject {
  @Field(() => String, { nullable: true, description: 'As it was sent.' })
  id: string | null;

  @Field(() => String, { description: 'linked, unknown or absent' })
  @IsOneOf(['linked', 'unknown', 'absent'])
  status: string;
}

@ObjectType({ description: "The usage receipt in the event's metadata." })
export class MappedReceipt {
  @Field(() => String, { description: 'The contract that it follows.' })
  contract: string;

  @Field(() => String, { description: 'The kind of use that it reports.' })
  @IsOneOf(receiptTypes)
  type: string;
}

@ObjectType({ description: 'An event as we understood it.' })
export class EventMapping {
  @Field(() => MappedEvent, { description: 'Its name and family.' })
  event: MappedEvent;

  @Field(() => MappedProduct, { description: 'Whether it is the product of the key.' })
  product: MappedProduct;

  @Field(() => MappedAccount, { description: 'Whether the account is known.' })
  account: MappedAccount;

  @Field(() => MappedCampaign, { description: 'Whether the campaign is known.' })
  campaign: MappedCampaign;

  @Field(() => MappedDeveloper, { description: 'Who used the product.' })
  developer: MappedDeveloper;

  @Field(() => MappedProject, { description: 'Whether it counts toward a project.' })
  project: MappedProject;

  @Field(() => MappedReceipt, { nullable: true, description: 'Null where the event carries none.' })
  receipt: MappedReceipt | null;

  @Field(() => Date, { nullable: true, description: 'Null where the sender did not send it.' })
  occurredAt: Date | null;
}

@ObjectType({ description: 'A dry-run validates and stores nothing at all.' })
export class DryRunReply {
  @Field(() => Boolean, { description: 'Always true: what would be refused is answered as a problem.' })
  accepted: boolean;

  @Field(() => Boolean, { description: 'Always false.' })
  stored: boolean;

  @Field(() => String, { description: 'The answer of a real call now: tracked, duplicate, ignored or conflict.' })
  @IsOneOf(['tracked', 'duplicate', 'ignored', 'conflict'])
  wouldBe: string;

  @Field(() => EventMapping, { description: 'How the event was understood.' })
  mapping: EventMapping;

  @Field(() => [String], { description: 'Pointers of what would be removed before storage.' })
  stripped: string[];

  @Field(() => [FieldNote], { description: 'Remarks that would not keep it from being stored.' })
  warnings: FieldNote[];
}

@InputType({ description: 'Tries out a payload as a key of a product would send it.' })
export class DryRunPayloadInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'The product whose key would send it.' })
  @IsProductId()
  productId: string;

  @Field(() => GraphQLJSON, { description: 'An event, or a raw call or batch of a customer data platform.' })
  @IsDefined()
  payload: unknown;
}

@ObjectType({ description: 'The answer that a real call with a payload would get. Nothing is stored.' })
export class PayloadReply {
  @Field(() => Boolean, { description: 'True where a real call would not refuse it.' })
  accepted: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The answer of a real call now: tracked, duplicate, ignored or conflict; null for a refused payload.',
  })
  @IsOneOf(['tracked', 'duplicate', 'ignored', 'conflict'])
  wouldBe: string | null;

  @Field(() => EventMapping, { description: 'How the payload was understood.' })
  mapping: EventMapping;

  @Field(() => [String], { description: 'Pointers of what would be removed before storage.' })
  stripped: string[];

  @Field(() => [FieldNote], { description: 'Remarks that would not keep it from being stored.' })
  warnings: FieldNote[];

  @Field(() => [FieldNote], { description: 'Why it would be refused; empty for an accepted payload.' })
  errors: FieldNote[];

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'For a raw call or batch of a customer data platform: the payload that it would map to.',
  })
  suggestedPayload: Record<string, unknown> | null;

  @Field(() => [String], { description: 'Pointers of what only the caller can add to suggestedPayload.' })
  missing: string[];
}
