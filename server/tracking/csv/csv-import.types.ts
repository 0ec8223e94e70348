import { IsEnum, IsInt, IsOptional, MaxLength, Min } from 'class-validator';
import { GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { HasItemsAtMost } from '../../platform/graphql/items.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';
import { FieldNote, VerdictStatus } from '../event-answer.types.js';
import { csvMax } from './csv-row.rules.js';

export enum CsvImportStatus {
  uploaded = 'uploaded',
  checked = 'checked',
  confirmed = 'confirmed',
  running = 'running',
  done = 'done',
  failed = 'failed',
}
registerEnumType(CsvImportStatus, {
  name: 'CsvImportStatus',
  description: 'uploaded → checked (a dry-run, as often as wanted) → confirmed → running → done, or failed.',
});

export enum CsvTimeForm {
  year_month_day = 'year_month_day',
  day_month_year = 'day_month_year',
  month_day_year = 'month_day_year',
  unix = 'unix',
}
registerEnumType(CsvTimeForm, {
  name: 'CsvTimeForm',
  description:
    'How a file writes its times: 2026-11-25 10:00, 25.11.2026 10:00, 11/25/2026 10:00 AM, or seconds or milliseconds since 1970, by their size.',
});

@ObjectType('CsvTimes')
@InputType('CsvTimesInput')
export class CsvTimes {
  @Field(() => CsvTimeForm)
  form: `${CsvTimeForm}`;

  @Field(() => String, { description: 'A name of the IANA list, such as Europe/Berlin.' })
  zone: string;
}

@ObjectType('CsvValue')
@InputType('CsvValueInput')
export class CsvValue {
  @Field(() => String, { description: 'event_name, event_family, campaignId or source' })
  member: string;

  @Field(() => String, { description: 'As a cell has it, blanks around it aside.' })
  from: string;

  @Field(() => String, { description: 'What it becomes.' })
  to: string;
}

@ObjectType('CsvColumn')
@InputType('CsvColumnInput')
export class CsvColumn {
  @Field(() => String)
  column: string;

  @Field(() => String, {
    description:
      'event_name, event_family, developer_id, account_domain, occurredAt, idempotencyKey, campaignId, source or metadata.<name>',
  })
  member: string;
}

@ObjectType('CsvConstant')
@InputType('CsvConstantInput')
export class CsvConstant {
  @Field(() => String, { description: 'As of a column, but for developer_id, occurredAt and idempotencyKey.' })
  member: string;

  @Field(() => String)
  value: string;
}

@ObjectType({ description: 'Rows by what became of them: each row that was read is in one of the other four counts.' })
export class CsvCounts {
  @Field(() => Int)
  read: number;

  @Field(() => Int, { description: 'Stored as new events.' })
  taken: number;

  @Field(() => Int, { description: 'Stored before, by this file or another: importing a row again changes nothing.' })
  duplicate: number;

  @Field(() => Int, { description: 'Not stored, since the product is ignored.' })
  ignored: number;

  @Field(() => Int, { description: 'Invalid, or changed under a key that is stored: csvImportProblems lists each.' })
  refused: number;
}

@ObjectType({ description: 'One wrong or remarkable member of the event that a row would become; never a value.' })
export class CsvCellProblem extends FieldNote {
  @Field(() => String, { nullable: true, description: 'The column that is mapped to the member; null when none is.' })
  column: string | null;
}

@ObjectType({ description: 'What many rows were warned of.' })
export class CsvWarning extends CsvCellProblem {
  @Field(() => Int)
  rows: number;
}

@ObjectType({ description: 'Rows that are refused for one cause.' })
export class CsvCause extends CsvCellProblem {
  @Field(() => Int)
  rows: number;

  @Field(() => Int, { description: 'The first of them, as a spreadsheet counts: the header is row 1.' })
  firstRow: number;

  @Field(() => String, {
    nullable: true,
    description:
      'What the cells hold; null where nothing stands there, where they hold more than twenty values, and for private content.',
  })
  value: string | null;
}

/** An import with the company's own id of its product, and how far it is. */
@ObjectType('CsvImport', {
  description: 'A file of events on its way in. Its events have the source csv_import and are never evidence.',
})
export class CsvImportAnswer {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => ID)
  @IdOf('imp')
  id: string;

  @Field(() => String)
  productId: string;

  @Field(() => String)
  fileName: string;

  @Field(() => CsvImportStatus)
  status: CsvImportStatus;

  @Field(() => [String], { description: 'The names of the columns in the order of the file.' })
  columns: readonly string[];

  @Field(() => Int, { description: 'Rows of data in the file: progress is counts.read of these.' })
  rows: number;

  @Field(() => Int, { description: 'How often it was checked; a confirmation names the check that it means.' })
  revision: number;

  @Field(() => [CsvColumn], { description: 'As last checked; empty before the first check.' })
  mapping: readonly CsvColumn[];

  @Field(() => [CsvConstant], { description: 'Values for all rows, as last checked.' })
  constants: readonly CsvConstant[];

  @Field(() => [CsvValue], { description: 'What values of cells become, as last checked.' })
  values: readonly CsvValue[];

  @Field(() => CsvTimes, {
    nullable: true,
    description: 'How the file writes its times, as last checked; null where each has its offset.',
  })
  times: CsvTimes | null;

  @Field(() => CsvCounts, { description: 'What was done so far; zero before the confirmation.' })
  counts: CsvCounts;

  @Field(() => Date)
  createdAt: Date;

  @Field(() => ID, { description: 'The person who uploaded it.' })
  @IdOf('usr')
  createdBy: string;

  @Field(() => Date, { nullable: true })
  checkedAt: Date | null;

  @Field(() => Date, { nullable: true })
  confirmedAt: Date | null;

  @Field(() => ID, { nullable: true })
  @IdOf('usr')
  confirmedBy: string | null;

  @Field(() => Date, { nullable: true })
  finishedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When an unconfirmed upload is deleted; else null.' })
  expiresAt: Date | null;
}

