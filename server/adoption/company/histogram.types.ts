import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType, registerEnumType } from 'type-graphql';

export enum HistogramUnit {
  hour = 'hour',
  day = 'day',
}
registerEnumType(HistogramUnit, { name: 'HistogramUnit', description: 'Length of a bar: an hour, or a UTC day.' });

@ObjectType({
  description:
    'Events that were received in an hour or on a UTC day; null for an outcome that the list does not have, and where they are unknown, before searchedUntil.',
})
export class HistogramBar {
  @Field(() => Date, { description: 'First instant of the bar.' })
  at: Date;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Stored events.' })
  stored: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Refused events.' })
  refused: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Duplicates or ignored events, those that are listed.' })
  others: number | null;
}

@ObjectType({ description: 'What a list of events finds, counted by the time of its arrival.' })
export class EventHistogram {
  @Field(() => HistogramUnit, { description: 'Hours for a window of two days or less, else UTC days.' })
  unit: HistogramUnit;

  @Field(() => Date, { description: 'First instant of the first bar.' })
  from: Date;

  @Field(() => Date, { description: 'First instant after the last bar.' })
  to: Date;

  @Field(() => [HistogramBar], { description: 'Every bar of the window, also those without an event.' })
  bars: HistogramBar[];

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Stored events of all bars.' })
  stored: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Refused events of all bars.' })
  refused: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Duplicates or ignored events of all bars.' })
  others: number | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'How far back events were counted, where these are too many to be looked at one by one: the sums are then the least that arrived.',
  })
  searchedUntil: Date | null;

  @Field(() => Date, { description: 'Stored events that were recorded later are not counted yet.' })
  asOf: Date;
}
