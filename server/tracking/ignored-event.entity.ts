import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { Product } from '../accounts/index.js';
import { joinedOn } from '../platform/database/relation.js';
import type { Joined } from '../platform/row.types.js';

/** An event name that is switched off for a product: its events are answered as ignored, and not stored. */
@Entity({ tableName: 'ignored_event' })
export class IgnoredEvent {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  @ManyToOne(() => Product, joinedOn('organization_id', 'product_uuid'))
  product: Joined<Product>;

  @PrimaryKey({ type: 'text' })
  eventName: string;

  @Property({ type: 'text' })
  reason: string;

  /** The person who switched it off last. */
  @Property({ type: 'uuid' })
  ignoredBy: string;

  @Property({ type: 'datetime' })
  ignoredAt: Date;
}

/** How many events of a name were ignored on a UTC day: counted one by one, also those whose verdict was dropped. */
@Entity({ tableName: 'ignored_event_count' })
export class IgnoredEventCount {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  @PrimaryKey({ type: 'text' })
  eventName: string;

  @Property({ type: new BigIntType('number') })
  ignored: number;
}
