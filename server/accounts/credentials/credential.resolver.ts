import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountsContext } from '../accounts.context.js';
import { createEnterpriseKey, listEnterpriseKeys, revokeEnterpriseKey } from './enterprise-key.operations.js';
import * as keys from './key.types.js';
import { McpConfig } from './mcp-config.types.js';
import { createTrackingKey, listTrackingKeys, revokeTrackingKey } from './tracking-key.operations.js';
import {
  createWorkflowToken,
  listWorkflowTokens,
  readMcpConfig,
  revokeWorkflowToken,
} from './workflow-token.operations.js';
import * as tokens from './workflow-token.types.js';

/** Binds the operations on tracking keys, agent keys and workflow tokens to the schema. */
@Resolver()
export class CredentialResolver {
  @Query(() => [keys.TrackingKey])
  trackingKeys(
    @Args(() => keys.TrackingKeysArgs) args: keys.TrackingKeysArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.TrackingKey[]> {
    return listTrackingKeys(ctx, args);
  }

  @Mutation(() => keys.CreatedTrackingKey, { nullable: true })
  createTrackingKey(
    @Arg('input', () => keys.CreateTrackingKeyInput) input: keys.CreateTrackingKeyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.CreatedTrackingKey> {
    return createTrackingKey(ctx, input);
  }

  @Mutation(() => keys.TrackingKey, { nullable: true })
  revokeTrackingKey(
    @Arg('input', () => keys.RevokeTrackingKeyInput) input: keys.RevokeTrackingKeyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.TrackingKey> {
    return revokeTrackingKey(ctx, input);
  }

  @Query(() => keys.EnterpriseKeyList)
  enterpriseKeys(
    @Args(() => keys.EnterpriseKeysArgs) args: keys.EnterpriseKeysArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.EnterpriseKeyList> {
    return listEnterpriseKeys(ctx, args);
  }

  @Mutation(() => keys.CreatedEnterpriseKey, { nullable: true })
  createEnterpriseKey(
    @Arg('input', () => keys.CreateEnterpriseKeyInput) input: keys.CreateEnterpriseKeyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.CreatedEnterpriseKey> {
    return createEnterpriseKey(ctx, input);
  }

  @Mutation(() => keys.EnterpriseKey, { nullable: true })
  revokeEnterpriseKey(
    @Args(() => keys.RevokeEnterpriseKeyArgs) args: keys.RevokeEnterpriseKeyArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.EnterpriseKey> {
    return revokeEnterpriseKey(ctx, args);
  }

  @Query(() => McpConfig)
  mcpConfig(@Ctx() ctx: AccountsContext): Promise<McpConfig> {
    return readMcpConfig(ctx, {});
  }

  @Query(() => tokens.WorkflowTokenList)
  workflowTokens(
    @Args(() => tokens.WorkflowTokensArgs) args: tokens.WorkflowTokensArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<tokens.WorkflowTokenList> {
    return listWorkflowTokens(ctx, args);
  }

  @Mutation(() => tokens.CreatedWorkflowToken, { nullable: true })
  createWorkflowToken(
    @Arg('input', () => tokens.CreateWorkflowTokenInput) input: tokens.CreateWorkflowTokenInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<tokens.CreatedWorkflowToken> {
    return createWorkflowToken(ctx, input);
  }

  @Mutation(() => Boolean, { nullable: true })
  revokeWorkflowToken(@Arg('tokenId', () => ID) tokenId: string, @Ctx() ctx: AccountsContext): Promise<boolean> {
    return revokeWorkflowToken(ctx, { tokenId });
  }
}
