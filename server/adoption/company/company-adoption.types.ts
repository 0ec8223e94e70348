import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { deprecatedUntil } from '../../platform/deprecation.rules.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { EventFamilyName } from '../../tracking/index.js';

@ObjectType()
export class AdoptionScope {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: 'As events carry it; null stands for all products.' })
  productId: string | null;

  @Field(() => EventFamilyName, { nullable: true, description: 'Null stands for all families.' })
  family: EventFamilyName | null;
}

@ObjectType({ description: 'A closed interval of UTC days.' })
export class AdoptionWindow {
  @Field(() => String)
  from: string;

  @Field(() => String)
  to: string;

  @Field(() => Int)
  days: number;
}

@ObjectType({ description: 'What arrived in the window, whether it counts or not.' })
export class AdoptionSource {
  @Field(() => String, { description: 'api, relay or an import of a file: only api counts.' })
  source: string;

  @Field(() => String, { description: 'first-party, sample or imported.' })
  label: string;

  @Field(() => GraphQLSafeInt)
  events: number;
}

@ObjectType({ description: 'Events of the company’s own server that the numbers leave out.' })
export class AdoptionExclusion {
  @Field(() => String, { description: 'vendor_own_domain, or sample where first-party events exist.' })
  reason: string;

  @Field(() => GraphQLSafeInt)
  events: number;
}

@ObjectType({
  description:
    'What is counted in a window. A share is compared with that of a window of equal length alone; null where its denominator is zero.',
})
export class AdoptionTotals {
  @Field(() => GraphQLSafeInt)
  events: number;

  @Field(() => GraphQLSafeInt, { description: 'Those of them that name an account.' })
  eventsWithAccount: number;

  @Field(() => GraphQLSafeInt, {
    description: 'Those of the families activation and retention; a failed call is no use.',
  })
  eventsOfUse: number;

  @Field(() => GraphQLSafeInt, { description: 'Events of use without occurredAt: they prove no return.' })
  eventsOfUseWithoutTime: number;

  @Field(() => GraphQLSafeInt, { description: 'Calls of MCP tools, of any family, since a call has none by its name.' })
  calls: number;

  @Field(() => GraphQLSafeInt, { description: 'Those of them that failed.' })
  failed: number;

  @Field(() => Int, { description: 'How many of the six families arrived, also in a view of one.' })
  families: number;

  @Field(() => Int)
  developers: number;

  @Field(() => Int)
  accounts: number;

  @Field(() => Int, { description: 'Developers whose earliest counted event, of all time, lies in the window.' })
  newDevelopers: number;

  @Field(() => Int, { description: 'Accounts whose earliest activation lies in the window.' })
  accountsActivated: number;

  @Field(() => Int, { description: 'Developers whose earliest activation lies in the window.' })
  activated: number;

  @Field(() => Int, { description: 'New developers with an activation by the end of the window.' })
  newActivated: number;

  @Field(() => Float, { nullable: true, description: 'newActivated ÷ newDevelopers; null without a new developer.' })
  activationShare: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'activated ÷ developers: what activationShare was; loyal developers lower it.',
    ...deprecatedUntil('2027-05-26', 'Use activationShare'),
  })
  activatedShare: number | null;

  @Field(() => Int, {
    description: 'Of the activated those who returned at least 7 × 24 hours later, whenever it was.',
  })
  retained: number;

  @Field(() => Int, {
    description: 'Developers whose earliest activation lies in the same window 14 days earlier: time enough to return.',
  })
  matured: number;

  @Field(() => Int, { description: 'Those of them who returned from 7 × 24 to less than 14 × 24 hours after it.' })
  returned: number;

  @Field(() => Float, { nullable: true, description: 'returned ÷ matured; null without a developer who matured.' })
  returnShare: number | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Events of the keys that were refused, by the day on which they were sent; null in a view of one family, since a refused event has none.',
  })
  refused: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'refused ÷ (refused + events); null where both are zero, and in a view of one family.',
  })
  refusedShare: number | null;
}

@ObjectType({ description: 'A figure that is null, and why.' })
export class UnknownFigure {
  @Field(() => String, { description: 'A JSON pointer into the answer, such as /totals/returnShare.' })
  pointer: string;

  @Field(() => String)
  reason: string;
}

@ObjectType()
export class AdoptionOfFamily {
  @Field(() => EventFamilyName)
  family: EventFamilyName;

  @Field(() => GraphQLSafeInt)
  events: number;

  @Field(() => Int)
  developers: number;

  @Field(() => Int)
  accounts: number;
}

@ObjectType()
export class FamilyEvents {
  @Field(() => EventFamilyName)
  family: EventFamilyName;

  @Field(() => GraphQLSafeInt)
  events: number;
}