@ObjectType({ description: 'A refused row.' })
export class CsvRowResult {
  @Field(() => Int, { description: 'As a spreadsheet counts: the header is row 1.' })
  row: number;

  @Field(() => VerdictStatus, { description: 'invalid or conflict' })
  status: `${VerdictStatus.invalid | VerdictStatus.conflict}`;

  @Field(() => [CsvCellProblem], { description: 'The first five.' })
  problems: readonly CsvCellProblem[];
}

@ObjectType({ description: 'What an import would do now. Nothing was stored but the mapping.' })
export class CsvCheck {
  @Field(() => CsvImportAnswer)
  csvImport: CsvImportAnswer;

  @Field(() => CsvCounts)
  counts: CsvCounts;

  @Field(() => [CsvCause], {
    description:
      'Why rows are refused, the most frequent cause first: at most a hundred. Values are in this answer alone.',
  })
  causes: CsvCause[];

  @Field(() => [CsvRowResult], { description: 'The first hundred refused rows.' })
  problems: readonly CsvRowResult[];

  @Field(() => [CsvWarning])
  warnings: CsvWarning[];

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'The event of the first good row, as it would be stored; null when there is none.',
  })
  firstEvent: Record<string, unknown> | null;
}

@ArgsType()
export class CsvImportArgs {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => ID)
  @IdOf('imp')
  importId: string;
}

export const importSorts = sortsOf(['created', 'state', 'refused'], '-created');

@ArgsType()
export class CsvImportsArgs extends TimedPageArgs(importSorts, 'the file’s name', 'Uploaded') {
  @Field(() => ID)
  @IdOf('org')
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
  @IdOf('org')
  organizationId: string;

  @Field(() => ID)
  @IdOf('imp')
  importId: string;
}

@ObjectType()
export class CsvImportList {
  @Field(() => [CsvImportAnswer])
  items: CsvImportAnswer[];

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

@InputType()
export class CheckCsvImportInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => ID)
  @IdOf('imp')
  importId: string;

  @Field(() => [CsvColumn], { description: 'Columns that are not named here are left out.' })
  @HasItemsAtMost(csvMax.columns)
  mapping: CsvColumn[];

  @Field(() => [CsvConstant], { nullable: true })
  @IsOptional()
  @HasItemsAtMost(csvMax.columns)
  constants?: CsvConstant[] | null;

  @Field(() => [CsvValue], { nullable: true, description: 'What values of cells become; others stay as they are.' })
  @IsOptional()
  @HasItemsAtMost(csvMax.values)
  values?: CsvValue[] | null;

  @Field(() => CsvTimes, {
    nullable: true,
    description: 'How the file writes its times, and in which time zone; absent where each has its offset.',
  })
  @IsOptional()
  times?: CsvTimes | null;
}

@InputType()
export class ConfirmCsvImportInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => ID)
  @IdOf('imp')
  importId: string;

  @Field(() => Int, { description: 'The revision of the check that is confirmed: csvImport.revision.' })
  @IsInt()
  @Min(1)
  revision: number;
}

export interface ConfirmCsvImportCall extends ConfirmCsvImportInput {
  idempotencyKey?: string | null;
}
