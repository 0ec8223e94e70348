import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountsContext } from '../accounts.open.js';
import { readMcpConfig } from './mcp-config.read.js';
import { McpConfig } from './mcp-config.types.js';
import { createWorkflowToken } from './workflow-token.create.js';
import { listWorkflowTokens } from './workflow-token.list.js';
import { revokeWorkflowToken } from './workflow-token.revoke.js';
import * as tokens from './workflow-token.types.js';

/** Binds the operations on workflow tokens to the schema. */
@Resolver()
export class WorkflowTokenResolver {
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
