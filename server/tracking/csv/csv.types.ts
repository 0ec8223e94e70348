import { Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { FieldNote } from '../event-answer.types.js';

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
