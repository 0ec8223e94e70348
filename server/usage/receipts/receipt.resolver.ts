import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../platform/context.js';
import { WorkflowContext } from '../../projects/index.js';
import {
  connectTool,
  listToolConnections,
  readConnections,
  renewToolConnection,
  revokeToolConnection,
} from './connection.operations.js';
import * as connection from './connection.types.js';
import { readUsage, reportUsage } from './receipt.operations.js';
import * as receipt from './receipt.types.js';
import { Usage } from './receipt.types.js';

/** Binds receipts and the consent to share them to the schema; every rule stands on the operation. */
@Resolver(() => WorkflowContext)
export class ReceiptResolver {
  @Query(() => Usage, { description: 'Usage receipts of the caller.' })
  usage(@Args(() => receipt.UsageArgs) args: receipt.UsageArgs, @Ctx() ctx: RequestContext): Promise<Usage> {
    return readUsage(ctx, args);
  }

  @Query(() => [connection.ToolConnection], {
    description: "The caller's consents to share receipts of tools with their vendors.",
  })
  toolConnections(
    @Args(() => connection.ToolConnectionsArgs) args: connection.ToolConnectionsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<connection.ToolConnection[]> {
    return listToolConnections(ctx, args);
  }

  @Mutation(() => receipt.ReportedUsage, {
    nullable: true,
    description: 'Stores a usage receipt for its owner; the vendor gets it under a consent alone.',
  })
  reportUsage(
    @Arg('input', () => receipt.ReportUsageInput) input: receipt.ReportUsageInput,
    @Ctx() ctx: RequestContext,
  ): Promise<receipt.ReportedUsage> {
    return reportUsage(ctx, input);
  }

  @Mutation(() => connection.ToolConnection, {
    nullable: true,
    description: 'Consents to share receipts of a tool with its vendor; a consent that stands stays as it is.',
  })
  connectTool(
    @Arg('input', () => connection.ConnectToolInput) input: connection.ConnectToolInput,
    @Ctx() ctx: RequestContext,
  ): Promise<connection.ToolConnection> {
    return connectTool(ctx, input);
  }

  @Mutation(() => connection.ToolConnection, { nullable: true, description: 'Renews a consent to usage reports.' })
  renewToolConnection(
    @Arg('input', () => connection.RenewToolConnectionInput) input: connection.RenewToolConnectionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<connection.ToolConnection> {
    return renewToolConnection(ctx, input);
  }

  @Mutation(() => connection.ToolConnection, { nullable: true, description: 'Withdraws the consent to usage reports.' })
  revokeToolConnection(
    @Arg('input', () => connection.RevokeToolConnectionInput) input: connection.RevokeToolConnectionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<connection.ToolConnection> {
    return revokeToolConnection(ctx, input);
  }

  @FieldResolver(() => [connection.ToolConnection], {
    description: 'Which tools’ receipts are shared with their vendors; empty for a project-scoped token.',
  })
  connections(@Ctx() ctx: RequestContext): Promise<connection.ToolConnection[]> {
    return readConnections(ctx);
  }
}
