import type { Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Organization } from '../../accounts/index.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { AdoptionPage, ViewParameters } from './saved-view.types.js';

/** Named settings of an adoption page: of a person in an organization, or of the organization. */
@ObjectType({ description: 'Named settings of an adoption page.' })
@Entity({ tableName: 'saved_view' })
@Index({
  name: 'saved_view_name',
  expression:
    'create unique index saved_view_name on saved_view (organization_id, user_id, page, name) nulls not distinct',
})
@Index({ name: 'saved_view_user', properties: ['userId'] })
export class SavedView {
  @Field(() => ID, { description: 'Identifier, viw_….' })
  @IdOf('viw')
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => Organization, { ref: true })
  organization: Ref<Organization>;

  /** Null for a view that the whole organization sees. */
  @Property({ type: 'uuid', nullable: true })
  userId: string | null;

  @Field(() => AdoptionPage, { description: 'Page that it is of.' })
  @Property({ type: 'text' })
  page: AdoptionPage;

  @Field(() => String, { description: 'Name that its maker gave it.' })
  @Property({ type: 'text' })
  name: string;

  @Field(() => ViewParameters, { description: 'Filters of the view.' })
  @Property({ type: 'json' })
  parameters: ViewParameters;

  @Field(() => ID, { description: 'The person who made it.' })
  @IdOf('usr')
  @Property({ type: 'uuid' })
  createdBy: string;

  @Field(() => Date, { description: 'Moment of its last change.' })
  @Property({ type: 'datetime' })
  updatedAt: Date;
}
