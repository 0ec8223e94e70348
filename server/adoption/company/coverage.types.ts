import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType()
export class CoverageOfArea {
  @Field(() => String)
  area: string;

  @Field(() => String)
  title: string;

  @Field(() => Boolean)
  arriving: boolean;

  @Field(() => Int, { description: 'Events of the last 30 days.' })
  events: number;

  @Field(() => Date, { nullable: true })
  lastSeenAt: Date | null;

  @Field(() => String, { description: 'What to instrument next.' })
  next: string;
}

@ObjectType({ description: 'Which of the seven areas of specification §6 arrive.' })
export class EventCoverage {
  @Field(() => [CoverageOfArea])
  areas: CoverageOfArea[];

  @Field(() => Date)
  asOf: Date;
}
