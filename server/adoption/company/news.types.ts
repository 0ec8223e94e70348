import { IsOptional } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { IsProductId } from '../../accounts/index.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { AdoptionScope, AdoptionWindow } from './company-adoption.types.js';

@ArgsType()
export class CompanyNewsArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: 'As events carry it; all products when absent.' })
  @IsOptional()
  @IsProductId()
  productId?: string | null;
}

export enum NewsKind {
  refusals_began = 'refusals_began',
  account_activated = 'account_activated',
  account_quiet = 'account_quiet',
  account_grew = 'account_grew',
  developers_new = 'developers_new',
}
registerEnumType(NewsKind, {
  name: 'NewsKind',
  description:
    'refusals_began: a code that no event was refused with in the seven days before; account_quiet: events on at least four days of four weeks and on none of the last seven days.',
});

@ObjectType({ description: 'The campaign that brought most of those whom a sentence counts.' })
export class NewsCampaign {
  @Field(() => String, { description: 'The campaign, as events name it.' })
  campaignId: string;

  @Field(() => String, { nullable: true, description: 'Source of the campaign; null where events name none.' })
  source: string | null;

  @Field(() => GraphQLSafeInt, { description: 'How many developers it brought.' })
  developers: number;
}

@ObjectType({ description: 'One sentence about what changed, with the members that prove it.' })
export class NewsItem {
  @Field(() => NewsKind, { description: 'Kind of change.' })
  kind: NewsKind;

  @Field(() => AdoptionWindow, { description: 'The days that the counts are about.' })
  window: AdoptionWindow;

  @Field(() => String, { nullable: true, description: 'The account that it is about; null for none.' })
  accountDomain: string | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Developers that are counted; null where none are.' })
  developers: number | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Developers of the first half of the window, for an account that grew.',
  })
  before: number | null;

  @Field(() => NewsCampaign, { nullable: true, description: 'Null where no event names one.' })
  campaign: NewsCampaign | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Days with an event, of an account that went quiet.' })
  activeDays: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The last UTC day with an event, of an account that went quiet.',
  })
  lastDay: string | null;

  @Field(() => String, { nullable: true, description: 'Code of the refusals that began.' })
  code: string | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'How many events were refused with the code.' })
  refused: number | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Moment of the first of these refusals; null where its answer was not stored.',
  })
  at: Date | null;

  @Field(() => String, { nullable: true, description: 'Part of the key of that refusal that lists show.' })
  keyHint: string | null;
}

@ObjectType({
  description: 'What changed for a company since yesterday, in at most three sentences, and lists of accounts.',
})
export class CompanyNews {
  @Field(() => AdoptionScope, { description: 'The events that the figures are about.' })
  scope: AdoptionScope;

  @Field(() => AdoptionWindow, { description: 'Four weeks, today included: the days by which accounts are quiet.' })
  window: AdoptionWindow;

  @Field(() => AdoptionWindow, { description: 'Two weeks, today included: the days by which accounts grew.' })
  halves: AdoptionWindow;

  @Field(() => AdoptionWindow, { description: 'Seven days, today included.' })
  week: AdoptionWindow;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => String, { description: 'Of the events that are counted: first-party, sample, or missing without any.' })
  label: string;

  @Field(() => [NewsItem], {
    description: 'At most three, the most urgent first; of one kind again only where others are missing.',
  })
  items: NewsItem[];

  @Field(() => GraphQLSafeInt, { description: 'Accounts that went quiet.' })
  quiet: number;

  @Field(() => GraphQLSafeInt, {
    description: 'Accounts with at least two developers more in the second week than in the first.',
  })
  grew: number;

  @Field(() => GraphQLSafeInt, { description: 'Accounts whose first activation lies in the seven days.' })
  activated: number;
}
