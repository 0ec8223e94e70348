import type { Opt } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { PrefixedId } from '../platform/database/id.type.js';

export enum MemberRole {
  owner = 'owner',
  admin = 'admin',
  member = 'member',
}
registerEnumType(MemberRole, {
  name: 'MemberRole',
  description: 'An owner may do everything, an admin everything but owners, a member reads.',
});

/** Membership of a person in an organization. */
@Entity({ tableName: 'member' })
export class Member {
  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @PrimaryKey({ type: new PrefixedId('usr') })
  userId: string;

  @Property({ type: 'text' })
  role: MemberRole;

  @Property({ type: 'datetime' })
  createdAt: Date & Opt = new Date();
}

/** An invitation: its address must be verified before it can be accepted. */
@ObjectType()
@Entity({ tableName: 'invitation' })
export class Invitation {
  @Field(() => ID)
  @PrimaryKey({ type: new PrefixedId('inv') })
  id: string;

  @Field(() => ID)
  @Property({ type: new PrefixedId('org') })
  organizationId: string;

  @Field(() => String)
  @Property({ type: 'text' })
  email: string;

  @Field(() => MemberRole)
  @Property({ type: 'text' })
  role: MemberRole;

  @Field(() => ID, { description: 'The person who sent it; it ends when they may not invite any more.' })
  @Property({ type: new PrefixedId('usr') })
  invitedBy: string;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  createdAt: Date & Opt = new Date();

  @Field(() => Date)
  @Property({ type: 'datetime' })
  expiresAt: Date;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  acceptedAt: Date | null;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  revokedAt: Date | null;
}
