import { BigIntType, type Opt, type Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { type HoldReason, holdReasons } from './measure.rules.js';
import { CatalogTool } from './tool.entity.js';

export const measureStates = ['taken', 'held', 'declined'] as const;
export type MeasureState = (typeof measureStates)[number];

/** A subject that public sources count, of a tool; the main one of each registry has the lowest position. */
@Entity({ tableName: 'tool_subject' })
export class ToolSubject {
  @PrimaryKey({ type: 'text' })
  subject: string;

  @ManyToOne(() => CatalogTool, { primary: true, ref: true, deleteRule: 'cascade' })
  @Index({ name: 'tool_subject_tool' })
  tool: Ref<CatalogTool>;

  @Property({ type: 'int' })
  position: number;
}

/** The last question to a registry about a subject: a refresh goes on with those that were not asked, and asks on conditions. */
@Entity({ tableName: 'measure_reading' })
@Index({
  name: 'measure_reading_due',
  expression: 'create index measure_reading_due on measure_reading (kind, asked_at nulls first)',
})
export class MeasureReading {
  @PrimaryKey({ type: 'text' })
  kind: string;

  @PrimaryKey({ type: 'text' })
  subject: string;

  @Property({ type: 'text', nullable: true })
  etag: (string & Opt) | null;

  @Property({ type: 'text', nullable: true })
  lastModified: (string & Opt) | null;

  /** When it was answered last, also where it has no such package. */
  @Property({ type: 'datetime', nullable: true })
  askedAt: (Date & Opt) | null;

  /** Until then one run has it in hand; a crash lets it go by itself. */
  @Property({ type: 'datetime', nullable: true })
  claimedUntil: (Date & Opt) | null;

  /** Why the last answer had no figure: not_found, or unreadable. */
  @Property({ type: 'text', nullable: true })
  failure: (string & Opt) | null;
}

/**
 * A figure of a day. One that was taken is public; a held one waits for a reviewer, and a declined one is remembered so that the same figure
 * is not asked about again.
 */
@Entity({ tableName: 'measure_day' })
@Index({
  name: 'measure_day_held',
  expression: `create index measure_day_held on measure_day (id) where state = 'held'`,
})
export class MeasureDay {
  @PrimaryKey({ type: 'text' })
  kind: string;

  @PrimaryKey({ type: 'text' })
  subject: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  @Enum({ items: [...measureStates], type: 'text', primary: true })
  state: MeasureState;

  @Property({ type: 'uuid', unique: true })
  id: string;

  @Check({ name: 'measure_day_value_check', expression: 'value >= 0' })
  @Property({ type: new BigIntType('number') })
  value: number;

  @Property({ type: 'text' })
  source: string;

  /** Why it was held; null for one that never was. */
  @Enum({ items: [...holdReasons], type: 'text', nullable: true })
  reason: (HoldReason & Opt) | null;

  @Property({ type: 'datetime' })
  notedAt: Date;

  @Property({ type: 'datetime', nullable: true })
  decidedAt: (Date & Opt) | null;

  /** Who decided: usr_… or operator. */
  @Property({ type: 'text', nullable: true })
  decidedBy: (string & Opt) | null;
}
