import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A confirmed create under its caller's key, and the first answer once there is one. */
@Entity({ tableName: 'idempotent_request' })
export class IdempotentRequest {
  @PrimaryKey({ type: 'text' })
  owner: string;

  @PrimaryKey({ type: 'text' })
  operation: string;

  @PrimaryKey({ type: 'text' })
  key: string;

  @Property({ type: 'blob' })
  fingerprint: Buffer;

  /** Any JSON value; null while the create runs. */
  @Property({ type: 'json', nullable: true })
  answer: unknown;

  @Property({ type: 'datetime' })
  heldUntil: Date;

  @Index({ name: 'idempotent_request_expires' })
  @Property({ type: 'datetime' })
  expiresAt: Date;
}
