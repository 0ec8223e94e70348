import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Money that a provider billed: its balance interface does not say.' })
export class BilledSpending {
  @Field(() => Float, { nullable: true })
  billedUsd: null;
}
