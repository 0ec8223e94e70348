import { IsBoolean, IsEnum, IsOptional, MaxLength } from 'class-validator';
import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { IsAddress, IsDomain, IsName, IsNoFreeMail, IsSeen, StaysUnlessGiven } from '../platform/constraints.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { SortArgs, SortedPageArgs, sortsOf } from '../platform/paging/sorted.args.js';
import type { Row } from '../platform/row.types.js';
import { MemberRole } from './member.entity.js';
import { Organization } from './organization.entity.js';

@InputType({ description: 'A new organization, owned by the caller.' })
export class CreateOrganizationInput {
  @Field(() => String, { description: 'Shown to its members and on its public pages.' })
  @IsName(120)
  @IsSeen()
  name: string;

  @Field(() => String, { nullable: true, description: "The vendor's own domain, such as example.com." })
  @IsOptional()
  @IsDomain()
  @IsNoFreeMail()
  domain?: string | null;
}

@InputType({ description: 'Changes of an organization; absent members stay as they are.' })
export class UpdateOrganizationInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: 'The new name.' })
  @StaysUnlessGiven()
  @IsName(120)
  @IsSeen()
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'A new domain has to be verified again; null takes it away.' })
  @IsOptional()
  @IsDomain()
  @IsNoFreeMail()
  domain?: string | null;
}

@InputType({ description: 'Asks for a look at the TXT record that proves a domain.' })
export class VerifyDomainInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;
}

@ObjectType({ description: 'Serve `content` as text at `url`, then call verifyDomain.' })
export class DomainChallenge {
  @Field(() => String, { description: 'Where the domain serves `content`.' })
  url: string;

  @Field(() => String, { description: 'The DNS name that may hold `content` in a TXT record instead.' })
  textRecord: string;

  @Field(() => String, { description: 'Text that the TXT record has to hold.' })
  content: string;
}

@ArgsType()
export class OrganizationArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;
}

@InputType({ description: 'An invitation by letter.' })
export class InviteMemberInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'Address that the letter goes to; only its owner can accept.' })
  @IsAddress()
  email: string;

  @Field(() => MemberRole, { description: 'Rights that the person gets.' })
  @IsEnum(MemberRole)
  role: MemberRole;
}

@InputType({ description: 'Takes back an invitation that was not accepted.' })
export class RevokeInvitationInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'The invitation to take back.' })
  @IdOf('inv')
  invitationId: string;
}

export const memberSorts = sortsOf(['joined', 'name', 'email', 'role'], 'joined');

@ArgsType()
export class MembersArgs extends SortArgs(memberSorts, 'name or e-mail address') {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;
}

export const organizationSorts = sortsOf(['name', 'created'], 'name');

@ArgsType()
export class ReviewerOrganizationsArgs extends SortedPageArgs(organizationSorts, 'name or domain') {
  @Field(() => ID, { nullable: true, description: 'Only this organization.' })
  @IsOptional()
  @IdOf('org')
  organizationId?: string | null;
}

@ObjectType({ description: 'One page of a list.' })
export class OrganizationList {
  @Field(() => [Organization], { description: 'Records of this page.' })
  items: Row<Organization>[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

export const invitationSorts = sortsOf(['created', 'email', 'role'], '-created');

@ArgsType()
export class InvitationsArgs extends SortedPageArgs(invitationSorts, 'the address') {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => Boolean, { nullable: true, description: 'true: those alone that can still be accepted.' })
  @IsOptional()
  @IsBoolean()
  open?: boolean | null;
}

@ObjectType('Invitation', { description: 'An invitation to an organization.' })
export class InvitationAnswer {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('inv')
  id: string;

