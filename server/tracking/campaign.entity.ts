import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A campaign that an event named; folding notes the first. */
@Entity({ tableName: 'campaign' })
export class Campaign {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'text' })
  campaignId: string;

  @Property({ type: 'datetime' })
  firstEventAt: Date;
}
