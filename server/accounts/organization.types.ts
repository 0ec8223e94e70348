import { IsBoolean, IsEnum, IsOptional, MaxLength } from 'class-validator';
import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { IsAddress, IsDomain, IsName, IsNoFreeMail, IsSeen, StaysUnlessGiven } from '../platform/constraints.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { SortArgs, SortedPageArgs, sortsOf } from '../platform/paging/sorted.args.js';
import type { Row } from '../platform/row.types.js';
import { MemberRole } from './member.entity.js';
import { Organization } from './organization.entity.js';

@InputType()
export class CreateOrganizationInput {
  @Field(() => String)
  @IsName(120)
  @IsSeen()
  name: string;

  @Field(() => String, { nullable: true, description: "The vendor's own domain, such as example.com." })
  @IsOptional()
  @IsDomain()
  @IsNoFreeMail()
  domain?: string | null;
}

@InputType()
export class UpdateOrganizationInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true })
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

@InputType()
export class VerifyDomainInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;
}

@ObjectType({ description: 'Serve `content` as text at `url`, then call verifyDomain.' })
export class DomainChallenge {
  @Field(() => String, { description: 'Where the domain serves `content`.' })
  url: string;

  @Field(() => String, { description: 'The DNS name that may hold `content` in a TXT record instead.' })
  textRecord: string;

  @Field(() => String)
  content: string;
}

@ArgsType()
export class OrganizationArgs {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;
}

@InputType()
export class InviteMemberInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String)
  @IsAddress()
  email: string;

  @Field(() => MemberRole)
  @IsEnum(MemberRole)
  role: MemberRole;
}

@InputType()
export class RevokeInvitationInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => ID)
  @IdOf('inv')
  invitationId: string;
}

export const memberSorts = sortsOf(['joined', 'name', 'email', 'role'], 'joined');

@ArgsType()
export class MembersArgs extends SortArgs(memberSorts, 'name or e-mail address') {
  @Field(() => ID)
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

@ObjectType()
export class OrganizationList {
  @Field(() => [Organization])
  items: Row<Organization>[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

export const invitationSorts = sortsOf(['created', 'email', 'role'], '-created');

@ArgsType()
export class InvitationsArgs extends SortedPageArgs(invitationSorts, 'the address') {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => Boolean, { nullable: true, description: 'true: those alone that can still be accepted.' })
  @IsOptional()
  @IsBoolean()
  open?: boolean | null;
}

@ObjectType('Invitation')
export class InvitationAnswer {
  @Field(() => ID)
  @IdOf('inv')
  id: string;

  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String)
  email: string;

  @Field(() => MemberRole)
  role: MemberRole;

  @Field(() => ID, { description: 'The person who sent it; it ends when they may not invite any more.' })
  @IdOf('usr')
  invitedBy: string;

  @Field(() => Date)
  createdAt: Date;

  @Field(() => Date)
  expiresAt: Date;

  @Field(() => Date, { nullable: true })
  acceptedAt: Date | null;

  @Field(() => Date, { nullable: true })
  revokedAt: Date | null;
}

@ObjectType()
export class InvitationList {
  @Field(() => [InvitationAnswer])
  items: InvitationAnswer[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@InputType()
export class AcceptInvitationInput {
  @Field(() => ID)
  @IdOf('inv')
  invitationId: string;
}

@ArgsType()
export class InvitationLetterArgs {
  @Field(() => ID)
  @IdOf('inv')
  invitationId: string;

  @Field(() => String, { description: 'The last part of the link in the letter.' })
  @MaxLength(200)
  key: string;
}

@ObjectType({ description: 'An open invitation as the invited person sees it.' })
export class ReceivedInvitation {
  @Field(() => ID)
  @IdOf('inv')
  id: string;

  @Field(() => String)
  organizationName: string;

  @Field(() => String, { nullable: true, description: 'Who sent it; null for one of a review.' })
  inviterName: string | null;

  @Field(() => String)
  email: string;

  @Field(() => MemberRole)
  role: MemberRole;

  @Field(() => Date)
  expiresAt: Date;
}

@InputType()
export class ChangeMemberRoleInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => ID)
  @IdOf('usr')
  userId: string;

  @Field(() => MemberRole)
  @IsEnum(MemberRole)
  role: MemberRole;
}

@InputType()
export class RemoveMemberInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => ID)
  @IdOf('usr')
  userId: string;
}

@ObjectType({ description: 'A signed-in person.' })
export class User {
  @Field(() => ID)
  @IdOf('usr')
  id: string;

  @Field(() => String)
  email: string;

  @Field(() => String)
  name: string;

  @Field(() => Boolean)
  emailVerified: boolean;

  @Field(() => Boolean, { description: 'Holds the platform reviewer role, which an operator grants.' })
  reviewer: boolean;
}

@ObjectType()
export class Membership {
  @Field(() => Organization)
  organization: Row<Organization>;

  @Field(() => MemberRole)
  role: MemberRole;
}

@ObjectType({ description: 'The caller.' })
export class Viewer {
  @Field(() => String, { description: 'anonymous, session, workflow_token, tracking_key or enterprise_key' })
  kind: string;

  @Field(() => String, { description: "The API's public address: where a company's server sends its events." })
  apiUrl: string;

  @Field(() => User, { nullable: true })
  user: User | null;

  @Field(() => [Membership])
  memberships: Membership[];
}

@ObjectType({ description: 'A person in an organization.' })
export class OrganizationMember {
  @Field(() => ID)
  @IdOf('usr')
  userId: string;

  @Field(() => String)
  email: string;

  @Field(() => String)
  name: string;

  @Field(() => MemberRole)
  role: MemberRole;

  @Field(() => Date)
  since: Date;
}