  @Field(() => ID, { description: 'Organization that it belongs to.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'Address that was invited.' })
  email: string;

  @Field(() => MemberRole, { description: 'Rights that the person gets.' })
  role: MemberRole;

  @Field(() => ID, { description: 'The person who sent it; it ends when they may not invite any more.' })
  @IdOf('usr')
  invitedBy: string;

  @Field(() => Date, { description: 'Moment at which it was made.' })
  createdAt: Date;

  @Field(() => Date, { description: 'Moment from which it is refused.' })
  expiresAt: Date;

  @Field(() => Date, { nullable: true, description: 'Moment at which the person joined; null before.' })
  acceptedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'Moment of its revocation; null while it stands.' })
  revokedAt: Date | null;
}

@ObjectType({ description: 'One page of a list.' })
export class InvitationList {
  @Field(() => [InvitationAnswer], { description: 'Records of this page.' })
  items: InvitationAnswer[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

@InputType({ description: "Accepts an invitation that was sent to the caller's verified address." })
export class AcceptInvitationInput {
  @Field(() => ID, { description: 'The invitation to accept.' })
  @IdOf('inv')
  invitationId: string;
}

@ArgsType()
export class InvitationLetterArgs {
  @Field(() => ID, { description: 'Identifier from the link in the letter.' })
  @IdOf('inv')
  invitationId: string;

  @Field(() => String, { description: 'The last part of the link in the letter.' })
  @MaxLength(200)
  key: string;
}

@ObjectType({ description: 'An open invitation as the invited person sees it.' })
export class ReceivedInvitation {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('inv')
  id: string;

  @Field(() => String, { description: 'Organization that invites.' })
  organizationName: string;

  @Field(() => String, { nullable: true, description: 'Who sent it; null for one of a review.' })
  inviterName: string | null;

  @Field(() => String, { description: 'Address that was invited.' })
  email: string;

  @Field(() => MemberRole, { description: 'Rights that come with it.' })
  role: MemberRole;

  @Field(() => Date, { description: 'Moment from which it is refused.' })
  expiresAt: Date;
}

@InputType({ description: 'New rights of a member.' })
export class ChangeMemberRoleInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'The member.' })
  @IdOf('usr')
  userId: string;

  @Field(() => MemberRole, { description: 'The rights from now on.' })
  @IsEnum(MemberRole)
  role: MemberRole;
}

@InputType({ description: 'Names the member who leaves the organization.' })
export class RemoveMemberInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'The member.' })
  @IdOf('usr')
  userId: string;
}

@ObjectType({ description: 'A signed-in person.' })
export class User {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('usr')
  id: string;

  @Field(() => String, { description: 'Sign-in address.' })
  email: string;

  @Field(() => String, { description: 'Shown to people of the same organizations.' })
  name: string;

  @Field(() => Boolean, { description: 'True once a link sent to the address was opened.' })
  emailVerified: boolean;

  @Field(() => Boolean, { description: 'Holds the platform reviewer role, which an operator grants.' })
  reviewer: boolean;
}

@ObjectType({ description: "A person's place in an organization." })
export class Membership {
  @Field(() => Organization, { description: 'The organization that the person belongs to.' })
  organization: Row<Organization>;

  @Field(() => MemberRole, { description: "The person's rights there." })
  role: MemberRole;
}

@ObjectType({ description: 'The caller.' })
export class Viewer {
  @Field(() => String, { description: 'anonymous, session, workflow_token, tracking_key or enterprise_key' })
  kind: string;

  @Field(() => String, { description: "The API's public address: where a company's server sends its events." })
  apiUrl: string;

  @Field(() => User, { nullable: true, description: 'The signed-in person; null without a session.' })
  user: User | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Moment from which nothing else is open without a second factor; null where none is missing.',
  })
  enrollBy: Date | null;

  @Field(() => Boolean, {
    description: 'True while a second factor must be set up before anything else is open; memberships are empty then.',
  })
  mustEnroll: boolean;

  @Field(() => [Membership], { description: 'Organizations of the person.' })
  memberships: Membership[];
}

@ObjectType({ description: 'A person in an organization.' })
export class OrganizationMember {
  @Field(() => ID, { description: 'The person.' })
  @IdOf('usr')
  userId: string;

  @Field(() => String, { description: 'Sign-in address.' })
  email: string;

  @Field(() => String, { description: 'Shown to other members.' })
  name: string;

  @Field(() => MemberRole, { description: 'Rights in the organization.' })
  role: MemberRole;

  @Field(() => Date, { description: 'Moment at which the person joined.' })
  since: Date;
}
