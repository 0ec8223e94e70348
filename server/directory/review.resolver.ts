import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import {
  CatalogToolAnswer,
  CatalogToolArgs,
  EditToolInput,
  editTool,
  listReviewerTools,
  ReviewedToolList,
  ReviewerToolsArgs,
  readCatalogTool,
  SetToolListedInput,
  setToolListed,
} from './catalog/index.js';
import type { DirectoryRequestContext } from './directory.open.js';
import {
  CatalogImport,
  CatalogImportArgs,
  CatalogImportList,
  CatalogImportRowList,
  CatalogImportRowsArgs,
  CatalogImportsArgs,
  listCatalogImportRows,
  listCatalogImports,
  readCatalogImport,
} from './imports/index.js';

/** Binds what reviewers do with the catalog to the schema; every rule stands on the operation. */
@Resolver()
export class CatalogReviewResolver {
  @Query(() => CatalogImportList)
  catalogImports(
    @Args(() => CatalogImportsArgs) args: CatalogImportsArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<CatalogImportList> {
    return listCatalogImports(ctx, args);
  }

  @Query(() => CatalogImport)
  catalogImport(
    @Args(() => CatalogImportArgs) args: CatalogImportArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<CatalogImport> {
    return readCatalogImport(ctx, args);
  }

  @Query(() => CatalogImportRowList)
  catalogImportRows(
    @Args(() => CatalogImportRowsArgs) args: CatalogImportRowsArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<CatalogImportRowList> {
    return listCatalogImportRows(ctx, args);
  }

  @Query(() => CatalogToolAnswer)
  catalogTool(
    @Args(() => CatalogToolArgs) args: CatalogToolArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<CatalogToolAnswer> {
    return readCatalogTool(ctx, args);
  }

  @Query(() => ReviewedToolList)
  reviewerTools(
    @Args(() => ReviewerToolsArgs) args: ReviewerToolsArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<ReviewedToolList> {
    return listReviewerTools(ctx, args);
  }

  @Mutation(() => CatalogToolAnswer, { nullable: true })
  setToolListed(
    @Arg('input', () => SetToolListedInput) input: SetToolListedInput,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<CatalogToolAnswer> {
    return setToolListed(ctx, input);
  }

  @Mutation(() => CatalogToolAnswer, { nullable: true })
  editTool(
    @Arg('input', () => EditToolInput) input: EditToolInput,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<CatalogToolAnswer> {
    return editTool(ctx, input);
  }
}
