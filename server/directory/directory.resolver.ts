import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../platform/context.js';
import { readDirectoryContext } from './context.read.js';
import { DirectoryContext, DirectoryContextArgs, DirectoryTool, ToolArgs } from './directory.types.js';
import { readTool } from './tool.read.js';

/** Binds the directory's operations to the schema; every rule stands on the operation. */
@Resolver()
export class DirectoryResolver {
  @Query(() => DirectoryContext)
  directoryContext(
    @Args(() => DirectoryContextArgs) args: DirectoryContextArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<DirectoryContext> {
    return readDirectoryContext(ctx, args);
  }

  @Query(() => DirectoryTool)
  tool(@Args(() => ToolArgs) args: ToolArgs, @Ctx() ctx: RequestContext): Promise<DirectoryTool> {
    return readTool(ctx, args);
  }
}
