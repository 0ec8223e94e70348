import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** How far a fold has come: it has counted every event that was recorded up to this instant. */
@Entity({ tableName: 'fold_watermark' })
export class FoldWatermark {
  @PrimaryKey({ type: 'text' })
  name: string;

  @Property({ type: 'datetime' })
  recordedAt: Date;
}
