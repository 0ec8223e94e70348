import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../platform/context.js';
import { readUsageBoard } from './board.operations.js';
import { UsageBoard, UsageBoardArgs } from './board.types.js';

/** Binds the board of usage to the schema; every rule stands on the operation. */
@Resolver()
export class BoardResolver {
  @Query(() => UsageBoard, { description: 'Reported use by tool: calls, failures, durations and known cost.' })
  usageBoard(@Args(() => UsageBoardArgs) args: UsageBoardArgs, @Ctx() ctx: RequestContext): Promise<UsageBoard> {
    return readUsageBoard(ctx, args);
  }
}
