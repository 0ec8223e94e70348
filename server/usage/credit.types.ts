import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'What credits would cost by a published price: no money, and added to nothing.' })
export class CreditReferenceValue {
  @Field(() => GraphQLSafeInt, { description: 'US cents.' })
  cents: number;
  @Field(() => String, { description: 'US dollars, decimal text.' })
  pricePerCredit: string;
  @Field(() => String, { description: 'The day as of which the price was read.' })
  priceAsOf: string;
  @Field(() => String, { description: 'Page that states the price.' })
  source: string;
  @Field(() => String, { description: 'Always reference_estimate_noncash.' })
  label: string;
}
