import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { MemberRole, requireMember } from '../../accounts/index.js';
import { IsId } from '../../platform/constraints.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import type { VerdictStatus } from '../event-answer.types.js';
import { UUID_KEY } from '../ingest/index.js';
import { findImport, type ImportRow, importOf, SELECT_IMPORT } from './csv.find.js';
import { CsvImport, CsvRowResult } from './csv.types.js';
import type { CellProblem } from './csv-row.rules.js';

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
  @Field(() => [CsvRowResult])
  items: CsvRowResult[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

/** One import with its progress, for members. */
export const readCsvImport = operation(
  { name: 'csvImport', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, importId }: CsvImportArgs): Promise<CsvImport> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    return importOf(await findImport(ctx.em, organizationId, importId));
  },
);

/** The organization's imports, newest first. */
export const listCsvImports = operation(
  { name: 'csvImports', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, limit, cursor }: CsvImportsArgs): Promise<CsvImportList> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    const before = keyOfCursor(cursor, UUID_KEY);
    const rows = await ctx.em.execute<ImportRow[]>(
      `${SELECT_IMPORT} where i.organization_id = ?${before ? ' and i.id < ?' : ''} order by i.id desc limit ?`,
      [uuidOf('org', organizationId), ...(before ? [before] : []), limit + 1],
    );
    const page = pageOf(rows, limit, ({ id }) => id);
    return { items: page.items.map(importOf), nextCursor: page.nextCursor };
  },
);

/** The rows of an import that were refused, in the order of the file; the content of the file is not stored. */
export const listCsvImportProblems = operation(
  { name: 'csvImportProblems', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, importId, limit, cursor }: CsvImportProblemsArgs): Promise<CsvRowResultList> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    const after = keyOfCursor(cursor, /^\d{1,7}$/);
    const own = await findImport(ctx.em, organizationId, importId);
    const rows = await ctx.em.execute<{ row_number: number; status: VerdictStatus; problems: CellProblem[] }[]>(
      `select row_number, status, problems from csv_import_refusal
       where organization_id = ? and import_id = ? and row_number > ? order by row_number limit ?`,
      [own.organization_id, own.id, Number(after ?? 0), limit + 1],
    );
    const { items, nextCursor } = pageOf(rows, limit, ({ row_number }) => String(row_number));
    return {
      items: items.map(({ row_number, status, problems }) => ({ row: row_number, status, problems })),
      nextCursor,
    };
  },
);
