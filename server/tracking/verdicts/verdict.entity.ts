import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { Credential } from '../../accounts/index.js';
import type { FieldNote, VerdictStatus } from '../event-answer.types.js';

/** One answer to an event that was sent: redacted, stored for 7 days. */
@Entity({ tableName: 'tracking_verdict' })
@Index({
  name: 'tracking_verdict_refused',
  expression: `create index tracking_verdict_refused on tracking_verdict (organization_id, id) where status in ('invalid', 'conflict')`,
})
@Index({
  name: 'tracking_verdict_dropped',
  expression: 'create index tracking_verdict_dropped on tracking_verdict (organization_id, id) where dropped > 0',
})
@Index({
  name: 'tracking_verdict_age',
  expression: 'create index tracking_verdict_age on tracking_verdict using brin (at)',
})
export class Verdict {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'uuid' })
  productUuid: string;

  @ManyToOne(() => Credential, { ref: true, createForeignKeyConstraint: false })
  credential: Ref<Credential>;

  @Property({ type: 'datetime' })
  at: Date;

  @Property({ type: 'text' })
  status: VerdictStatus;

  @Property({ type: 'text' })
  door: string;

  @Property({ type: 'text', nullable: true })
  eventName: string | null;

  @Property({ type: 'uuid', nullable: true })
  eventId: string | null;

  @Property({ type: 'text', nullable: true })
  idempotencyKey: string | null;

  @Property({ type: 'text' })
  requestId: string;

  @Property({ type: 'json' })
  problems: FieldNote[];

  @Property({ type: 'json' })
  warnings: FieldNote[];

  /** How many more of the same second and key were not stored; the next one says how many of these were refused. */
  @Property({ type: 'int', default: 0 })
  dropped: number & Opt;

  @Property({ type: 'int', default: 0 })
  droppedRefused: number & Opt;
}

/** How many events of a product's keys were refused on a UTC day: counted one by one, also those whose verdict was dropped. */
@Entity({ tableName: 'tracking_refusal' })
export class TrackingRefusal {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  @Property({ type: new BigIntType('number') })
  refused: number;
}

/** The same by the code of what was first found wrong with an event. */
@Entity({ tableName: 'tracking_refusal_code' })
export class TrackingRefusalCode {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  @PrimaryKey({ type: 'text' })
  code: string;

  @Property({ type: new BigIntType('number') })
  refused: number;
}
