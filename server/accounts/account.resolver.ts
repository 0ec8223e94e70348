import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Row } from '../platform/row.types.js';
import type { AccountsContext } from './accounts.context.js';
import {
  acceptInvitation,
  changeMemberRole,
  inviteMember,
  listInvitations,
  listMembers,
  listReceivedInvitations,
  readInvitationLetter,
  removeMember,
  revokeInvitation,
} from './members/index.js';
import { Organization } from './organization.entity.js';
import * as people from './organization.types.js';
import {
  AuditChainArgs,
  AuditChainState,
  AuditEntriesArgs,
  AuditEntryList,
  createOrganization,
  listAuditEntries,
  listReviewerOrganizations,
  readAuditChain,
  readDomainChallenge,
  readOrganization,
  readViewer,
  updateOrganization,
  verifyDomain,
} from './organizations/index.js';
import { planAt } from './plan.rules.js';
import { OrganizationPlan } from './plan.types.js';
import { createProduct, listProducts, productTypes as products, readProduct, updateProduct } from './products/index.js';

/** Binds the accounts' operations to the schema; every rule stands on the operation. */
@Resolver()
export class AccountResolver {
  @Query(() => people.Viewer, { description: 'The signed-in person and their organizations.' })
  viewer(@Ctx() ctx: AccountsContext): Promise<people.Viewer> {
    return readViewer(ctx, {});
  }

