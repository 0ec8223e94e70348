import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A customer account that events are matched to by their account_domain.' })
@Entity({ tableName: 'customer_account' })
export class CustomerAccount {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @Field(() => String)
  @PrimaryKey({ type: 'text' })
  domain: string;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  declaredAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'Null until an event of this account was folded.' })
  @Property({ type: 'datetime', nullable: true })
  firstEventAt: Date | null;
}
