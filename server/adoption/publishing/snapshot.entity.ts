import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { PublicRanking } from '../../directory/index.js';
import type { PeriodId, PublishedPeriod, PublishedRow, ToolBasis } from './snapshot.types.js';

/** What was published of a closed day, beside its tools. Written once. */
@Entity({ tableName: 'adoption_snapshot' })
export class AdoptionSnapshot {
  @PrimaryKey({ type: 'date' })
  day: string;

  @Property({ type: 'uuid', unique: true })
  id: string;

  @Property({ type: 'text' })
  methodology: string;

  @Property({ type: 'json' })
  periods: Readonly<Record<PeriodId, Omit<PublishedPeriod, 'rows'>>>;

  /** Rankings of public sources at the end of the day, beside those of its own numbers and never mixed with them. */
  @Property({ type: 'json', defaultRaw: `'[]'` })
  publicRankings: readonly PublicRanking[];

  @Property({ type: 'datetime' })
  createdAt: Date;
}

/** A tool in a snapshot: its published row of each period, and what the next snapshot compares with, which is never shown. */
@Entity({ tableName: 'adoption_snapshot_tool' })
@Index({ name: 'adoption_snapshot_tool_history', properties: ['toolId', 'day'] })
export class AdoptionSnapshotTool {
  @PrimaryKey({ type: 'date' })
  day: string;

  @PrimaryKey({ type: 'uuid' })
  toolId: string;

  @Property({ type: 'json' })
  rows: Readonly<Record<PeriodId, PublishedRow>>;

  @Property({ type: 'json' })
  basis: ToolBasis;
}
