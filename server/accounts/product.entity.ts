import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Enum, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { PrefixedId } from '../platform/database/id.type.js';
import { joinedOn } from '../platform/database/relation.js';
import { Organization } from './organization.entity.js';

export enum ProductStatus {
  registered = 'registered',
  ignored = 'ignored',
}
registerEnumType(ProductStatus, {
  name: 'ProductStatus',
  description: 'Events of an ignored product answer tracked: false and are not stored.',
});

export enum ProductType {
  api = 'api',
  model = 'model',
  agent = 'agent',
  sdk = 'sdk',
  cli = 'cli',
  mcp_server = 'mcp_server',
  app = 'app',
  docs = 'docs',
  dataset = 'dataset',
  platform = 'platform',
}
registerEnumType(ProductType, { name: 'ProductType', description: 'What kind of thing a product is.' });

/** A product of one company. The company chooses `productId`; our own record has `prd_…`. */
@ObjectType()
@Entity({ tableName: 'product' })
@Unique({ properties: ['organization', 'productId'] })
export class Product {
  @ManyToOne(() => Organization, { primary: true, ref: true })
  organization: Ref<Organization>;

  @Field(() => ID)
  @PrimaryKey({ type: new PrefixedId('prd') })
  id: string;

  @Field(() => String, { description: "The company's own id of the product: what an event carries in product.id." })
  @Property({ type: 'text' })
  productId: string;

  @Field(() => String)
  @Property({ type: 'text' })
  name: string;

  @Field(() => ProductType)
  @Property({ type: 'text' })
  type: ProductType;

  @Field(() => ProductStatus)
  @Enum({ items: () => ProductStatus, type: 'text', default: ProductStatus.registered })
  status: ProductStatus & Opt = ProductStatus.registered;

  @Field(() => Date)
  @Property({ type: 'datetime', defaultRaw: 'now()' })
  createdAt: Date & Opt = new Date();

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  updatedAt: Date & Opt = new Date();

  @Property({ type: 'int', version: true, default: 1 })
  version: number & Opt;

  /** Filled in by `describeProducts`, like the next ones: all of them live in other tables. */
  @Field(() => [String], { description: 'Other names under which events may call it.' })
  aliases: string[] & Opt;

  @Field(() => Int, { description: 'How many of its tracking keys are live.' })
  liveKeys: number & Opt;

  @Field(() => Date, { nullable: true, description: 'When its last event was received, as far as events are counted.' })
  lastEventAt: (Date & Opt) | null;

  @Field(() => String, { nullable: true })
  lastEventName: (string & Opt) | null;

  @Field(() => GraphQLSafeInt, { description: 'Events received in the last 7 UTC days.' })
  events7d: number & Opt;

  @Field(() => ID)
  get organizationId(): string & Opt {
    return this.organization.id;
  }
}

/** A name under which events may call a product: its own id or an alias, unique in the organization. */
@Entity({ tableName: 'product_name' })
export class ProductName {
  @PrimaryKey({ type: new PrefixedId('org') })
  organizationId: string;

  @PrimaryKey({ type: 'text' })
  name: string;

  @Property({ type: new PrefixedId('prd') })
  productUuid: string;

  @ManyToOne(() => Product, joinedOn('organization_id', 'product_uuid'))
  product: Ref<Product> & Opt;
}
