import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsProductId } from '../accounts/index.js';
import { IsText } from '../platform/constraints.js';
import { IdOf } from '../platform/graphql/id.edge.js';

/** The longest reason that people give elsewhere too. */
const REASON_MAX = 500;
const NAME_MAX = 100;

@ArgsType()
export class IgnoredEventsArgs {
  @Field(() => ID, { description: 'Organization to read; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'The product, as its events name it.' })
  @IsProductId()
  productId: string;
}

@InputType({ description: 'Switches an event name of a product off, or on again.' })
export class SetEventIgnoredInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is an admin of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'The product, as its events name it.' })
  @IsProductId()
  productId: string;

  @Field(() => String, { description: 'The event_name, as it is sent.' })
  @IsText(NAME_MAX)
  eventName: string;

  @Field(() => Boolean, {
    description: 'True answers its events tracked: false and stores none; false stores them again.',
  })
  ignored: boolean;

  @Field(() => String, { description: 'Why, for the team and for the audit log.' })
  @IsText(REASON_MAX)
  reason: string;
}

@ObjectType({
  description:
    'An event name that is switched off: its events answer tracked: false, ignored: true and are not stored.',
})
export class IgnoredEventAnswer {
  @Field(() => String, { description: 'The event_name, as it is sent.' })
  eventName: string;

  @Field(() => String, { description: 'The reason that was given.' })
  reason: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the person who switched it off; null once they have left.',
  })
  ignoredBy: string | null;

  @Field(() => Date, { description: 'Moment since which its events are ignored.' })
  ignoredAt: Date;

  @Field(() => Int, { description: 'Events of it that were ignored in the last 30 days, those of this second aside.' })
  events30d: number;
}
