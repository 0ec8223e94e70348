import { IsEnum, IsOptional, MaxLength } from 'class-validator';
import { sql } from 'kysely';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { MemberRole, requireMember } from '../../accounts/index.js';
import { IsId } from '../../platform/constraints.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { findImport, readImports } from './csv.find.js';
import { CsvImportStatus } from './csv.types.js';
import { CsvImport, CsvImportRefusal } from './csv-import.entity.js';

@ArgsType()
export class CsvImportArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => ID)
  @IsId('imp')
  importId: string;
}

const importSorts = sortsOf(['created', 'state', 'refused'], '-created');

@ArgsType()
export class CsvImportsArgs extends TimedPageArgs(importSorts, 'the file’s name', 'Uploaded') {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => [CsvImportStatus], { nullable: true, description: 'Only imports in one of these states.' })
  @IsOptional()
  @IsEnum(CsvImportStatus, { each: true })
  state?: CsvImportStatus[] | null;

  @Field(() => String, { nullable: true, description: 'Only imports for this product.' })
  @IsOptional()
  @MaxLength(128)
  productId?: string | null;
}

@ArgsType()
export class CsvImportProblemsArgs extends PageArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => ID)
  @IsId('imp')
  importId: string;
}

@ObjectType()
export class CsvImportList {
  @Field(() => [CsvImport])
  items: CsvImport[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@ObjectType()
export class CsvRowResultList {
  @Field(() => [CsvImportRefusal])
  items: CsvImportRefusal[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

/** One import with its progress, for members. */
export const readCsvImport = operation(
  { name: 'csvImport', who: ['session'], limit: 'workflow' },
  async function csvImport(ctx, { organizationId, importId }: CsvImportArgs): Promise<CsvImport> {
    await requireMember(ctx, organizationId, MemberRole.member);
    return findImport(ctx.em, organizationId, importId);
  },
);

const LIST: SortedListOf<typeof importSorts> = {
  name: 'csvImports',
  sorts: importSorts,
  tie: { by: sql`i.id`, type: 'uuid' },
  by: {
    created: null,
    state: { by: sql`i.status`, type: 'text' },
    refused: { by: sql`i.refused`, type: 'number' },
  },
  naming: [sql`i.file_name`],
  time: sql`i.created_at`,
};

/** The organization's imports, newest first if no order is asked for. */
export const listCsvImports = operation(
  { name: 'csvImports', who: ['session'], limit: 'workflow' },
  async function csvImports(ctx, args: CsvImportsArgs): Promise<CsvImportList> {
    const { organizationId, state, productId } = args;
    const page = sortedPage(LIST, args);
    await requireMember(ctx, organizationId, MemberRole.member);
    const rows = await readImports(ctx.em, (of) => {
      let found = of.where('i.organization_id', '=', uuidOf('org', organizationId) ?? '');
      if (state?.length) found = found.where('i.status', 'in', state);
      if (productId) found = found.where('p.product_id', '=', productId);
      return page.narrow(found);
    });
    return page.cut(rows);
  },
);

/** The rows of an import that were refused, in the order of the file; the content of the file is not stored. */
export const listCsvImportProblems = operation(
  { name: 'csvImportProblems', who: ['session'], limit: 'workflow' },
  async function csvImportProblems(
    ctx,
    { organizationId, importId, limit, cursor }: CsvImportProblemsArgs,
  ): Promise<CsvRowResultList> {
    await requireMember(ctx, organizationId, MemberRole.member);
    const after = keyOfCursor(cursor, /^\d{1,7}$/);
    await findImport(ctx.em, organizationId, importId);
    const refused = await ctx.em.find(
      CsvImportRefusal,
      { organizationId, importId, row: { $gt: Number(after ?? 0) } },
      { orderBy: { row: 'asc' }, limit: limit + 1, disableIdentityMap: true },
    );
    return pageOf(refused, limit, ({ row }) => String(row));
  },
);
