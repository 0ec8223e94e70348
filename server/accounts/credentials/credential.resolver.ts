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
  @Query(() => [keys.TrackingKey], { description: 'Tracking keys of an organization.' })
  trackingKeys(
    @Args(() => keys.TrackingKeysArgs) args: keys.TrackingKeysArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.TrackingKey[]> {
    return listTrackingKeys(ctx, args);
  }

  @Mutation(() => keys.CreatedTrackingKey, {
    nullable: true,
    description: 'Makes a tracking key, whose secret is shown this once.',
  })
  createTrackingKey(
    @Arg('input', () => keys.CreateTrackingKeyInput) input: keys.CreateTrackingKeyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.CreatedTrackingKey> {
    return createTrackingKey(ctx, input);
  }

  @Mutation(() => keys.TrackingKey, { nullable: true, description: 'Ends a tracking key at once on every gateway.' })
  revokeTrackingKey(
    @Arg('input', () => keys.RevokeTrackingKeyInput) input: keys.RevokeTrackingKeyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.TrackingKey> {
    return revokeTrackingKey(ctx, input);
  }

  @Query(() => keys.EnterpriseKeyList, { description: 'Agent keys of an organization.' })
  enterpriseKeys(
    @Args(() => keys.EnterpriseKeysArgs) args: keys.EnterpriseKeysArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.EnterpriseKeyList> {
    return listEnterpriseKeys(ctx, args);
  }

  @Mutation(() => keys.CreatedEnterpriseKey, {
    nullable: true,
    description: 'Makes an agent key, whose secret is shown this once.',
  })
  createEnterpriseKey(
    @Arg('input', () => keys.CreateEnterpriseKeyInput) input: keys.CreateEnterpriseKeyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.CreatedEnterpriseKey> {
    return createEnterpriseKey(ctx, input);
  }

  @Mutation(() => keys.EnterpriseKey, { nullable: true, description: 'Ends an agent key at once on every gateway.' })
  revokeEnterpriseKey(
    @Args(() => keys.RevokeEnterpriseKeyArgs) args: keys.RevokeEnterpriseKeyArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.EnterpriseKey> {
    return revokeEnterpriseKey(ctx, args);
  }

  @Query(() => McpConfig, { description: 'Configuration of the MCP server for each host.' })
  mcpConfig(@Ctx() ctx: AccountsContext): Promise<McpConfig> {
    return readMcpConfig(ctx, {});
  }

  @Query(() => tokens.WorkflowTokenList, { description: "The caller's workflow tokens." })
  workflowTokens(
    @Args(() => tokens.WorkflowTokensArgs) args: tokens.WorkflowTokensArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<tokens.WorkflowTokenList> {
    return listWorkflowTokens(ctx, args);
  }

  @Mutation(() => tokens.CreatedWorkflowToken, {
    nullable: true,
    description: 'Makes a token for an agent, whose secret is shown this once.',
  })
  createWorkflowToken(
    @Arg('input', () => tokens.CreateWorkflowTokenInput) input: tokens.CreateWorkflowTokenInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<tokens.CreatedWorkflowToken> {
    return createWorkflowToken(ctx, input);
  }

  @Mutation(() => Boolean, { nullable: true, description: 'Ends a workflow token at once on every gateway.' })
  revokeWorkflowToken(@Arg('tokenId', () => ID) tokenId: string, @Ctx() ctx: AccountsContext): Promise<boolean> {
    return revokeWorkflowToken(ctx, { tokenId });
  }
}
