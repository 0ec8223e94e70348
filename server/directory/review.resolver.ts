import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../platform/context.js';
import { PageArgs } from '../platform/page.args.js';
import { listCatalogImportRows, listCatalogImports, readCatalogImport } from './import.read.js';
import {
  CatalogImport,
  CatalogImportArgs,
  CatalogImportList,
  CatalogImportRowList,
  CatalogImportRowsArgs,
} from './import.read.types.js';
import { editTool } from './tool.edit.js';
import { EditToolInput } from './tool.edit.types.js';
import { readCatalogTool, setToolListed } from './tool.review.js';
import { CatalogTool, CatalogToolArgs, SetToolListedInput } from './tool.review.types.js';

/** Binds what reviewers do with the catalog to the schema; every rule stands on the operation. */
@Resolver()
export class CatalogReviewResolver {
  @Query(() => CatalogImportList)
  catalogImports(@Args(() => PageArgs) args: PageArgs, @Ctx() ctx: RequestContext): Promise<CatalogImportList> {
    return listCatalogImports(ctx, args);
  }

  @Query(() => CatalogImport)
  catalogImport(
    @Args(() => CatalogImportArgs) args: CatalogImportArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<CatalogImport> {
    return readCatalogImport(ctx, args);
  }

  @Query(() => CatalogImportRowList)
  catalogImportRows(
    @Args(() => CatalogImportRowsArgs) args: CatalogImportRowsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<CatalogImportRowList> {
    return listCatalogImportRows(ctx, args);
  }

  @Query(() => CatalogTool)
  catalogTool(@Args(() => CatalogToolArgs) args: CatalogToolArgs, @Ctx() ctx: RequestContext): Promise<CatalogTool> {
    return readCatalogTool(ctx, args);
  }

  @Mutation(() => CatalogTool, { nullable: true })
  setToolListed(
    @Arg('input', () => SetToolListedInput) input: SetToolListedInput,
    @Ctx() ctx: RequestContext,
  ): Promise<CatalogTool> {
    return setToolListed(ctx, input);
  }

  @Mutation(() => CatalogTool, { nullable: true })
  editTool(@Arg('input', () => EditToolInput) input: EditToolInput, @Ctx() ctx: RequestContext): Promise<CatalogTool> {
    return editTool(ctx, input);
  }
}
