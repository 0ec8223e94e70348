import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Product } from '../../accounts/index.js';
import { PrefixedId } from '../../platform/database/id.type.js';
import { joinedOn } from '../../platform/database/relation.js';
import { VerdictStatus } from '../event-answer.types.js';
import { CsvCellProblem, CsvColumn, CsvConstant, CsvCounts, CsvImportStatus, CsvTimes, CsvValue } from './csv.types.js';
import { retention } from './csv-limits.rules.js';
import type { CellProblem } from './csv-row.rules.js';

const HOUR_MS = 3_600_000;

@ObjectType({
  description: 'A file of events on its way in. Its events have the source csv_import and are never evidence.',
})
@Entity({ tableName: 'csv_import' })
@Index({ name: 'csv_import_status', properties: ['organizationId', 'status', 'id'] })
@Index({ name: 'csv_import_refused', properties: ['organizationId', 'refused', 'id'] })
@Index({
  name: 'csv_import_waiting',
  expression: `create index csv_import_waiting on csv_import (confirmed_at) where status in ('confirmed', 'running')`,
})
export class CsvImport {
  @Field(() => ID)
  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @Field(() => ID)
  @PrimaryKey({ type: new PrefixedId('imp') })
  id: string;

  @Property({ type: new PrefixedId('prd') })
  productUuid: string;

  @ManyToOne(() => Product, joinedOn('organization_id', 'product_uuid'))
  product: Ref<Product> & Opt;

  @Field(() => String)
  @Property({ type: 'text' })
  fileName: string;

  @Field(() => CsvImportStatus)
  @Enum({ items: () => CsvImportStatus, type: 'text' })
  status: CsvImportStatus;

  @Field(() => [String], { description: 'The names of the columns in the order of the file.' })
  @Property({ type: 'json' })
  columns: string[];

  @Field(() => Int, { description: 'Rows of data in the file: progress is counts.read of these.' })
  @Property({ type: 'int', fieldName: 'total' })
  rows: number;

  /** The rows lie in so many pieces until they are done; the next one to do is `nextPiece`. */
  @Property({ type: 'int' })
  pieces: number;

  @Property({ type: 'int', default: 1 })
  nextPiece: number & Opt;

  @Field(() => Int, { description: 'How often it was checked; a confirmation names the check that it means.' })
  @Property({ type: 'int', default: 0 })
  revision: number & Opt;

  @Field(() => [CsvColumn], { description: 'As last checked; empty before the first check.' })
  @Property({ type: 'json', defaultRaw: `'[]'` })
  mapping: CsvColumn[] & Opt;

  @Field(() => [CsvConstant], { description: 'Values for all rows, as last checked.' })
  @Property({ type: 'json', defaultRaw: `'[]'` })
  constants: CsvConstant[] & Opt;

  @Field(() => [CsvValue], { description: 'What values of cells become, as last checked.' })
  @Property({ type: 'json', defaultRaw: `'[]'`, fieldName: 'cell_values' })
  values: CsvValue[] & Opt;

  @Field(() => CsvTimes, {
    nullable: true,
    description: 'How the file writes its times, as last checked; null where each has its offset.',
  })
  @Property({ type: 'json', nullable: true })
  times: (CsvTimes & Opt) | null;

  @Property({ type: 'int', default: 0 })
  read: number & Opt;

  @Property({ type: 'int', default: 0 })
  taken: number & Opt;

  @Property({ type: 'int', default: 0 })
  duplicate: number & Opt;

  @Property({ type: 'int', default: 0 })
  ignored: number & Opt;

  @Property({ type: 'int', default: 0 })
  refused: number & Opt;

  /** How often its next piece failed. */
  @Property({ type: 'int', default: 0 })
  attempts: number & Opt;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  createdAt: Date;

  @Field(() => ID, { description: 'The person who uploaded it.' })
  @Property({ type: new PrefixedId('usr') })
  createdBy: string;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  checkedAt: (Date & Opt) | null;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  confirmedAt: (Date & Opt) | null;

  @Field(() => ID, { nullable: true })
  @Property({ type: new PrefixedId('usr'), nullable: true })
  confirmedBy: (string & Opt) | null;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  finishedAt: (Date & Opt) | null;

  @Field(() => String)
  get productId(): string & Opt {
    return this.product.getEntity().productId;
  }

  @Field(() => CsvCounts, { description: 'What was done so far; zero before the confirmation.' })
  get counts(): CsvCounts & Opt {
    const { read, taken, duplicate, ignored, refused } = this;
    return { read, taken, duplicate, ignored, refused };
  }

  @Field(() => Date, { nullable: true, description: 'When an unconfirmed upload is deleted; else null.' })
  get expiresAt(): (Date & Opt) | null {
    const waits = this.status === CsvImportStatus.uploaded || this.status === CsvImportStatus.checked;
    return waits ? new Date(this.createdAt.getTime() + retention.uploadHours * HOUR_MS) : null;
  }
}

/** Rows of a file, compressed, that are checked and imported together; deleted as they are done. */
@Entity({ tableName: 'csv_import_piece' })
export class CsvImportPiece {
  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @PrimaryKey({ type: new PrefixedId('imp') })
  importId: string;

  @PrimaryKey({ type: 'int' })
  number: number;

  @Property({ type: 'blob' })
  rows: Buffer;

  @ManyToOne(() => CsvImport, { ...joinedOn('organization_id', 'import_id'), deleteRule: 'cascade' })
  csvImport: Ref<CsvImport> & Opt;
}

@ObjectType('CsvRowResult', { description: 'A refused row.' })
@Entity({ tableName: 'csv_import_refusal' })
@Index({
  name: 'csv_import_refusal_age',
  expression: 'create index csv_import_refusal_age on csv_import_refusal using brin (at)',
})
export class CsvImportRefusal {
  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @PrimaryKey({ type: new PrefixedId('imp') })
  importId: string;

  @Field(() => Int, { description: 'As a spreadsheet counts: the header is row 1.' })
  @PrimaryKey({ type: 'int', fieldName: 'row_number' })
  row: number;

  @Field(() => VerdictStatus, { description: 'invalid or conflict' })
  @Enum({ items: [VerdictStatus.invalid, VerdictStatus.conflict], type: 'text' })
  status: `${VerdictStatus.invalid | VerdictStatus.conflict}`;

  @Field(() => [CsvCellProblem], { description: 'The first five.' })
  @Property({ type: 'json' })
  problems: CellProblem[];

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  at: Date & Opt;

  @ManyToOne(() => CsvImport, { ...joinedOn('organization_id', 'import_id'), deleteRule: 'cascade' })
  csvImport: Ref<CsvImport> & Opt;
}

/** What is answered of a refused row; its content is not stored. */
export type CsvRowResult = Pick<CsvImportRefusal, 'row' | 'status' | 'problems'>;
