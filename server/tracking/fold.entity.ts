import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A customer account that events are matched to by their account_domain.' })
@Entity({ tableName: 'customer_account' })
export class CustomerAccount {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @Field(() => String, { description: 'Registered domain in normal form.' })
  @PrimaryKey({ type: 'text' })
  domain: string;

  @Field(() => Date, { nullable: true, description: 'Null for an account that is known from events alone.' })
  @Property({ type: 'datetime', nullable: true })
  declaredAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'Null until an event of this account was folded.' })
  @Property({ type: 'datetime', nullable: true })
  firstEventAt: Date | null;
}

/** A campaign that an event named; folding notes the first. */
@Entity({ tableName: 'campaign' })
export class Campaign {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'text' })
  campaignId: string;

  @Property({ type: 'datetime' })
  firstEventAt: Date;
}

/** How far a fold has come: it has counted every event that was recorded up to this instant. */
@Entity({ tableName: 'fold_watermark' })
export class FoldWatermark {
  @PrimaryKey({ type: 'text' })
  name: string;

  @Property({ type: 'datetime' })
  recordedAt: Date;
}
