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
  @Query(() => people.Viewer)
  viewer(@Ctx() ctx: AccountsContext): Promise<people.Viewer> {
    return readViewer(ctx, {});
  }

  @Query(() => Organization)
  organization(
    @Args(() => people.OrganizationArgs) args: people.OrganizationArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<Row<Organization>> {
    return readOrganization(ctx, args);
  }

  @Query(() => people.OrganizationList)
  reviewerOrganizations(
    @Args(() => people.ReviewerOrganizationsArgs) args: people.ReviewerOrganizationsArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.OrganizationList> {
    return listReviewerOrganizations(ctx, args);
  }

  @Query(() => people.DomainChallenge, { nullable: true })
  domainChallenge(
    @Args(() => people.OrganizationArgs) args: people.OrganizationArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.DomainChallenge | null> {
    return readDomainChallenge(ctx, args);
  }

  @Mutation(() => Organization, { nullable: true })
  updateOrganization(
    @Arg('input', () => people.UpdateOrganizationInput) input: people.UpdateOrganizationInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<Organization> {
    return updateOrganization(ctx, input);
  }

  @Mutation(() => Organization, { nullable: true })
  verifyDomain(
    @Arg('input', () => people.VerifyDomainInput) input: people.VerifyDomainInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<Organization> {
    return verifyDomain(ctx, input);
  }

  @Query(() => [people.OrganizationMember])
  members(
    @Args(() => people.MembersArgs) args: people.MembersArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.OrganizationMember[]> {
    return listMembers(ctx, args);
  }

  @Query(() => people.InvitationList)
  invitations(
    @Args(() => people.InvitationsArgs) args: people.InvitationsArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.InvitationList> {
    return listInvitations(ctx, args);
  }

  @Query(() => products.ProductList)
  products(
    @Args(() => products.ProductsArgs) args: products.ProductsArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<products.ProductList> {
    return listProducts(ctx, args);
  }

  @Query(() => products.ProductAnswer)
  product(
    @Args(() => products.ProductArgs) args: products.ProductArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<products.ProductAnswer> {
    return readProduct(ctx, args);
  }

  @Query(() => AuditEntryList)
  auditEntries(
    @Args(() => AuditEntriesArgs) args: AuditEntriesArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<AuditEntryList> {
    return listAuditEntries(ctx, args);
  }

  @Query(() => AuditChainState)
  auditChain(@Args(() => AuditChainArgs) args: AuditChainArgs, @Ctx() ctx: AccountsContext): Promise<AuditChainState> {
    return readAuditChain(ctx, args);
  }

  @Mutation(() => Organization, { nullable: true })
  createOrganization(
    @Arg('input', () => people.CreateOrganizationInput) input: people.CreateOrganizationInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: AccountsContext,
  ): Promise<Row<Organization>> {
    return createOrganization(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => products.ProductAnswer, { nullable: true })
  createProduct(
    @Arg('input', () => products.CreateProductInput) input: products.CreateProductInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: AccountsContext,
  ): Promise<products.ProductAnswer> {
    return createProduct(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => products.ProductAnswer, { nullable: true })
  updateProduct(
    @Arg('input', () => products.UpdateProductInput) input: products.UpdateProductInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<products.ProductAnswer> {
    return updateProduct(ctx, input);
  }

  @Mutation(() => people.InvitationAnswer, { nullable: true })
  inviteMember(
    @Arg('input', () => people.InviteMemberInput) input: people.InviteMemberInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.InvitationAnswer> {
    return inviteMember(ctx, input);
  }

  @Mutation(() => Organization, { nullable: true })
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

  @Mutation(() => people.InvitationAnswer, { nullable: true })
  revokeInvitation(
    @Arg('input', () => people.RevokeInvitationInput) input: people.RevokeInvitationInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.InvitationAnswer> {
    return revokeInvitation(ctx, input);
  }

  @Mutation(() => people.OrganizationMember, { nullable: true })
  changeMemberRole(
    @Arg('input', () => people.ChangeMemberRoleInput) input: people.ChangeMemberRoleInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<people.OrganizationMember> {
    return changeMemberRole(ctx, input);
  }

  @Mutation(() => Boolean, { nullable: true })
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
  @FieldResolver(() => Boolean)
  domainVerified(@Root() organization: Row<Organization>): boolean {
    return organization.domainVerifiedAt !== null;
  }

  @FieldResolver(() => OrganizationPlan)
  plan(@Root() organization: Row<Organization>, @Ctx() { platform }: AccountsContext): OrganizationPlan {
    return planAt(organization, platform.clock.now());
  }
}
