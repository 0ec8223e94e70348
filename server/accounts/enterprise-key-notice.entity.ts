import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A notice that an agent key ends soon; the row is what keeps it from being sent twice. */
@Entity({ tableName: 'enterprise_key_notice' })
export class EnterpriseKeyNotice {
  /** A bare UUID. */
  @PrimaryKey({ type: 'uuid' })
  credentialId: string;

  /** How many days before the end: 30, 20 or 10. */
  @PrimaryKey({ type: 'smallint' })
  days: number;

  @Property({ type: 'datetime' })
  sentAt: Date;
}
