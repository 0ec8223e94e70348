import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { PrefixedId } from '../../platform/database/id.type.js';

/** How many events of a product's keys were refused on a UTC day: counted one by one, also those whose verdict was dropped. */
@Entity({ tableName: 'tracking_refusal' })
export class TrackingRefusal {
  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @PrimaryKey({ type: new PrefixedId('prd') })
  productUuid: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  @Property({ type: new BigIntType('number') })
  refused: number;
}

/** The same by the code of what was first found wrong with an event. */
@Entity({ tableName: 'tracking_refusal_code' })
export class TrackingRefusalCode {
  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @PrimaryKey({ type: new PrefixedId('prd') })
  productUuid: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  @PrimaryKey({ type: 'text' })
  code: string;

  @Property({ type: new BigIntType('number') })
  refused: number;
}
