import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { MemberRole, requireMember } from '../../accounts/index.js';
import { IsId } from '../../platform/constraints.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { UUID_KEY } from '../ingest/index.js';
import { findImport } from './csv.find.js';
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

@ArgsType()
export class CsvImportsArgs extends PageArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;
}

@ArgsType()
export class CsvImportProblemsArgs extends CsvImportsArgs {
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
  async (ctx, { organizationId, importId }: CsvImportArgs): Promise<CsvImport> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    return findImport(ctx.em, organizationId, importId);
  },
);

/** The organization's imports, newest first. */
export const listCsvImports = operation(
  { name: 'csvImports', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, limit, cursor }: CsvImportsArgs): Promise<CsvImportList> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    const before = keyOfCursor(cursor, UUID_KEY);
    const rows = await ctx.em.find(
      CsvImport,
      { organizationId, ...(before ? { id: { $lt: before } } : {}) },
      { populate: ['product'], orderBy: { id: 'desc' }, limit: limit + 1, disableIdentityMap: true },
    );
    return pageOf(rows, limit, ({ id }) => uuidOf('imp', id) ?? '');
  },
);

/** The rows of an import that were refused, in the order of the file; the content of the file is not stored. */
export const listCsvImportProblems = operation(
  { name: 'csvImportProblems', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, importId, limit, cursor }: CsvImportProblemsArgs): Promise<CsvRowResultList> => {
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