  @Query(() => Organization, { description: 'An organization of the caller.' })
  organization(
    @Args(() => people.OrganizationArgs) args: people.OrganizationArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<Row<Organization>> {
    return readOrganization(ctx, args);
  }

  @Query(() => people.OrganizationList, { description: 'Organizations by name or domain, for reviewers.' })
  reviewerOrganizations(
    @Args(() => people.ReviewerOrganizationsArgs) args: people.ReviewerOrganizationsArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.OrganizationList> {
    return listReviewerOrganizations(ctx, args);
  }

  @Query(() => people.DomainChallenge, {
    nullable: true,
    description: "TXT record that proves an organization's domain; null without a domain.",
  })
  domainChallenge(
    @Args(() => people.OrganizationArgs) args: people.OrganizationArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.DomainChallenge | null> {
    return readDomainChallenge(ctx, args);
  }

  @Mutation(() => Organization, { nullable: true, description: 'Changes an organization.' })
  updateOrganization(
    @Arg('input', () => people.UpdateOrganizationInput) input: people.UpdateOrganizationInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<Organization> {
    return updateOrganization(ctx, input);
  }

  @Mutation(() => Organization, { nullable: true, description: 'Looks for the TXT record that proves a domain.' })
  verifyDomain(
    @Arg('input', () => people.VerifyDomainInput) input: people.VerifyDomainInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<Organization> {
    return verifyDomain(ctx, input);
  }

  @Query(() => [people.OrganizationMember], { description: 'Members of an organization.' })
  members(
    @Args(() => people.MembersArgs) args: people.MembersArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.OrganizationMember[]> {
    return listMembers(ctx, args);
  }

  @Query(() => people.InvitationList, { description: 'Open invitations of an organization.' })
  invitations(
    @Args(() => people.InvitationsArgs) args: people.InvitationsArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.InvitationList> {
    return listInvitations(ctx, args);
  }

  @Query(() => products.ProductList, { description: 'Products of an organization.' })
  products(
    @Args(() => products.ProductsArgs) args: products.ProductsArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<products.ProductList> {
    return listProducts(ctx, args);
  }

  @Query(() => products.ProductAnswer, { description: 'A product of an organization.' })
  product(
    @Args(() => products.ProductArgs) args: products.ProductArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<products.ProductAnswer> {
    return readProduct(ctx, args);
  }

  @Query(() => AuditEntryList, { description: 'Acts in an organization, newest first.' })
  auditEntries(
    @Args(() => AuditEntriesArgs) args: AuditEntriesArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<AuditEntryList> {
    return listAuditEntries(ctx, args);
  }

  @Query(() => AuditChainState, {
    description: "Length and head of an organization's audit log, and whether it still holds.",
  })
  auditChain(@Args(() => AuditChainArgs) args: AuditChainArgs, @Ctx() ctx: AccountsContext): Promise<AuditChainState> {
    return readAuditChain(ctx, args);
  }

  @Mutation(() => Organization, { nullable: true, description: 'Makes an organization that the caller owns.' })
  createOrganization(
    @Arg('input', () => people.CreateOrganizationInput) input: people.CreateOrganizationInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: AccountsContext,
  ): Promise<Row<Organization>> {
    return createOrganization(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => products.ProductAnswer, {
    nullable: true,
    description: 'Makes a product that events can be sent for.',
  })
  createProduct(
    @Arg('input', () => products.CreateProductInput) input: products.CreateProductInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: AccountsContext,
  ): Promise<products.ProductAnswer> {
    return createProduct(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => products.ProductAnswer, { nullable: true, description: 'Changes a product.' })
  updateProduct(
    @Arg('input', () => products.UpdateProductInput) input: products.UpdateProductInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<products.ProductAnswer> {
    return updateProduct(ctx, input);
  }

  @Mutation(() => people.InvitationAnswer, { nullable: true, description: 'Sends an invitation to an organization.' })
  inviteMember(
    @Arg('input', () => people.InviteMemberInput) input: people.InviteMemberInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.InvitationAnswer> {
    return inviteMember(ctx, input);
  }

  @Mutation(() => Organization, { nullable: true, description: 'Makes the caller a member.' })
  acceptInvitation(
    @Arg('input', () => people.AcceptInvitationInput) input: people.AcceptInvitationInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<Organization> {
    return acceptInvitation(ctx, input);
  }

  @Query(() => people.ReceivedInvitation, { description: 'An open invitation, by the link of its letter.' })
  invitationLetter(
    @Args(() => people.InvitationLetterArgs) args: people.InvitationLetterArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.ReceivedInvitation> {
    return readInvitationLetter(ctx, args);
  }

  @Query(() => [people.ReceivedInvitation], {
    description: 'The open invitations to the verified address of the caller, newest first.',
  })
  myInvitations(@Ctx() ctx: AccountsContext): Promise<people.ReceivedInvitation[]> {
    return listReceivedInvitations(ctx, {});
  }

  @Mutation(() => people.InvitationAnswer, { nullable: true, description: 'Takes back an invitation.' })
  revokeInvitation(
    @Arg('input', () => people.RevokeInvitationInput) input: people.RevokeInvitationInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.InvitationAnswer> {
    return revokeInvitation(ctx, input);
  }

  @Mutation(() => people.OrganizationMember, { nullable: true, description: 'Changes the rights of a member.' })
  changeMemberRole(
    @Arg('input', () => people.ChangeMemberRoleInput) input: people.ChangeMemberRoleInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.OrganizationMember> {
    return changeMemberRole(ctx, input);
  }

  @Mutation(() => Boolean, { nullable: true, description: 'Ends a membership.' })
  removeMember(
    @Arg('input', () => people.RemoveMemberInput) input: people.RemoveMemberInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<boolean> {
    return removeMember(ctx, input);
  }
}

/** The fields of an organization that are computed from its columns. */
@Resolver(() => Organization)
export class OrganizationResolver {
  @FieldResolver(() => Boolean, { description: 'True once a TXT record has proved the domain.' })
  domainVerified(@Root() organization: Row<Organization>): boolean {
    return organization.domainVerifiedAt !== null;
  }

  @FieldResolver(() => OrganizationPlan, { description: 'The plan that stands now.' })
  plan(@Root() organization: Row<Organization>, @Ctx() { platform }: AccountsContext): OrganizationPlan {
    return planAt(organization, platform.clock.now());
  }
}
