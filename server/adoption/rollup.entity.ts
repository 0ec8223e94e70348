import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { PrefixedId } from '../platform/database/id.type.js';

/** Events and distinct developers of a product, UTC day and family; `none` stands for an event without a family. */
@Entity({ tableName: 'adoption_daily' })
export class DailyAdoption {
  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @PrimaryKey({ type: new PrefixedId('prd') })
  productUuid: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  @PrimaryKey({ type: 'text' })
  eventFamily: string;

  @Property({ type: new BigIntType('number') })
  events: number;

  @Property({ type: new BigIntType('number') })
  developers: number;
}

/** Who was counted in a day's distinct developers. */
@Entity({ tableName: 'adoption_daily_developer' })
export class DailyDeveloper {
  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @PrimaryKey({ type: new PrefixedId('prd') })
  productUuid: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  @PrimaryKey({ type: 'text' })
  eventFamily: string;

  @PrimaryKey({ type: 'text' })
  developerId: string;
}
