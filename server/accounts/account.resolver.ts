import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountsContext } from './accounts.open.js';
import { createTrackingKey, listTrackingKeys, revokeTrackingKey } from './credentials/index.js';
import { Invitation } from './member.entity.js';
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
  updateOrganization,
  verifyDomain,
} from './organizations/index.js';
import { Product } from './product.entity.js';
import { createProduct, listProducts, productTypes as products, readProduct, updateProduct } from './products/index.js';
import { readOrganization, readViewer } from './sessions/index.js';

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
  ): Promise<Organization> {
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

  @Query(() => Product)
  product(@Args(() => products.ProductArgs) args: products.ProductArgs, @Ctx() ctx: AccountsContext): Promise<Product> {
    return readProduct(ctx, args);
  }

  @Query(() => [products.TrackingKey])
  trackingKeys(
    @Args(() => products.TrackingKeysArgs) args: products.TrackingKeysArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<products.TrackingKey[]> {
    return listTrackingKeys(ctx, args);
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
  ): Promise<Organization> {
    return createOrganization(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => Product, { nullable: true })
  createProduct(
    @Arg('input', () => products.CreateProductInput) input: products.CreateProductInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: AccountsContext,
  ): Promise<Product> {
    return createProduct(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => Product, { nullable: true })
  updateProduct(
    @Arg('input', () => products.UpdateProductInput) input: products.UpdateProductInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<Product> {
    return updateProduct(ctx, input);
  }

  @Mutation(() => products.CreatedTrackingKey, { nullable: true })
  createTrackingKey(
    @Arg('input', () => products.CreateTrackingKeyInput) input: products.CreateTrackingKeyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<products.CreatedTrackingKey> {
    return createTrackingKey(ctx, input);
  }

  @Mutation(() => products.TrackingKey, { nullable: true })
  revokeTrackingKey(
    @Arg('input', () => products.RevokeTrackingKeyInput) input: products.RevokeTrackingKeyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<products.TrackingKey> {
    return revokeTrackingKey(ctx, input);
  }

  @Mutation(() => Invitation, { nullable: true })
  inviteMember(
    @Arg('input', () => people.InviteMemberInput) input: people.InviteMemberInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<Invitation> {
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

  @Mutation(() => Invitation, { nullable: true })
  revokeInvitation(
    @Arg('input', () => people.RevokeInvitationInput) input: people.RevokeInvitationInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<Invitation> {
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
