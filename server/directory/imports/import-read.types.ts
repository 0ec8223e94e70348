import { IsIn, IsOptional } from 'class-validator';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { IsId, IsText } from '../../platform/constraints.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';
import { CatalogImport, CatalogImportRow } from './import.entity.js';
import { type RowOutcomeName, rowOutcomes } from './import.types.js';

@ArgsType()
export class CatalogImportArgs {
  @Field(() => ID)
  @IsId('imp')
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
  @Field(() => ID)
  @IsId('imp')
  importId: string;

  @Field(() => String, { nullable: true, description: `Rows of this outcome alone: ${rowOutcomes.join(', ')}.` })
  @IsOptional()
  @IsIn(rowOutcomes, { message: `must be one of ${rowOutcomes.join(', ')}` })
  outcome?: RowOutcomeName | null;
}

@ObjectType()
export class CatalogImportList {
  @Field(() => [CatalogImport])
  items: CatalogImport[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@ObjectType()
export class CatalogImportRowList {
  @Field(() => [CatalogImportRow])
  items: CatalogImportRow[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}
