import { IsIn, IsOptional } from 'class-validator';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { IsId } from '../../platform/constraints.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { CatalogImport, CatalogImportRow } from './import.entity.js';
import { type RowOutcomeName, rowOutcomes } from './import.types.js';

@ArgsType()
export class CatalogImportArgs {
  @Field(() => ID)
  @IsId('imp')
  importId: string;
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
