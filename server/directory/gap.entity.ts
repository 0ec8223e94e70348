import { BigIntType } from '@mikro-orm/core';
import { Entity, Enum, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A need without a tool, words in which no need was read, or a category in which nothing was found. */
export const gapKinds = ['capability', 'not_understood', 'category'] as const;
export type GapKind = (typeof gapKinds)[number];

/** A need of a question that no tool answered: never the question itself. */
export interface Gap {
  readonly kind: GapKind;
  readonly need: string;
}

/** How often a question of a UTC day had no answer: by what was missing, and without the question. */
@Entity({ tableName: 'gap_count' })
@Index({ name: 'gap_count_need', properties: ['kind', 'need', 'day'] })
export class GapCount {
  @PrimaryKey({ type: 'date' })
  day: string;

  @Enum({ items: [...gapKinds], type: 'text', primary: true })
  kind: GapKind;

  /** A capability of the lexicon or a category of the catalog; empty for words that were not understood. */
  @PrimaryKey({ type: 'text' })
  need: string;

  @Property({ type: new BigIntType('number') })
  questions: number;
}
