import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { CsvCause, CsvCounts, CsvWarning } from './csv.types.js';
import { CsvImport, CsvImportRefusal, type CsvRowResult } from './csv-import.entity.js';

@ObjectType({ description: 'What an import would do now. Nothing was stored but the mapping.' })
export class CsvCheck {
  @Field(() => CsvImport)
  csvImport: CsvImport;

  @Field(() => CsvCounts)
  counts: CsvCounts;

  @Field(() => [CsvCause], {
    description:
      'Why rows are refused, the most frequent cause first: at most a hundred. Values are in this answer alone.',
  })
  causes: CsvCause[];

  @Field(() => [CsvImportRefusal], { description: 'The first hundred refused rows.' })
  problems: CsvRowResult[];

  @Field(() => [CsvWarning])
  warnings: CsvWarning[];

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'The event of the first good row, as it would be stored; null when there is none.',
  })
  firstEvent: Record<string, unknown> | null;
}
