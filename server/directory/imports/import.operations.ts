import type { EntityManager } from '@mikro-orm/postgresql';
import { IsIn, IsOptional } from 'class-validator';
import { sql } from 'kysely';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { reviewerOf } from '../../accounts/index.js';
import { IsText } from '../../platform/constraints.js';
import { selectRows } from '../../platform/database/kysely.js';
import { Fault } from '../../platform/fault.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import type { Row } from '../../platform/row.types.js';
import { CatalogImport, CatalogImportRow } from './import.entity.js';
import { type RowOutcomeName, rowOutcomes } from './import.types.js';

@ArgsType()
export class CatalogImportArgs {
  @Field(() => ID, { description: 'The import to read.' })
  @IdOf('imp')
  importId: string;
}

const statuses = ['running', 'done', 'failed'] as const;
export const importSorts = sortsOf(['created', 'state', 'refused'], '-created');

@ArgsType()
export class CatalogImportsArgs extends TimedPageArgs(importSorts, 'the file’s name', 'Started') {
  @Field(() => [String], {
    nullable: true,
    description: `Only imports in one of these states: ${statuses.join(', ')}.`,
  })
  @IsOptional()
  @IsIn(statuses, { each: true, message: `must be of ${statuses.join(', ')}` })
  state?: (typeof statuses)[number][] | null;

  @Field(() => String, { nullable: true, description: 'Only imports of this format.' })
  @IsOptional()
  @IsText(40)
  format?: string | null;
}

@ArgsType()
export class CatalogImportRowsArgs extends PageArgs {
  @Field(() => ID, { description: 'The import whose rows are read.' })
  @IdOf('imp')
  importId: string;

  @Field(() => String, { nullable: true, description: `Rows of this outcome alone: ${rowOutcomes.join(', ')}.` })
  @IsOptional()
  @IsIn(rowOutcomes, { message: `must be one of ${rowOutcomes.join(', ')}` })
  outcome?: RowOutcomeName | null;
}

@ObjectType({ description: 'One page of a list.' })
export class CatalogImportList {
  @Field(() => [CatalogImport], { description: 'Records of this page.' })
  items: Row<CatalogImport>[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

@ObjectType({ description: 'One page of a list.' })
export class CatalogImportRowList {
  @Field(() => [CatalogImportRow], { description: 'Records of this page.' })
  items: Row<CatalogImportRow>[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

const ROW_NUMBER = /^\d{1,9}$/;

/** The newest imports into the catalog, at most so many. */
export const newestImports = (em: EntityManager, limit: number): Promise<Row<CatalogImport>[]> =>
  selectRows(em, CatalogImport).orderBy('t.id', 'desc').limit(limit).execute();

const LIST: SortedListOf<typeof importSorts> = {
  name: 'catalogImports',
  sorts: importSorts,
  tie: { by: sql`t.id`, type: 'uuid' },
  by: {
    created: null,
    state: { by: sql`t.status`, type: 'text' },
    refused: { by: sql`t.refused`, type: 'number' },
  },
  naming: [sql`t.file_name`],
  time: sql`t.started_at`,
};

/** Imports into the catalog, newest first if no order is asked for, for reviewers. */
export const listCatalogImports = operation(
  { name: 'catalogImports', who: ['session'], limit: 'workflow' },
  async function catalogImports(ctx, args: CatalogImportsArgs): Promise<CatalogImportList> {
    reviewerOf(ctx);
    const { state, format } = args;
    const page = sortedPage(LIST, args);
    let found = selectRows(ctx.em, CatalogImport);
    if (state?.length) found = found.where('t.status', 'in', state);
    if (format) found = found.where('t.format', '=', format);
    return page.cut(await page.narrow(found).execute());
  },
);

/** One import with its progress, for reviewers. */
export const readCatalogImport = operation(
  { name: 'catalogImport', who: ['session'], limit: 'workflow' },
  async function catalogImport(ctx, { importId }: CatalogImportArgs): Promise<Row<CatalogImport>> {
    reviewerOf(ctx);
    return findImport(ctx.em, importId);
  },
);

async function findImport(em: EntityManager, importId: string): Promise<Row<CatalogImport>> {
  const found = await selectRows(em, CatalogImport).where('t.id', '=', importId).executeTakeFirst();
  if (!found) throw new Fault('NOT_FOUND', { say: 'There is no such import.' });
  return found;
}

/** The outcome of each row of an import, in the order of the file, for reviewers. */
export const listCatalogImportRows = operation(
  { name: 'catalogImportRows', who: ['session'], limit: 'workflow' },
  async function catalogImportRows(
    ctx,
    { importId, outcome, limit, cursor }: CatalogImportRowsArgs,
  ): Promise<CatalogImportRowList> {
    reviewerOf(ctx);
    const after = keyOfCursor(cursor, ROW_NUMBER) ?? '0';
    await findImport(ctx.em, importId);
    const rows = selectRows(ctx.em, CatalogImportRow)
      .where('t.import_id', '=', importId)
      .where('t.row_number', '>', Number(after))
      .orderBy('t.row_number')
      .limit(limit + 1);
    const found = await (outcome ? rows.where('t.outcome', '=', outcome) : rows).execute();
    return pageOf(found, limit, ({ rowNumber }) => String(rowNumber));
  },
);
