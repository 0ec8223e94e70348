import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import {
  DirectoryChanges,
  DirectoryChangesArgs,
  LatestChanges,
  LatestChangesArgs,
  readDirectoryChanges,
  readLatestChanges,
  readToolChanges,
  ToolChangesArgs,
} from './catalog/index.js';
import { CatalogChange } from './catalog.entity.js';
import { DirectoryCoverage, readDirectoryCoverage, readToolChecks, ToolCheck } from './checks/index.js';
import {
  CompareToolsArgs,
  compareTools,
  readToolLanguages,
  readToolSiblings,
  ToolComparison,
  ToolSiblings,
} from './comparison/index.js';
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
  MeasureHistory,
  MeasureHistoryArgs,
  PublicUse,
  PublicUseArgs,
  readMeasureHistory,
  readPublicUse,
  readUseHistory,
  UseHistoryArgs,
} from './measures/index.js';
import {
  ExplainResultArgs,
  explainResult,
  listCapabilities,
  listMcpServers,
  McpServerArgs,
  McpServers,
  McpServersArgs,
  ResultExplanation,
  readDirectoryContext,
  readMcpServerVersions,
  readQuestionReading,
  readTool,
  readToolMcp,
} from './search/index.js';
import { ToolLanguage, ToolMcp } from './tool-parts.types.js';

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

  @Query(() => ResultExplanation, {
    description: 'The place of a tool in the answer of directoryContext to a question, or the rule that left it out.',
  })
  explainResult(
    @Args(() => ExplainResultArgs) args: ExplainResultArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<ResultExplanation> {
    return explainResult(ctx, args);
  }

  @Query(() => ToolComparison, {
    description: 'Two to four tools fact by fact, each fact with its pages and days; what is not known is null.',
  })
  compareTools(
    @Args(() => CompareToolsArgs) args: CompareToolsArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<ToolComparison> {
    return compareTools(ctx, args);
  }

  @Query(() => PublicUse, {
    description:
      'Tools by a figure that a public source counts, such as npm downloads; never mixed with first-party counts.',
  })
  publicUse(@Args(() => PublicUseArgs) args: PublicUseArgs, @Ctx() ctx: DirectoryRequestContext): Promise<PublicUse> {
    return readPublicUse(ctx, args);
  }

  @Query(() => DirectoryChanges, { description: 'Changes of the catalog since a cursor, oldest first.' })
  directoryChanges(
    @Args(() => DirectoryChangesArgs) args: DirectoryChangesArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<DirectoryChanges> {
    return readDirectoryChanges(ctx, args);
  }

  @Query(() => LatestChanges, { description: 'Newest changes of the catalog, with the names of their records.' })
  latestDirectoryChanges(
    @Args(() => LatestChangesArgs) args: LatestChangesArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<LatestChanges> {
    return readLatestChanges(ctx, args);
  }

  @Query(() => DirectoryCoverage, {
    description: 'For each fact the share of tools that know it, and the age of what stands behind it.',
  })
  directoryCoverage(@Ctx() ctx: DirectoryRequestContext): Promise<DirectoryCoverage> {
    return readDirectoryCoverage(ctx, {});
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

/** Adds to a tool what is read beside its record. */
@Resolver(() => DirectoryTool)
export class DirectoryToolResolver {
  @FieldResolver(() => [CatalogChange], {
    nullable: true,
    description: 'What changed of its record, newest first; null while that can’t be read.',
  })
  changes(
    @Root() { slug }: DirectoryTool,
    @Args(() => ToolChangesArgs) { limit }: ToolChangesArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<CatalogChange[] | null> {
    return readToolChanges(ctx, slug, limit);
  }

  @FieldResolver(() => [ToolCheck], {
    nullable: true,
    description: 'Last checks of its facts that a program made, marked ones first; null while they can’t be read.',
  })
  checks(@Root() { slug }: DirectoryTool, @Ctx() ctx: DirectoryRequestContext): Promise<ToolCheck[] | null> {
    return readToolChecks(ctx, slug);
  }

  @FieldResolver(() => ToolMcp, {
    nullable: true,
    description: 'How a host connects to its MCP server; null where nothing says so.',
  })
  mcp(@Root() { slug }: DirectoryTool, @Ctx() ctx: DirectoryRequestContext): Promise<ToolMcp | null> {
    return readToolMcp(ctx, slug);
  }

  @FieldResolver(() => [ToolLanguage], {
    description: 'Languages that it has a library for, by its packages; empty where none is known.',
  })
  languages(@Root() { slug }: DirectoryTool, @Ctx() ctx: DirectoryRequestContext): Promise<ToolLanguage[]> {
    return readToolLanguages(ctx, slug);
  }

  @FieldResolver(() => ToolSiblings, {
    nullable: true,
    description:
      'Other tools for the same, and what tells it apart from them; null where it is not known what it is for.',
  })
  siblings(@Root() { slug }: DirectoryTool, @Ctx() ctx: DirectoryRequestContext): Promise<ToolSiblings | null> {
    return readToolSiblings(ctx, slug);
  }

  @FieldResolver(() => [MeasureHistory], {
    nullable: true,
    description: 'Public figures of its main packages over time, by kind; null while they can’t be read.',
  })
  useHistory(
    @Root() { measures }: DirectoryTool,
    @Args(() => MeasureHistoryArgs) { days }: MeasureHistoryArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<MeasureHistory[] | null> {
    return readMeasureHistory(ctx, measures, days);
  }
}

/** Adds to a page of public use the figures of its first entries over time. */
@Resolver(() => PublicUse)
export class PublicUseResolver {
  @FieldResolver(() => [MeasureHistory], {
    nullable: true,
    description: 'Figures of its first entries over time, in their order; null while they can’t be read.',
  })
  history(
    @Root() page: PublicUse,
    @Args(() => UseHistoryArgs) args: UseHistoryArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<MeasureHistory[] | null> {
    return readUseHistory(ctx, page, args);
  }
}
