import { IsEnum, IsInt, IsOptional, Min } from 'class-validator';
import { GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsPlainText } from '../../platform/constraints.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { HasItemsAtMost } from '../../platform/graphql/items.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';
import { FieldNote, VerdictStatus } from '../event-answer.types.js';
import { csvMax } from './csv.rules.js';

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

@ObjectType('CsvTimes', { description: 'How a file writes its times.' })
@InputType('CsvTimesInput', { description: 'How a file writes its times.' })
export class CsvTimes {
  @Field(() => CsvTimeForm, { description: 'Order of day, month and year, or a count since 1970.' })
  form: `${CsvTimeForm}`;

  @Field(() => String, { description: 'A name of the IANA list, such as Europe/Berlin.' })
  zone: string;
}

@ObjectType('CsvValue', { description: 'Replaces one value of a cell in every row.' })
@InputType('CsvValueInput', { description: 'Replaces one value of a cell in every row.' })
export class CsvValue {
  @Field(() => String, { description: 'event_name, event_family, campaignId or source' })
  member: string;

  @Field(() => String, { description: 'As a cell has it, blanks around it aside.' })
  from: string;

  @Field(() => String, { description: 'The value of the event instead.' })
  to: string;
}

@ObjectType('CsvColumn', { description: 'Maps one column of a file to a member of events.' })
@InputType('CsvColumnInput', { description: 'Maps one column of a file to a member of events.' })
export class CsvColumn {
  @Field(() => String, { description: 'Name in the header of the file.' })
  column: string;

  @Field(() => String, {
    description:
      'event_name, event_family, developer_id, account_domain, occurredAt, idempotencyKey, campaignId, source or metadata.<name>',
  })
  member: string;
}

@ObjectType('CsvConstant', { description: 'Gives a member of every event the same value.' })
@InputType('CsvConstantInput', { description: 'Gives a member of every event the same value.' })
export class CsvConstant {
  @Field(() => String, { description: 'As of a column, but for developer_id, occurredAt and idempotencyKey.' })
  member: string;

  @Field(() => String, { description: 'Text of 1 to 255 characters.' })
  value: string;
}

@ObjectType({ description: 'Rows by what became of them: each row that was read is in one of the other four counts.' })
export class CsvCounts {
  @Field(() => Int, { description: 'Rows that were looked at so far.' })
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

@ObjectType({ description: 'A remark on many rows.' })
export class CsvWarning extends CsvCellProblem {
  @Field(() => Int, { description: 'How many rows have it.' })
  rows: number;
}

@ObjectType({ description: 'Rows that are refused for one cause.' })
export class CsvCause extends CsvCellProblem {
  @Field(() => Int, { description: 'How many rows it refuses.' })
  rows: number;

  @Field(() => Int, { description: 'The first of them, as a spreadsheet counts: the header is row 1.' })
  firstRow: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The text of the cells; null where nothing stands there, where they hold more than twenty values, and for private content.',
  })
  value: string | null;
}

/** An import with the company's own id of its product, and how far it is. */
@ObjectType('CsvImport', {
  description: 'A file of events on its way in. Its events have the source csv_import and are never evidence.',
})
export class CsvImportAnswer {
  @Field(() => ID, { description: 'Organization that it belongs to.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('imp')
  id: string;

  @Field(() => String, { description: "The company's own id of the product whose events these are." })
  productId: string;

  @Field(() => String, { description: 'As the person who uploaded it called it.' })
  fileName: string;

  @Field(() => CsvImportStatus, { description: 'How far it is.' })
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

  @Field(() => [CsvValue], { description: 'Replacements of values of cells, as last checked.' })
  values: readonly CsvValue[];

  @Field(() => CsvTimes, {
    nullable: true,
    description: 'How the file writes its times, as last checked; null where each has its offset.',
  })
  times: CsvTimes | null;

  @Field(() => CsvCounts, { description: 'Rows that were done so far; zero before the confirmation.' })
  counts: CsvCounts;

  @Field(() => Date, { description: 'Moment of the upload.' })
  createdAt: Date;

  @Field(() => ID, { description: 'The person who uploaded it.' })
  @IdOf('usr')
  createdBy: string;

  @Field(() => Date, { nullable: true, description: 'Moment of the last dry-run.' })
  checkedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'Moment from which its rows are imported.' })
  confirmedAt: Date | null;

  @Field(() => ID, { nullable: true, description: 'The person who confirmed it.' })
  @IdOf('usr')
  confirmedBy: string | null;

  @Field(() => Date, { nullable: true, description: 'Moment at which it was done or given up.' })
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

@ObjectType({ description: 'The result of an import if it ran now. Nothing was stored but the mapping.' })
export class CsvCheck {
  @Field(() => CsvImportAnswer, { description: 'The import after this check.' })
  csvImport: CsvImportAnswer;

  @Field(() => CsvCounts, { description: 'Rows by what would become of them.' })
  counts: CsvCounts;

  @Field(() => [CsvCause], {
    description:
      'Why rows are refused, the most frequent cause first: at most a hundred. Values are in this answer alone.',
  })
  causes: CsvCause[];

  @Field(() => [CsvRowResult], { description: 'The first hundred refused rows.' })
  problems: readonly CsvRowResult[];

  @Field(() => [CsvWarning], { description: 'Remarks on rows that would be stored.' })
  warnings: CsvWarning[];

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'The event of the first good row, as it would be stored; null when there is none.',
  })
  firstEvent: Record<string, unknown> | null;
}

@ArgsType()
export class CsvImportArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'Import of this organization.' })
  @IdOf('imp')
  importId: string;
}

export const importSorts = sortsOf(['created', 'state', 'refused'], '-created');

@ArgsType()
export class CsvImportsArgs extends TimedPageArgs(importSorts, 'the file’s name', 'Uploaded') {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => [CsvImportStatus], { nullable: true, description: 'Only imports in one of these states.' })
  @IsOptional()
  @IsEnum(CsvImportStatus, { each: true })
  state?: CsvImportStatus[] | null;

  @Field(() => String, { nullable: true, description: 'Only imports for this product.' })
  @IsOptional()
  @IsPlainText(128)
  productId?: string | null;
}

@ArgsType()
export class CsvImportProblemsArgs extends PageArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'Import of this organization.' })
  @IdOf('imp')
  importId: string;
}

@ObjectType({ description: 'One page of imports.' })
export class CsvImportList {
  @Field(() => [CsvImportAnswer], { description: 'Records of this page.' })
  items: CsvImportAnswer[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

@ObjectType({ description: 'One page of refused rows.' })
export class CsvRowResultList {
  @Field(() => [CsvRowResult], { description: 'Records of this page.' })
  items: CsvRowResult[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

@InputType({ description: 'Chooses how the columns of an upload become events.' })
export class CheckCsvImportInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'Import of this organization.' })
  @IdOf('imp')
  importId: string;

  @Field(() => [CsvColumn], { description: 'Columns that are not named here are left out.' })
  @HasItemsAtMost(csvMax.columns)
  mapping: CsvColumn[];

  @Field(() => [CsvConstant], { nullable: true, description: 'Members that have the same value in all rows.' })
  @IsOptional()
  @HasItemsAtMost(csvMax.columns)
  constants?: CsvConstant[] | null;

  @Field(() => [CsvValue], { nullable: true, description: 'Replacements of values of cells; others stay as they are.' })
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

@InputType({ description: 'Confirms one check of an import.' })
export class ConfirmCsvImportInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'Import of this organization.' })
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
