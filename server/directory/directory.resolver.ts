import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { DirectoryChanges, DirectoryChangesArgs, readDirectoryChanges } from './catalog/index.js';
import type { DirectoryRequestContext } from './directory.open.js';
import {
  CapabilityList,
  DirectoryContext,
  DirectoryContextArgs,
  DirectoryTool,
  QuestionReading,
  ToolArgs,
} from './directory.types.js';
import {
  CompanyLinkOpensArgs,
  LinkOpensArgs,
  LinkOpensList,
  readCompanyLinkOpens,
  readLinkOpens,
} from './links/index.js';
import {
  listCapabilities,
  listMcpServers,
  McpServerArgs,
  McpServers,
  McpServersArgs,
  readDirectoryContext,
  readMcpServerVersions,
  readQuestionReading,
  readTool,
} from './search/index.js';

/** Binds the directory's operations to the schema; every rule stands on the operation. */
@Resolver()
export class DirectoryResolver {
  @Query(() => DirectoryContext, {
    description: 'Tools that answer a question, best first, with signed proof of the answer.',
  })
  directoryContext(
    @Args(() => DirectoryContextArgs) args: DirectoryContextArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<DirectoryContext> {
    return readDirectoryContext(ctx, args);
  }

  @Query(() => DirectoryTool, { description: 'A tool of the directory.' })
  tool(@Args(() => ToolArgs) args: ToolArgs, @Ctx() ctx: DirectoryRequestContext): Promise<DirectoryTool> {
    return readTool(ctx, args);
  }

  @Query(() => DirectoryChanges, { description: 'Changes of the catalog since a cursor, oldest first.' })
  directoryChanges(
    @Args(() => DirectoryChangesArgs) args: DirectoryChangesArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<DirectoryChanges> {
    return readDirectoryChanges(ctx, args);
  }

  @Query(() => CapabilityList, { description: 'Capabilities that the directory knows.' })
  capabilities(@Ctx() ctx: DirectoryRequestContext): Promise<CapabilityList> {
    return listCapabilities(ctx, {});
  }

  @Query(() => McpServers, { description: "Servers of the directory, in the registry's form." })
  mcpServers(
    @Args(() => McpServersArgs) args: McpServersArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<McpServers> {
    return listMcpServers(ctx, args);
  }

  @Query(() => McpServers, { description: "Versions of one server, in the registry's form." })
  mcpServerVersions(
    @Args(() => McpServerArgs) args: McpServerArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<McpServers> {
    return readMcpServerVersions(ctx, args);
  }

  @Query(() => LinkOpensList, { description: 'Of the tools and offers that are the organization’s own.' })
  companyLinkOpens(
    @Args(() => CompanyLinkOpensArgs) args: CompanyLinkOpensArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<LinkOpensList> {
    return readCompanyLinkOpens(ctx, args);
  }

  @Query(() => LinkOpensList, { description: 'How often tracked links were opened, for reviewers.' })
  linkOpens(
    @Args(() => LinkOpensArgs) args: LinkOpensArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<LinkOpensList> {
    return readLinkOpens(ctx, args);
  }
}

/** Adds to an answer of the directory how its question was read. */
@Resolver(() => DirectoryContext)
export class DirectoryReadingResolver {
  @FieldResolver(() => QuestionReading, { description: 'How the question was read; no part of `resultDigest`.' })
  understood(@Root() { receipt }: DirectoryContext, @Ctx() ctx: DirectoryRequestContext): Promise<QuestionReading> {
    return readQuestionReading(ctx, receipt.query);
  }
}
