import { BigIntType } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { IsOneOf } from '../platform/graphql/choices.js';

/** The catalog's version, in one row: writers of the catalog lock it. */
@Entity({ tableName: 'catalog_head' })
export class CatalogHead {
  @Check({ name: 'catalog_head_id_check', expression: 'id = 1' })
  @PrimaryKey({ type: 'smallint', autoincrement: false })
  id: number;

  @Property({ type: new BigIntType('number') })
  version: number;

  @Property({ type: 'datetime' })
  changedAt: Date;
}

/** The change of one record in a version of the catalog. */
@ObjectType({ description: 'A change of the catalog.' })
@Entity({ tableName: 'catalog_change' })
@Index({ name: 'catalog_change_at', properties: ['at', 'version'] })
@Index({ name: 'catalog_change_slug', properties: ['resource', 'slug', 'version'] })
export class CatalogChange {
  @Field(() => GraphQLSafeInt, { description: 'The version of the catalog that it made.' })
  @PrimaryKey({ type: new BigIntType('number') })
  version: number;

  @Field(() => String, { description: 'tool or offer.' })
  @Enum({ items: ['tool', 'offer'], type: 'text', primary: true })
  @IsOneOf(['tool', 'offer'])
  resource: 'tool' | 'offer';

  @PrimaryKey({ type: 'uuid' })
  resourceId: string;

  @Field(() => String, { description: 'Short name in addresses.' })
  @Property({ type: 'text' })
  slug: string;

  @Field(() => String, { description: 'created, updated or removed.' })
  @Enum({ items: ['created', 'updated', 'removed'], type: 'text' })
  @IsOneOf(['created', 'updated', 'removed'])
  change: 'created' | 'updated' | 'removed';

  @Field(() => [String], { description: 'The fields that changed.' })
  @Property({ type: 'json' })
  fields: string[];

  @Field(() => Date, { description: 'Moment of the change.' })
  @Property({ type: 'datetime' })
  at: Date;
}
