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
import { DirectoryGapList, DirectoryGapsArgs, listDirectoryGaps } from './gaps/index.js';
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

import {
  DecidedMeasure,
  DecideHeldMeasureInput,
  decideHeldMeasure,
  HeldMeasureList,
  HeldMeasuresArgs,
  listHeldMeasures,
} from './measures/index.js';

/** Binds what reviewers do with the catalog to the schema; every rule stands on the operation. */
@Resolver()
export class CatalogReviewResolver {
  @Query(() => CatalogImportList, { description: 'Imports of the catalog, newest first.' })
  catalogImports(
    @Args(() => CatalogImportsArgs) args: CatalogImportsArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<CatalogImportList> {
    return listCatalogImports(ctx, args);
  }

  @Query(() => DirectoryGapList, {
    description: 'What questions asked for and the directory lacks, most wanted first; counts alone.',
  })
  directoryGaps(
    @Args(() => DirectoryGapsArgs) args: DirectoryGapsArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<DirectoryGapList> {
    return listDirectoryGaps(ctx, args);
  }

  @Query(() => CatalogImport, { description: 'An import of the catalog.' })
  catalogImport(
    @Args(() => CatalogImportArgs) args: CatalogImportArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<CatalogImport> {
    return readCatalogImport(ctx, args);
  }

  @Query(() => CatalogImportRowList, { description: 'Rows of an import and what became of them.' })
  catalogImportRows(
    @Args(() => CatalogImportRowsArgs) args: CatalogImportRowsArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<CatalogImportRowList> {
    return listCatalogImportRows(ctx, args);
  }

  @Query(() => CatalogToolAnswer, { description: 'A tool with every fact and source, for reviewers.' })
  catalogTool(
    @Args(() => CatalogToolArgs) args: CatalogToolArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<CatalogToolAnswer> {
    return readCatalogTool(ctx, args);
  }

  @Query(() => ReviewedToolList, { description: 'Tools of the catalog, for reviewers.' })
  reviewerTools(
    @Args(() => ReviewerToolsArgs) args: ReviewerToolsArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<ReviewedToolList> {
    return listReviewerTools(ctx, args);
  }

  @Mutation(() => CatalogToolAnswer, { nullable: true, description: 'Shows a tool to the public or hides it.' })
  setToolListed(
    @Arg('input', () => SetToolListedInput) input: SetToolListedInput,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<CatalogToolAnswer> {
    return setToolListed(ctx, input);
  }

  @Mutation(() => CatalogToolAnswer, {
    nullable: true,
    description: 'Corrects a tool, with the page that shows the facts.',
  })
  editTool(
    @Arg('input', () => EditToolInput) input: EditToolInput,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<CatalogToolAnswer> {
    return editTool(ctx, input);
  }

  @Query(() => HeldMeasureList, { description: 'Public figures that wait for a reviewer, oldest first.' })
  heldMeasures(
    @Args(() => HeldMeasuresArgs) args: HeldMeasuresArgs,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<HeldMeasureList> {
    return listHeldMeasures(ctx, args);
  }

  @Mutation(() => DecidedMeasure, { nullable: true, description: 'Takes a public figure that waits, or declines it.' })
  decideHeldMeasure(
    @Arg('input', () => DecideHeldMeasureInput) input: DecideHeldMeasureInput,
    @Ctx() ctx: DirectoryRequestContext,
  ): Promise<DecidedMeasure> {
    return decideHeldMeasure(ctx, input);
  }
}
