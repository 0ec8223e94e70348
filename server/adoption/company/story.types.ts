import { IsOptional } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsProductId } from '../../accounts/index.js';
import { IsText } from '../../platform/constraints.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { EventFamilyName } from '../../tracking/index.js';
import { AdoptionWindow } from './company-adoption.types.js';

const ACCOUNT_MAX = 253;

@ArgsType()
export class CompanyAccountStoryArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: 'As events carry it; all products when absent.' })
  @IsOptional()
  @IsProductId()
  productId?: string | null;

  @Field(() => String, { description: 'Registered domain of the customer.' })
  @IsText(ACCOUNT_MAX)
  accountDomain: string;
}

export enum MilestoneKind {
  family = 'family',
  activated = 'activated',
  returned = 'returned',
  developers = 'developers',
}
registerEnumType(MilestoneKind, {
  name: 'MilestoneKind',
  description: 'family: the first event of a family; developers: the account had so many developers then.',
});

@ObjectType({ description: 'Something that an account did for the first time.' })
export class AccountMilestone {
  @Field(() => MilestoneKind, { description: 'Kind of milestone.' })
  kind: MilestoneKind;

  @Field(() => EventFamilyName, { nullable: true, description: 'Family of the event; null for other milestones.' })
  family: EventFamilyName | null;

  @Field(() => Int, { nullable: true, description: 'How many developers it had; null for other milestones.' })
  developers: number | null;

  @Field(() => Date, { description: 'Moment of the first one.' })
  at: Date;
}

@ObjectType({ description: 'How an account stands against its own past.' })
export class AccountHealth {
  @Field(() => String, { description: 'The last UTC day with an event.' })
  lastDay: string;

  @Field(() => Int, { description: 'Whole days since then.' })
  quietDays: number;

  @Field(() => Int, { description: 'Days with an event of the 28 that end with the last one.' })
  activeDays: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Mean number of days from one of them to the next; null with fewer than four.',
  })
  usualGapDays: number | null;
}

@ObjectType({ description: 'The campaign that brought most developers of an account.' })
export class StoryCampaign {
  @Field(() => String, { description: 'The campaign, as events name it.' })
  campaignId: string;

  @Field(() => String, { nullable: true, description: 'Source of the campaign; null where events name none.' })
  source: string | null;

  @Field(() => GraphQLSafeInt, { description: 'How many developers it brought.' })
  developers: number;
}

@ObjectType({ description: 'What an account did for the first time and when, and how it stands against its own past.' })
export class CompanyAccountStory {
  @Field(() => AdoptionWindow, { description: 'The days that are read: 400, today included.' })
  window: AdoptionWindow;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => String, { description: 'Of the events that are counted: first-party or sample.' })
  label: string;

  @Field(() => [AccountMilestone], { description: 'Earliest first.' })
  milestones: AccountMilestone[];

  @Field(() => GraphQLSafeInt, { description: 'Developers with an event for the account in these days.' })
  developers: number;

  @Field(() => StoryCampaign, { nullable: true, description: 'Null where no first event of a developer names one.' })
  campaign: StoryCampaign | null;

  @Field(() => AccountHealth, { description: 'How it stands against its own past.' })
  health: AccountHealth;
}
