import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Enum, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { registerEnumType } from 'type-graphql';
import { joinedOn } from '../platform/database/relation.js';
import type { Joined } from '../platform/row.types.js';
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

/** A product of one company. The company chooses `productId`; we know it by `prd_…`. */
@Entity({ tableName: 'product' })
@Unique({ properties: ['organization', 'productId'] })
export class Product {
  @ManyToOne(() => Organization, { primary: true, ref: true })
  organization: Ref<Organization>;

  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'text' })
  productId: string;

  @Property({ type: 'text' })
  name: string;

  @Property({ type: 'text' })
  type: ProductType;

  @Enum({ items: () => ProductStatus, type: 'text', default: ProductStatus.registered })
  status: ProductStatus & Opt = ProductStatus.registered;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  createdAt: Date & Opt = new Date();

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  updatedAt: Date & Opt = new Date();

  @Property({ type: 'int', version: true, default: 1 })
  version: number & Opt;
}

/** A name under which events may call a product: its own id or an alias, unique in the organization. */
@Entity({ tableName: 'product_name' })
export class ProductName {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'text' })
  name: string;

  @Property({ type: 'uuid' })
  productUuid: string;

  @ManyToOne(() => Product, joinedOn('organization_id', 'product_uuid'))
  product: Joined<Product>;
}
