import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { EventFamilyName } from '../../tracking/index.js';
import { AdoptionOfAccount, AdoptionOfDeveloper } from './company-adoption.types.js';

@ObjectType({ description: 'Events of one family in the window.' })
export class SeenFamily {
  @Field(() => EventFamilyName, { nullable: true, description: 'Null for events without a family.' })
  family: EventFamilyName | null;

  @Field(() => GraphQLSafeInt)
  events: number;

  @Field(() => Date)
  firstSeen: Date;

  @Field(() => Date)
  lastSeen: Date;
}

@ObjectType({ description: 'Events of one product in the window, and the first activation in it, whenever it was.' })
export class SeenProduct {
  @Field(() => String)
  productId: string;

  @Field(() => GraphQLSafeInt)
  events: number;

  @Field(() => Date, { nullable: true })
  activatedAt: Date | null;

  @Field(() => ID, { nullable: true, description: 'The event that proves the activation.' })
  @IdOf('evt')
  activationEventId: string | null;
}

@ObjectType()
export class SeenProductOfDeveloper extends SeenProduct {
  @Field(() => Date, { nullable: true, description: 'The earliest return to this product.' })
  retainedAt: Date | null;

  @Field(() => ID, { nullable: true, description: 'The event that proves the return.' })
  @IdOf('evt')
  returnEventId: string | null;
}

@ObjectType({ description: 'One account in a window; companyDevelopers lists its developers.' })
export class CompanyAccount {
  @Field(() => String, { description: 'first-party or sample: of the events that are counted.' })
  label: string;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => AdoptionOfAccount)
  account: AdoptionOfAccount;

  @Field(() => [SeenFamily], { description: 'Families with events in the window.' })
  families: SeenFamily[];

  @Field(() => [SeenProduct], { description: 'Products with events in the window or an activation.' })
  products: SeenProduct[];
}

@ObjectType({ description: 'One developer in a window; companyAccounts lists the accounts it worked for.' })
export class CompanyDeveloper {
  @Field(() => String, { description: 'first-party or sample: of the events that are counted.' })
  label: string;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => AdoptionOfDeveloper)
  developer: AdoptionOfDeveloper;

  @Field(() => [SeenFamily], { description: 'Families with events in the window.' })
  families: SeenFamily[];

  @Field(() => [SeenProductOfDeveloper], { description: 'Products with events in the window or an activation.' })
  products: SeenProductOfDeveloper[];
}
