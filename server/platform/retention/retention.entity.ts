import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** When a kind of record last had nothing left that was older than its time. */
@Entity({ tableName: 'retention_run' })
export class RetentionRun {
  @PrimaryKey({ type: 'text' })
  kind: string;

  @Property({ type: 'datetime' })
  finishedAt: Date;
}
