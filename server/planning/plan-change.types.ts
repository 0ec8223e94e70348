import { IsBoolean } from 'class-validator';
import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { IsText } from '../platform/constraints.js';
import { enumOf } from '../platform/graphql/choices.js';
import { IdOf } from '../platform/graphql/id.edge.js';

export const planChangeKinds = [
  'price',
  'free_tier',
  'end_of_life',
  'no_longer_listed',
  'offer_ended',
  'offer_end',
] as const;
export type PlanChangeKind = (typeof planChangeKinds)[number];
export const PlanChangeKinds = enumOf(
  'PlanChangeKind',
  planChangeKinds,
  'A change of the catalog that a saved plan has to say.',
);

@ObjectType({ description: 'Something that changed in the catalog since a plan was saved.' })
export class PlanChange {
  @Field(() => PlanChangeKinds, { description: 'The kind of change.' })
  kind: PlanChangeKind;
  @Field(() => String, { description: 'The slug of the tool that it is about.' })
  tool: string;
  @Field(() => ID, {
    nullable: true,
    description: 'The offer that it is about, ofr_…; null where it is about the tool.',
  })
  offerId: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'As it was when the plan was saved; null where nothing was known.',
  })
  before: string | null;
  @Field(() => String, { nullable: true, description: 'As it is now; null where nothing is known.' })
  after: string | null;
  @Field(() => String, { description: 'The change in a sentence.' })
  detail: string;
}

@InputType({ description: 'Consent to letters about a saved plan, or its end.' })
export class SetPlanLettersInput {
  @Field(() => ID, { description: 'A saved plan of the caller.' })
  @IdOf('pln')
  planId: string;

  @Field(() => Boolean, { description: 'True for a letter when something of the plan changed; false ends them.' })
  @IsBoolean()
  wanted: boolean;
}

/** A secret of a letter is shorter; the bound keeps a long text from being hashed. */
const SECRET_MAX = 128;

@ArgsType()
export class StopPlanLettersArgs {
  @Field(() => String, { description: 'The secret behind the link of a letter.' })
  @IsText(SECRET_MAX)
  secret: string;
}
