import { IsInt, Max, Min } from 'class-validator';
import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { IsProductId } from '../../accounts/index.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { EventFamilyName } from '../../tracking/index.js';

/** Which product of which organization a company's own view shows. */
@ArgsType()
export class ProductViewArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'The product, as events carry it.' })
  @IsProductId()
  productId: string;
}

@ObjectType({ description: 'Whether events of an area arrive.' })
export class CoverageOfArea {
  @Field(() => String, { description: 'Identifier of the area.' })
  area: string;

  @Field(() => String, { description: 'Name of the area.' })
  title: string;

  @Field(() => Boolean, { description: 'True while events of it arrive.' })
  arriving: boolean;

  @Field(() => Int, { description: 'Events of the last 30 days.' })
  events: number;

  @Field(() => Date, { nullable: true, description: 'Moment of its newest event; null before the first.' })
  lastSeenAt: Date | null;

  @Field(() => String, { description: 'What to instrument next.' })
  next: string;
}

@ObjectType({ description: 'Which of the seven areas of specification §6 arrive.' })
export class EventCoverage {
  @Field(() => [CoverageOfArea], { description: 'Areas of the event catalog.' })
  areas: CoverageOfArea[];

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;
}

const DAYS_MAX = 90;

@ArgsType()
export class DailyCountsArgs extends ProductViewArgs {
  @Field(() => Int, { defaultValue: 30, description: `1 to ${DAYS_MAX} UTC days, today included.` })
  @IsInt()
  @Min(1)
  @Max(DAYS_MAX)
  days: number;
}

@ObjectType({
  description:
    'Events and distinct developers of one product, UTC day and family; folded some seconds after the events.',
})
export class DailyCount {
  @Field(() => String, { description: 'YYYY-MM-DD.' })
  day: string;

  @Field(() => EventFamilyName, { nullable: true, description: 'The family; null for all together.' })
  event_family: EventFamilyName | null;

  @Field(() => Int, { description: 'How many events count.' })
  events: number;

  @Field(() => Int, { description: 'How many developers they are of.' })
  developers: number;
}

@ObjectType({
  description:
    'What the partner last reported of an account and zone (ZONE_USAGE_REPORTED) beside what its other events say.',
})
export class ReconciliationRow {
  @Field(() => String, {
    nullable: true,
    description: 'Registered domain of the customer; null where the report names none.',
  })
  accountDomain: string | null;

  @Field(() => String, { nullable: true, description: 'Zone that the report is about; null where it names none.' })
  zone: string | null;

  @Field(() => Date, { description: 'occurredAt of the report, or when it was received.' })
  reportedAt: Date;

  @Field(() => Float, { nullable: true, description: 'metadata.costCents as reported; null when the report has none.' })
  reportedCostCents: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'metadata.bandwidthBytes as reported; null when the report has none.',
  })
  reportedBandwidthBytes: number | null;

  @Field(() => Int, { description: 'Reports of this account and zone in the last 30 days.' })
  reports: number;

  @Field(() => Int, { description: 'Other events of this account in the same window.' })
  events: number;

  @Field(() => Int, { description: 'Distinct developers of those events.' })
  developers: number;
}
