import { IsEnum, IsOptional } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsId, IsSeen, IsText, StaysUnlessGiven } from '../../platform/constraints.js';
import { HasItemsAtMost } from '../../platform/graphql/items.js';
import { SortedPageArgs, sortsOf } from '../../platform/paging/sorted.args.js';
import { Product, ProductStatus, ProductType } from '../product.entity.js';
import { IsProductId } from './product-id.rules.js';

const ALIASES_MAX = 20;
/** As many as a page holds (decisions §2, Lists). */
const PRODUCT_IDS_MAX = 100;

@InputType()
export class CreateProductInput {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String, { description: '1 to 128 of A-Z a-z 0-9 . _ : -, unique in the organization.' })
  @IsProductId()
  productId: string;

  @Field(() => String)
  @IsText(200)
  @IsSeen()
  name: string;

  @Field(() => ProductType)
  @IsEnum(ProductType)
  type: ProductType;
}

@InputType()
export class UpdateProductInput {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String)
  @IsProductId()
  productId: string;

  @Field(() => String, { nullable: true })
  @StaysUnlessGiven()
  @IsText(200)
  @IsSeen()
  name?: string | null;

  @Field(() => ProductType, { nullable: true })
  @StaysUnlessGiven()
  @IsEnum(ProductType)
  type?: ProductType | null;

  @Field(() => ProductStatus, { nullable: true })
  @StaysUnlessGiven()
  @IsEnum(ProductStatus)
  status?: ProductStatus | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Replaces the aliases: other names under which events may call this product.',
  })
  @StaysUnlessGiven()
  @HasItemsAtMost(ALIASES_MAX)
  @IsProductId(true)
  aliases?: string[] | null;
}

@ArgsType()
export class ProductArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String)
  @IsProductId()
  productId: string;
}

export const PRODUCT_SORTS = sortsOf(['productId', 'name', 'createdAt', 'lastEventAt', 'events7d'], 'productId');

@ArgsType()
export class ProductsArgs extends SortedPageArgs(PRODUCT_SORTS, 'the id or the name') {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => ProductStatus, { nullable: true })
  @IsOptional()
  @IsEnum(ProductStatus)
  status?: ProductStatus | null;

  @Field(() => ProductType, { nullable: true })
  @IsOptional()
  @IsEnum(ProductType)
  type?: ProductType | null;

  @Field(() => [String], { nullable: true, description: 'Only the products of these ids, at most 100.' })
  @IsOptional()
  @HasItemsAtMost(PRODUCT_IDS_MAX)
  @IsProductId(true)
  productIds?: string[] | null;
}

@ObjectType()
export class ProductList {
  @Field(() => [Product])
  items: Product[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;

  @Field(() => Int, { description: 'How many the filters find.' })
  total: number;
}

@InputType()
export class CreateTrackingKeyInput {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String)
  @IsProductId()
  productId: string;

  @Field(() => String)
  @IsText(120)
  name: string;
}

@InputType()
export class RevokeTrackingKeyInput {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => ID)
  @IsId('key')
  trackingKeyId: string;
}

@ArgsType()
export class TrackingKeysArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsProductId()
  productId?: string | null;
}

@ObjectType({ description: 'A tracking key as lists show it: never the token itself.' })
export class TrackingKey {
  @Field(() => ID)
  id: string;

  @Field(() => ID)
  organizationId: string;

  @Field(() => String)
  productId: string;

  @Field(() => String)
  name: string;

  @Field(() => String, { description: 'Prefix and last four characters.' })
  hint: string;

  @Field(() => Date)
  createdAt: Date;

  @Field(() => Date, { nullable: true })
  lastUsedAt: Date | null;

  @Field(() => Date, { nullable: true })
  revokedAt: Date | null;
}

@ObjectType({ description: 'Shown once: the token is stored as its hash alone.' })
export class CreatedTrackingKey {
  @Field(() => String)
  token: string;

  @Field(() => TrackingKey)
  trackingKey: TrackingKey;

  @Field(() => String, { description: 'A command line that stores one event, with the token filled in.' })
  curl: string;
}
