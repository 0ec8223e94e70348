import { IsIn, IsOptional } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IsId } from '../../platform/constraints.js';
import { PageArgs } from '../../platform/page.args.js';
import { rowOutcomes } from './import.types.js';

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
  outcome?: string | null;
}

@ObjectType({ description: 'An import into the catalog; its counts grow while it runs.' })
export class CatalogImport {
  @Field(() => ID)
  id: string;

  @Field(() => String, {
    description:
      'mcp-registry, startup-credits, csv or npm-downloads; starter and starter-offers come with the project.',
  })
  format: string;

  @Field(() => String)
  fileName: string;

  @Field(() => String, {
    description: 'running, done or failed; a failed one keeps whole runs of rows: import the file again.',
  })
  status: string;

  @Field(() => Int, { description: 'Rows of the file.' })
  total: number;

  @Field(() => Int)
  created: number;

  @Field(() => Int)
  updated: number;

  @Field(() => Int)
  unchanged: number;

  @Field(() => Int)
  refused: number;

  @Field(() => String, { description: 'Who imported: usr_…, operator or system.' })
  actor: string;

  @Field(() => Date)
  startedAt: Date;

  @Field(() => Date, { nullable: true })
  finishedAt: Date | null;
}

@ObjectType()
export class CatalogImportList {
  @Field(() => [CatalogImport])
  items: CatalogImport[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@ObjectType()
export class CatalogRowProblem {
  @Field(() => String, { description: 'Where in the row; a JSON pointer, or the column of a table.' })
  pointer: string;

  @Field(() => String)
  code: string;

  @Field(() => String)
  detail: string;
}

@ObjectType()
export class CatalogImportRow {
  @Field(() => Int, { description: 'The place in a list from 1, or the line of a table as a spreadsheet numbers it.' })
  row: number;

  @Field(() => String, { description: 'What the row is about: a name or a slug, as the file has it.' })
  key: string;

  @Field(() => String, { description: `One of ${rowOutcomes.join(', ')}.` })
  outcome: string;

  @Field(() => [CatalogRowProblem], { description: 'Why it was refused.' })
  problems: CatalogRowProblem[];
}

@ObjectType()
export class CatalogImportRowList {
  @Field(() => [CatalogImportRow])
  items: CatalogImportRow[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}
