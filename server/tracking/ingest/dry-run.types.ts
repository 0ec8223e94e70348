import { Field, ObjectType } from 'type-graphql';
import { ProductType } from '../../accounts/index.js';
import { IsOneOf } from '../../platform/graphql/choices.js';
import { familySources, receiptTypes } from '../catalog/index.js';
import { EventFamilyName, FieldNote } from '../event-answer.types.js';

@ObjectType()
export class MappedEvent {
  @Field(() => String, { nullable: true })
  name: string | null;

  @Field(() => EventFamilyName, { nullable: true })
  family: EventFamilyName | null;

  @Field(() => String, { nullable: true, description: 'catalog or caller' })
  @IsOneOf(familySources)
  familySource: string | null;
}

@ObjectType()
export class MappedProduct {
  @Field(() => String, { nullable: true })
  id: string | null;

  @Field(() => String, { nullable: true })
  name: string | null;

  @Field(() => ProductType, { nullable: true })
  type: ProductType | null;

  @Field(() => String, { nullable: true, description: 'registered, ignored or other' })
  @IsOneOf(['registered', 'ignored', 'other'])
  status: string | null;
}

@ObjectType()
export class MappedAccount {
  @Field(() => String, { nullable: true })
  domain: string | null;

  @Field(() => String, { description: 'matched, new, absent, vendor_own_domain or free_mail' })
  @IsOneOf(['matched', 'new', 'absent', 'vendor_own_domain', 'free_mail'])
  status: string;
}

@ObjectType()
export class MappedCampaign {
  @Field(() => String, { nullable: true })
  campaignId: string | null;

  @Field(() => String, { nullable: true })
  source: string | null;

  @Field(() => String, { description: 'known, new or absent' })
  @IsOneOf(['known', 'new', 'absent'])
  status: string;
}

@ObjectType()
export class MappedDeveloper {
  @Field(() => String, { nullable: true })
  id: string | null;
}

@ObjectType()
export class MappedProject {
  @Field(() => String, { nullable: true })
  id: string | null;

  @Field(() => String, { description: 'linked, unknown or absent' })
  @IsOneOf(['linked', 'unknown', 'absent'])
  status: string;
}

@ObjectType()
export class MappedReceipt {
  @Field(() => String)
  contract: string;

  @Field(() => String)
  @IsOneOf(receiptTypes)
  type: string;
}

@ObjectType({ description: 'What we understood of an event.' })
export class EventMapping {
  @Field(() => MappedEvent)
  event: MappedEvent;

  @Field(() => MappedProduct)
  product: MappedProduct;

  @Field(() => MappedAccount)
  account: MappedAccount;

  @Field(() => MappedCampaign)
  campaign: MappedCampaign;

  @Field(() => MappedDeveloper)
  developer: MappedDeveloper;

  @Field(() => MappedProject)
  project: MappedProject;

  @Field(() => MappedReceipt, { nullable: true })
  receipt: MappedReceipt | null;

  @Field(() => Date, { nullable: true })
  occurredAt: Date | null;
}

@ObjectType({ description: 'A dry-run validates and stores nothing at all.' })
export class DryRunReply {
  @Field(() => Boolean)
  accepted: boolean;

  @Field(() => Boolean)
  stored: boolean;

  @Field(() => String, { description: 'What a real call would answer now: tracked, duplicate, ignored or conflict.' })
  @IsOneOf(['tracked', 'duplicate', 'ignored', 'conflict'])
  wouldBe: string;

  @Field(() => EventMapping)
  mapping: EventMapping;

  @Field(() => [String])
  stripped: string[];

  @Field(() => [FieldNote])
  warnings: FieldNote[];
}
