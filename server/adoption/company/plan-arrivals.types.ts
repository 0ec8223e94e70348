import { Field, Int, ObjectType } from 'type-graphql';
import { EventFamilyName } from '../../tracking/index.js';

@ObjectType({ description: 'An event of the approved plan, and whether it arrives.' })
export class PlannedArrival {
  @Field(() => String, { description: 'The event_name, as the plan has it.' })
  name: string;

  @Field(() => EventFamilyName, { nullable: true, description: 'Its family in the plan; null without one.' })
  family: EventFamilyName | null;

  @Field(() => String, { description: 'When it is sent, in the words of the plan.' })
  when: string;

  @Field(() => Int, { description: 'Events of this name that arrived in the last 30 UTC days.' })
  events30d: number;

  @Field(() => Date, { nullable: true, description: 'Arrival of the last one; null when none came in these days.' })
  lastAt: Date | null;
}

@ObjectType({ description: 'An approved plan beside the events that arrived in the last 30 UTC days.' })
export class PlanArrivals {
  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => [PlannedArrival], { description: 'The events of the plan, in its order.' })
  planned: PlannedArrival[];

  @Field(() => [String], {
    description: 'Names that arrive and are not in the plan, the most frequent first, at most 50.',
  })
  unplanned: string[];
}