@ObjectType()
export class AdoptionOfDay {
  @Field(() => String)
  day: string;

  @Field(() => GraphQLSafeInt)
  events: number;

  @Field(() => Int)
  developers: number;

  @Field(() => Int)
  accounts: number;

  @Field(() => [FamilyEvents], { description: 'Families with events on this day.' })
  families: FamilyEvents[];
}

@ObjectType({ description: 'Developers by the ISO week (UTC) of their earliest activation.' })
export class AdoptionCohort {
  @Field(() => String, { description: 'Such as 2026-W45.' })
  cohort: string;

  @Field(() => Int)
  developers: number;

  @Field(() => [Int], {
    description:
      'How many of them used the product in the k-th week after; the first is all of them. Weeks that have not ended by the window’s last day are absent.',
  })
  weeks: number[];
}

@ObjectType()
export class AdoptionOfCampaign {
  @Field(() => String)
  campaignId: string;

  @Field(() => String, { nullable: true })
  source: string | null;

  @Field(() => GraphQLSafeInt)
  events: number;

  @Field(() => Int)
  developers: number;

  @Field(() => Int)
  accounts: number;

  @Field(() => Int, { description: 'Its developers whose earliest activation lies in the window.' })
  activated: number;

  @Field(() => Int, { description: 'New developers whose earliest counted event names it.' })
  newDevelopers: number;

  @Field(() => Int, { description: 'Those of them with an activation by the end of the window.' })
  newActivated: number;
}

@ObjectType()
export class AdoptionOfAccount {
  @Field(() => String)
  accountDomain: string;

  @Field(() => GraphQLSafeInt)
  events: number;

  @Field(() => Int)
  developers: number;

  @Field(() => Date, { description: 'Of its first event in the window.' })
  firstSeen: Date;

  @Field(() => Date, { description: 'Of its last event in the window.' })
  lastSeen: Date;

  @Field(() => Date, { nullable: true, description: 'Its earliest activation, whenever it was.' })
  activatedAt: Date | null;
}

@ObjectType()
export class AdoptionOfDeveloper {
  @Field(() => String)
  developerId: string;

  @Field(() => GraphQLSafeInt)
  events: number;

  @Field(() => Date, { description: 'Of the first event in the window.' })
  firstSeen: Date;

  @Field(() => Date, { description: 'Of the last event in the window.' })
  lastSeen: Date;

  @Field(() => Date, { nullable: true, description: 'The earliest activation, whenever it was.' })
  activatedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'The earliest return at least 7 × 24 hours after it.' })
  retainedAt: Date | null;
}

@ObjectType()
export class AdoptionOfToolCall {
  @Field(() => String, { nullable: true, description: 'Null where the event carries no receipt.' })
  mcpServer: string | null;

  @Field(() => String, { nullable: true })
  mcpTool: string | null;

  @Field(() => GraphQLSafeInt)
  calls: number;

  @Field(() => GraphQLSafeInt)
  failed: number;

  @Field(() => Float, { nullable: true, description: 'failed ÷ calls; null below 5 calls.' })
  failureShare: number | null;
}

@ObjectType({ description: 'Adoption of a company’s own products: live, exact and not suppressed.' })
export class CompanyAdoption {
  @Field(() => AdoptionScope)
  scope: AdoptionScope;

  @Field(() => AdoptionWindow)
  window: AdoptionWindow;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => String, { description: 'Of the events that are counted: first-party, sample, or missing without any.' })
  label: string;

  @Field(() => [AdoptionSource])
  sources: AdoptionSource[];

  @Field(() => [AdoptionExclusion])
  excluded: AdoptionExclusion[];

  @Field(() => AdoptionTotals)
  totals: AdoptionTotals;

  @Field(() => AdoptionTotals, { description: 'The same of the interval of equal length before.' })
  previous: AdoptionTotals;

  @Field(() => [AdoptionOfFamily])
  funnel: AdoptionOfFamily[];

  @Field(() => [AdoptionOfDay])
  days: AdoptionOfDay[];

  @Field(() => [AdoptionCohort])
  retention: AdoptionCohort[];

  @Field(() => [AdoptionOfCampaign])
  campaigns: AdoptionOfCampaign[];

  @Field(() => [AdoptionOfAccount], { description: 'The 50 with most events; companyAccounts lists all.' })
  accounts: AdoptionOfAccount[];

  @Field(() => [AdoptionOfDeveloper], { description: 'The 50 with most events; companyDevelopers lists all.' })
  developers: AdoptionOfDeveloper[];

  @Field(() => [AdoptionOfToolCall])
  toolCalls: AdoptionOfToolCall[];

  @Field(() => [UnknownFigure], { description: 'Shares of the totals and of those before that are null.' })
  nulls: UnknownFigure[];

  @Field(() => [String])
  notices: string[];
}
