import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PrefixedId } from '../platform/database/id.type.js';

/** A campaign that an event named; folding notes the first. */
@Entity({ tableName: 'campaign' })
export class Campaign {
  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @PrimaryKey({ type: 'text' })
  campaignId: string;

  @Property({ type: 'datetime' })
  firstEventAt: Date;
}
