import { type Opt, type Ref, raw } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { PrefixedId } from '../platform/database/id.type.js';
import { storedEmail } from '../platform/email.rules.js';
import { Organization } from './organization.entity.js';

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
  @ManyToOne(() => Organization, { primary: true, ref: true })
  organization: Ref<Organization>;

  @Index({ name: 'member_user' })
  @PrimaryKey({ type: new PrefixedId('usr') })
  userId: string;

  @Enum({ items: () => MemberRole, type: 'text' })
  role: MemberRole;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  createdAt: Date & Opt = new Date();
}

/** An invitation: its address must be verified before it can be accepted. */
@ObjectType()
@Entity({ tableName: 'invitation' })
@Index({ name: 'invitation_organization', columns: [{ name: 'organization_id' }, { name: 'id', sort: 'desc' }] })
@Index({ name: 'invitation_role', properties: ['organizationId', 'role', 'id'] })
@Index({
  name: 'invitation_email',
  expression: 'create index invitation_email on invitation (organization_id, lower(email), id)',
})
@Index({
  name: 'invitation_open',
  expression:
    'create unique index invitation_open on invitation (organization_id, lower(email)) where accepted_at is null and revoked_at is null',
})
export class Invitation {
  @Field(() => ID)
  @PrimaryKey({ type: new PrefixedId('inv') })
  id: string;

  @Field(() => ID)
  @ManyToOne(() => Organization, { mapToPk: true, fieldName: 'organization_id' })
  organizationId: string;

  @Field(() => String)
  @Property({ type: 'text' })
  email: string;

  @Field(() => MemberRole)
  @Enum({ items: () => MemberRole, type: 'text' })
  role: MemberRole;

  @Field(() => ID, { description: 'The person who sent it; it ends when they may not invite any more.' })
  @Property({ type: new PrefixedId('usr') })
  invitedBy: string;

  /** A member answers for their own invitations; one of a review begins a workspace in which no one is yet. */
  @Enum({ items: ['member', 'review'], type: 'text', default: 'member' })
  grantedBy: ('member' | 'review') & Opt = 'member';

  @Field(() => Date)
  @Property({ type: 'datetime', defaultRaw: 'now()' })
  createdAt: Date & Opt = new Date();

  @Field(() => Date)
  @Property({ type: 'datetime' })
  expiresAt: Date;

  /** SHA-256 of what the letter's link ends with, the only form in which it is stored. */
  @Property({ type: 'blob', nullable: true })
  secretHash: (Buffer & Opt) | null;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  acceptedAt: Date | null;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  revokedAt: Date | null;
}

/** The condition of invitations to an address, however it is spelled. */
export const addressedTo = (email: string): { [lowered: symbol]: unknown } => ({
  [raw('lower(email)')]: raw('lower(?)', [storedEmail(email)]),
});
