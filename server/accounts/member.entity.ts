import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { registerEnumType } from 'type-graphql';
import { Organization } from './organization.entity.js';

export enum MemberRole {
  owner = 'owner',
  admin = 'admin',
  member = 'member',
  reader = 'reader',
}
registerEnumType(MemberRole, {
  name: 'MemberRole',
  description:
    'An owner may do everything, an admin everything but owners, a member reads and saves views of their own, a reader reads.',
});

/** Membership of a person in an organization. */
@Entity({ tableName: 'member' })
export class Member {
  @ManyToOne(() => Organization, { primary: true, ref: true })
  organization: Ref<Organization>;

  @Index({ name: 'member_user' })
  @PrimaryKey({ type: 'uuid' })
  userId: string;

  @Enum({ items: () => MemberRole, type: 'text' })
  role: MemberRole;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  createdAt: Date & Opt = new Date();
}

/** An invitation: its address must be verified before it can be accepted. */
@Entity({ tableName: 'invitation' })
@Index({ name: 'invitation_organization', columns: [{ name: 'organization_id' }, { name: 'id', sort: 'desc' }] })
@Index({ name: 'invitation_role', properties: ['organization', 'role', 'id'] })
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
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => Organization, { ref: true })
  organization: Ref<Organization>;

  @Property({ type: 'text' })
  email: string;

  @Enum({ items: () => MemberRole, type: 'text' })
  role: MemberRole;

  /** The person who sent it; it ends when they may not invite any more. */
  @Property({ type: 'uuid' })
  invitedBy: string;

  /** A member answers for their own invitations; one of a review begins a workspace in which no one is yet. */
  @Enum({ items: ['member', 'review'], type: 'text', default: 'member' })
  grantedBy: ('member' | 'review') & Opt = 'member';

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  createdAt: Date & Opt = new Date();

  @Property({ type: 'datetime' })
  expiresAt: Date;

  /** SHA-256 of the secret in the letter's link, which is stored in no other form. */
  @Property({ type: 'blob', nullable: true })
  secretHash: (Buffer & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  acceptedAt: Date | null;

  @Property({ type: 'datetime', nullable: true })
  revokedAt: Date | null;
}

/** A mailbox that an account had before its present address. */
@Entity({ tableName: 'former_mailbox' })
export class FormerMailbox {
  @PrimaryKey({ type: 'uuid' })
  userId: string;

  /** SHA-256 of `mailboxOf` the address, so that no address outlives its account. */
  @PrimaryKey({ type: 'text' })
  mailbox: string;
}
