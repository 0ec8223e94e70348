import type { Opt } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Product } from '../../accounts/index.js';
import { joinedOn } from '../../platform/database/relation.js';
import type { Joined } from '../../platform/row.types.js';
import { VerdictStatus } from '../event-answer.types.js';
import { type CsvColumn, type CsvConstant, CsvImportStatus, type CsvTimes, type CsvValue } from './csv-import.types.js';
import type { CellProblem } from './csv-row.rules.js';

/** A file of events on its way in. Its events have the source csv_import and are never evidence. */
@Entity({ tableName: 'csv_import' })
@Index({ name: 'csv_import_status', properties: ['organizationId', 'status', 'id'] })
@Index({ name: 'csv_import_refused', properties: ['organizationId', 'refused', 'id'] })
@Index({
  name: 'csv_import_waiting',
  expression: `create index csv_import_waiting on csv_import (confirmed_at) where status in ('confirmed', 'running')`,
})
export class CsvImport {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'uuid' })
  productUuid: string;

  @ManyToOne(() => Product, joinedOn('organization_id', 'product_uuid'))
  product: Joined<Product>;

  @Property({ type: 'text' })
  fileName: string;

  @Enum({ items: () => CsvImportStatus, type: 'text' })
  status: CsvImportStatus;

  @Property({ type: 'json' })
  columns: string[];

  /** Rows of data in the file. */
  @Property({ type: 'int' })
  total: number;

  /** The rows lie in so many pieces until they are done; the next one to do is `nextPiece`. */
  @Property({ type: 'int' })
  pieces: number;

  @Property({ type: 'int', default: 1 })
  nextPiece: number & Opt;

  @Property({ type: 'int', default: 0 })
  revision: number & Opt;

  @Property({ type: 'json', defaultRaw: `'[]'` })
  mapping: CsvColumn[] & Opt;

  @Property({ type: 'json', defaultRaw: `'[]'` })
  constants: CsvConstant[] & Opt;

  @Property({ type: 'json', defaultRaw: `'[]'` })
  cellValues: CsvValue[] & Opt;

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

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'uuid' })
  createdBy: string;

  @Property({ type: 'datetime', nullable: true })
  checkedAt: (Date & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  confirmedAt: (Date & Opt) | null;

  @Property({ type: 'uuid', nullable: true })
  confirmedBy: (string & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  finishedAt: (Date & Opt) | null;
}

/** Rows of a file, compressed, that are checked and imported together; deleted as they are done. */
@Entity({ tableName: 'csv_import_piece' })
export class CsvImportPiece {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  importId: string;

  @PrimaryKey({ type: 'int' })
  number: number;

  @Property({ type: 'blob' })
  rows: Buffer;

  @ManyToOne(() => CsvImport, { ...joinedOn('organization_id', 'import_id'), deleteRule: 'cascade' })
  csvImport: Joined<CsvImport>;
}

/** A refused row; its content is not stored. */
@Entity({ tableName: 'csv_import_refusal' })
@Index({
  name: 'csv_import_refusal_age',
  expression: 'create index csv_import_refusal_age on csv_import_refusal using brin (at)',
})
export class CsvImportRefusal {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  importId: string;

  /** As a spreadsheet counts: the header is row 1. */
  @PrimaryKey({ type: 'int' })
  rowNumber: number;

  @Enum({ items: [VerdictStatus.invalid, VerdictStatus.conflict], type: 'text' })
  status: `${VerdictStatus.invalid | VerdictStatus.conflict}`;

  @Property({ type: 'json' })
  problems: CellProblem[];

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  at: Date & Opt;

  @ManyToOne(() => CsvImport, { ...joinedOn('organization_id', 'import_id'), deleteRule: 'cascade' })
  csvImport: Joined<CsvImport>;
}
