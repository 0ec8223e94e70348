import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { deprecatedUntil } from '../../platform/deprecation.rules.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { EventFamilyName } from '../../tracking/index.js';
import { EventsOfRule } from '../counting/index.js';

@ObjectType({ description: 'The events that the figures are about.' })
export class AdoptionScope {
  @Field(() => ID, { description: 'The organization whose events are counted.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: 'As events carry it; null stands for all products.' })
  productId: string | null;

  @Field(() => EventFamilyName, { nullable: true, description: 'Null stands for all families.' })
  family: EventFamilyName | null;
}

@ObjectType({ description: 'A closed interval of UTC days.' })
export class AdoptionWindow {
  @Field(() => String, { description: 'First UTC day, YYYY-MM-DD.' })
  from: string;

  @Field(() => String, { description: 'Last UTC day, YYYY-MM-DD.' })
  to: string;

  @Field(() => Int, { description: 'How many days it has.' })
  days: number;
}

@ObjectType({ description: 'What arrived in the window, whether it counts or not.' })
export class AdoptionSource {
  @Field(() => String, { description: 'api, relay or an import of a file: only api counts.' })
  source: string;

  @Field(() => String, { description: 'first-party, sample or imported.' })
  label: string;

  @Field(() => GraphQLSafeInt, { description: 'How many events came by it.' })
  events: number;
}

@ObjectType({ description: 'Events of the company’s own server that the numbers leave out.' })
export class AdoptionExclusion {
  @Field(() => String, { description: 'vendor_own_domain, or sample where first-party events exist.' })
  reason: string;

  @Field(() => GraphQLSafeInt, { description: 'How many events it leaves out.' })
  events: number;
}

@ObjectType({
  description:
    'What is counted in a window. A share is compared with that of a window of equal length alone; null where its denominator is zero.',
})
export class AdoptionTotals {
  @Field(() => GraphQLSafeInt, { description: 'How many events count.' })
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

  @Field(() => Int, { description: 'How many developers they are of.' })
  developers: number;

  @Field(() => Int, { description: 'How many customer accounts they are of.' })
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

  @Field(() => String, { description: 'Why it is null.' })
  reason: string;
}

@ObjectType({ description: 'Figures of one family of events.' })
export class AdoptionOfFamily {
  @Field(() => EventFamilyName, { description: 'The family that they are of.' })
  family: EventFamilyName;

  @Field(() => GraphQLSafeInt, { description: 'How many events count.' })
  events: number;

  @Field(() => Int, { description: 'How many developers they are of.' })
  developers: number;

  @Field(() => Int, { description: 'How many customer accounts they are of.' })
  accounts: number;
}

@ObjectType({ description: 'How many events a family has.' })
export class FamilyEvents {
  @Field(() => EventFamilyName, { description: 'The family that they are of.' })
  family: EventFamilyName;

  @Field(() => GraphQLSafeInt, { description: 'How many events count.' })
  events: number;
}

@ObjectType({ description: 'Figures of one UTC day.' })
export class AdoptionOfDay {
  @Field(() => String, { description: 'YYYY-MM-DD.' })
  day: string;

  @Field(() => GraphQLSafeInt, { description: 'How many events count.' })
  events: number;

  @Field(() => Int, { description: 'How many developers they are of.' })
  developers: number;

  @Field(() => Int, { description: 'How many customer accounts they are of.' })
  accounts: number;

  @Field(() => [FamilyEvents], { description: 'Families with events on this day.' })
  families: FamilyEvents[];
}

@ObjectType({ description: 'Developers by the ISO week (UTC) of their earliest activation.' })
export class AdoptionCohort {
  @Field(() => String, { description: 'Such as 2026-W45.' })
  cohort: string;

  @Field(() => Int, { description: 'How many developers began in it.' })
  developers: number;

  @Field(() => [Int], {
    description:
      'How many of them used the product in the k-th week after; the first is all of them. Weeks that have not ended by the window’s last day are absent.',
  })
  weeks: number[];
}

@ObjectType({ description: 'Figures of one campaign.' })
export class AdoptionOfCampaign {
  @Field(() => String, { description: 'The campaign, as events carry it.' })
  campaignId: string;

  @Field(() => String, { nullable: true, description: "Where the campaign ran; null where events don't say." })
  source: string | null;

  @Field(() => GraphQLSafeInt, { description: 'How many events count.' })
  events: number;

  @Field(() => Int, { description: 'How many developers they are of.' })
  developers: number;

  @Field(() => Int, { description: 'How many customer accounts they are of.' })
  accounts: number;

  @Field(() => Int, { description: 'Its developers whose earliest activation lies in the window.' })
  activated: number;

  @Field(() => Int, { description: 'New developers whose earliest counted event names it.' })
  newDevelopers: number;

  @Field(() => Int, { description: 'Those of them with an activation by the end of the window.' })
  newActivated: number;
}

@ObjectType({ description: 'Figures of one customer account.' })
export class AdoptionOfAccount {
  @Field(() => String, { description: 'Registered domain of the customer.' })
  accountDomain: string;

  @Field(() => GraphQLSafeInt, { description: 'How many events count.' })
  events: number;

  @Field(() => Int, { description: 'How many developers they are of.' })
  developers: number;

  @Field(() => Date, { description: 'Of its first event in the window.' })
  firstSeen: Date;

  @Field(() => Date, { description: 'Of its last event in the window.' })
  lastSeen: Date;

  @Field(() => Date, { nullable: true, description: 'Its earliest activation, whenever it was.' })
  activatedAt: Date | null;
}

@ObjectType({ description: 'Figures of one developer.' })
export class AdoptionOfDeveloper {
  @Field(() => String, { description: 'The developer, as events carry it.' })
  developerId: string;

  @Field(() => GraphQLSafeInt, { description: 'How many events count.' })
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

@ObjectType({ description: 'Calls of one MCP tool.' })
export class AdoptionOfToolCall {
  @Field(() => String, { nullable: true, description: 'Null where the event carries no receipt.' })
  mcpServer: string | null;

  @Field(() => String, { nullable: true, description: 'The tool, as events carry it.' })
  mcpTool: string | null;

  @Field(() => GraphQLSafeInt, { description: 'How often it was called.' })
  calls: number;

  @Field(() => GraphQLSafeInt, { description: 'How many calls failed.' })
  failed: number;

  @Field(() => Float, { nullable: true, description: 'failed ÷ calls; null below 5 calls.' })
  failureShare: number | null;
}

@ObjectType({ description: 'Adoption of a company’s own products: live, exact and not suppressed.' })
export class CompanyAdoption {
  @Field(() => AdoptionScope, { description: 'The events that the figures are about.' })
  scope: AdoptionScope;

  @Field(() => AdoptionWindow, { description: 'The days that they are about.' })
  window: AdoptionWindow;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => String, { description: 'Of the events that are counted: first-party, sample, or missing without any.' })
  label: string;

  @Field(() => [AdoptionSource], { description: 'Where events came from, and which of them count.' })
  sources: AdoptionSource[];

  @Field(() => [AdoptionExclusion], { description: "Events that don't count, by reason." })
  excluded: AdoptionExclusion[];

  @Field(() => [EventsOfRule], {
    description: 'All events of the window by the rule that counts them or leaves them out; they add up to `sources`.',
  })
  eventsByRule: EventsOfRule[];

  @Field(() => AdoptionTotals, { description: 'Figures of the whole window.' })
  totals: AdoptionTotals;

  @Field(() => AdoptionTotals, { description: 'The same of the interval of equal length before.' })
  previous: AdoptionTotals;

  @Field(() => [AdoptionOfFamily], { description: 'Figures by family, in the order of adoption.' })
  funnel: AdoptionOfFamily[];

  @Field(() => [AdoptionOfDay], { description: 'Figures by day.' })
  days: AdoptionOfDay[];

  @Field(() => [AdoptionCohort], { description: 'Cohorts by the week of their first event.' })
  retention: AdoptionCohort[];

  @Field(() => [AdoptionOfCampaign], { description: 'Campaigns with most events.' })
  campaigns: AdoptionOfCampaign[];

  @Field(() => [AdoptionOfAccount], { description: 'The 50 with most events; companyAccounts lists all.' })
  accounts: AdoptionOfAccount[];

  @Field(() => [AdoptionOfDeveloper], { description: 'The 50 with most events; companyDevelopers lists all.' })
  developers: AdoptionOfDeveloper[];

  @Field(() => [AdoptionOfToolCall], { description: 'MCP tools with most calls.' })
  toolCalls: AdoptionOfToolCall[];

  @Field(() => [UnknownFigure], { description: 'Shares of the totals and of those before that are null.' })
  nulls: UnknownFigure[];

  @Field(() => [String], { description: 'What a reader has to know of the figures.' })
  notices: string[];
}
