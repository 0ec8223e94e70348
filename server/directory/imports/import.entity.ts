import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { enumOf } from '../../platform/graphql/choices.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { type RowOutcomeName, rowOutcomes } from './import.types.js';

const RowOutcomes = enumOf('CatalogRowOutcome', rowOutcomes, 'What an import did with a row of its file.');

/** An import into the catalog, with the outcomes of its rows so far. */
@ObjectType({ description: 'An import into the catalog; its counts grow while it runs.' })
@Entity({ tableName: 'catalog_import' })
@Index({ name: 'catalog_import_status', properties: ['status', 'id'] })
@Index({ name: 'catalog_import_refused', properties: ['refused', 'id'] })
export class CatalogImport {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('imp')
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Field(() => String, {
    description:
      'mcp-registry, startup-credits, csv, npm-downloads or measures; starter and starter-offers come with the project.',
  })
  @Property({ type: 'text' })
  format: string;

  @Field(() => String, { description: 'Name of the file that was given.' })
  @Property({ type: 'text' })
  fileName: string;

  /** SHA-256 of the files, in hexadecimal. */
  @Property({ type: 'text' })
  digest: string;

  @Field(() => String, {
    description: 'running, done or failed; a failed one keeps whole runs of rows: import the file again.',
  })
  @Enum({ items: ['running', 'done', 'failed'], type: 'text' })
  status: 'running' | 'done' | 'failed';

  @Field(() => Int, { description: 'Rows of the file.' })
  @Property({ type: 'int' })
  total: number;

  @Field(() => Int, { description: 'Rows that became new entries.' })
  @Property({ type: 'int', default: 0 })
  created: number & Opt;

  @Field(() => Int, { description: 'Rows that changed an entry.' })
  @Property({ type: 'int', default: 0 })
  updated: number & Opt;

  @Field(() => Int, { description: 'Rows that changed nothing.' })
  @Property({ type: 'int', default: 0 })
  unchanged: number & Opt;

  @Field(() => Int, { description: 'Rows with an older version of an entry that has a newer one.' })
  @Property({ type: 'int', default: 0 })
  superseded: number & Opt;

  @Field(() => Int, { description: 'Figures that wait for a reviewer.' })
  @Property({ type: 'int', default: 0 })
  held: number & Opt;

  @Field(() => Int, { description: 'Rows that were refused.' })
  @Property({ type: 'int', default: 0 })
  refused: number & Opt;

  @Field(() => String, { description: 'Who imported: usr_…, operator or system.' })
  @Property({ type: 'text' })
  actor: string;

  @Field(() => Date, { description: 'Moment of the start.' })
  @Property({ type: 'datetime' })
  startedAt: Date;

  /** When it wrote last: one without progress for long was ended by a crash. */
  @Property({ type: 'datetime', nullable: true })
  movedAt: (Date & Opt) | null;

  @Field(() => Date, { nullable: true, description: 'Moment of the end; null while it runs or where it broke off.' })
  @Property({ type: 'datetime', nullable: true })
  finishedAt: (Date & Opt) | null;
}

@ObjectType({ description: 'Why a row was refused.' })
export class CatalogRowProblem {
  @Field(() => String, { description: 'Where in the row; a JSON pointer, or the column of a table.' })
  pointer: string;

  @Field(() => String, { description: 'Name of the problem.' })
  code: string;

  @Field(() => String, { description: 'The problem in a sentence.' })
  detail: string;
}

/** The outcome of one row of a file. */
@ObjectType({ description: 'What became of a row.' })
@Entity({ tableName: 'catalog_import_row' })
export class CatalogImportRow {
  @ManyToOne(() => CatalogImport, { primary: true, ref: true, deleteRule: 'cascade' })
  import: Ref<CatalogImport>;

  @Field(() => Int, {
    name: 'row',
    description: 'The place in a list from 1, or the line of a table as a spreadsheet numbers it.',
  })
  @PrimaryKey({ type: 'int' })
  rowNumber: number;

  @Field(() => String, { description: 'What the row is about: a name or a slug, as the file has it.' })
  @Property({ type: 'text' })
  key: string;

  @Field(() => RowOutcomes, { description: 'What the import did with the row.' })
  @Enum({ items: [...rowOutcomes], type: 'text' })
  outcome: RowOutcomeName;

  @Field(() => [CatalogRowProblem], { description: 'Why it was refused, held or superseded.' })
  @Property({ type: 'json', defaultRaw: `'[]'` })
  problems: CatalogRowProblem[];
}
