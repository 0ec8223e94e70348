import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { FieldNote, VerdictStatus } from '../event-answer.types.js';

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

@ObjectType({
  description: 'A file of events on its way in. Its events have the source csv_import and are never evidence.',
})
export class CsvImport {
  @Field(() => ID)
  id: string;

  @Field(() => ID)
  organizationId: string;

  @Field(() => String)
  productId: string;

  @Field(() => String)
  fileName: string;

  @Field(() => CsvImportStatus)
  status: CsvImportStatus;

  @Field(() => [String], { description: 'The names of the columns in the order of the file.' })
  columns: string[];

  @Field(() => Int, { description: 'Rows of data in the file: progress is counts.read of these.' })
  rows: number;

  @Field(() => Int, { description: 'How often it was checked; a confirmation names the check that it means.' })
  revision: number;

  @Field(() => [CsvColumn], { description: 'As last checked; empty before the first check.' })
  mapping: CsvColumn[];

  @Field(() => [CsvConstant], { description: 'Values for all rows, as last checked.' })
  constants: CsvConstant[];

  @Field(() => CsvCounts, { description: 'What was done so far; zero before the confirmation.' })
  counts: CsvCounts;

  @Field(() => Date)
  createdAt: Date;

  @Field(() => ID, { description: 'The person who uploaded it.' })
  createdBy: string;

  @Field(() => Date, { nullable: true })
  checkedAt: Date | null;

  @Field(() => Date, { nullable: true })
  confirmedAt: Date | null;

  @Field(() => ID, { nullable: true })
  confirmedBy: string | null;

  @Field(() => Date, { nullable: true })
  finishedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When an unconfirmed upload is deleted; else null.' })
  expiresAt: Date | null;
}

@ObjectType({ description: 'One wrong or remarkable member of the event that a row would become; never a value.' })
export class CsvCellProblem extends FieldNote {
  @Field(() => String, { nullable: true, description: 'The column that is mapped to the member; null when none is.' })
  column: string | null;
}

@ObjectType({ description: 'A refused row.' })
export class CsvRowResult {
  @Field(() => Int, { description: 'As a spreadsheet counts: the header is row 1.' })
  row: number;

  @Field(() => VerdictStatus, { description: 'invalid or conflict' })
  status: VerdictStatus;

  @Field(() => [CsvCellProblem], { description: 'The first five.' })
  problems: CsvCellProblem[];
}

@ObjectType({ description: 'What many rows were warned of.' })
export class CsvWarning extends CsvCellProblem {
  @Field(() => Int)
  rows: number;
}

@ObjectType({ description: 'What an import would do now. Nothing was stored but the mapping.' })
export class CsvCheck {
  @Field(() => CsvImport)
  csvImport: CsvImport;

  @Field(() => CsvCounts)
  counts: CsvCounts;

  @Field(() => [CsvRowResult], { description: 'The first hundred refused rows.' })
  problems: CsvRowResult[];

  @Field(() => [CsvWarning])
  warnings: CsvWarning[];

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'The event of the first good row, as it would be stored; null when there is none.',
  })
  firstEvent: Record<string, unknown> | null;
}
