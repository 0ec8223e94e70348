import { IsEnum, IsOptional, Matches } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsSeen, IsText, StaysUnlessGiven } from '../../platform/constraints.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { HasItemsAtMost } from '../../platform/graphql/items.js';
import { SortedPageArgs, sortsOf } from '../../platform/paging/sorted.args.js';
import { ProductStatus, ProductType } from '../product.entity.js';

/** A company chooses its product ids (decisions §2). */
export const PRODUCT_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** A product's id as events carry it; `each` is for the members of a list. */
export const IsProductId = (each = false): PropertyDecorator =>
  Matches(PRODUCT_ID, { each, message: 'must be 1 to 128 of A-Z a-z 0-9 . _ : -' });

const ALIASES_MAX = 20;
/** As many as a page holds (decisions §2, Lists). */
const PRODUCT_IDS_MAX = 100;

@InputType({ description: 'A new product, for which events can be sent.' })
export class CreateProductInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: '1 to 128 of A-Z a-z 0-9 . _ : -, unique in the organization.' })
  @IsProductId()
  productId: string;

  @Field(() => String, { description: 'Shown in the workspace and in reports.' })
  @IsText(200)
  @IsSeen()
  name: string;

  @Field(() => ProductType, { description: 'The kind of product.' })
  @IsEnum(ProductType)
  type: ProductType;
}

@InputType({ description: 'Changes of a product; absent members stay as they are.' })
export class UpdateProductInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'The product, as events carry it.' })
  @IsProductId()
  productId: string;

  @Field(() => String, { nullable: true, description: 'The new name.' })
  @StaysUnlessGiven()
  @IsText(200)
  @IsSeen()
  name?: string | null;

  @Field(() => ProductType, { nullable: true, description: 'The kind of product.' })
  @StaysUnlessGiven()
  @IsEnum(ProductType)
  type?: ProductType | null;

  @Field(() => ProductStatus, { nullable: true, description: 'Whether it takes events.' })
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
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'The product, as events carry it.' })
  @IsProductId()
  productId: string;
}

export const productSorts = sortsOf(['productId', 'name', 'createdAt', 'lastEventAt', 'events7d'], 'productId');

@ArgsType()
export class ProductsArgs extends SortedPageArgs(productSorts, 'the id or the name') {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ProductStatus, { nullable: true, description: 'Only products in this state.' })
  @IsOptional()
  @IsEnum(ProductStatus)
  status?: ProductStatus | null;

  @Field(() => ProductType, { nullable: true, description: 'Only products of this kind.' })
  @IsOptional()
  @IsEnum(ProductType)
  type?: ProductType | null;

  @Field(() => [String], { nullable: true, description: 'Only the products of these ids, at most 100.' })
  @IsOptional()
  @HasItemsAtMost(PRODUCT_IDS_MAX)
  @IsProductId(true)
  productIds?: string[] | null;
}

@ObjectType('Product', { description: 'A product of an organization.' })
export class ProductAnswer {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('prd')
  id: string;

  @Field(() => ID, { description: 'Organization that it belongs to.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: "The company's own id of the product: events carry it in product.id." })
  productId: string;

  @Field(() => String, { description: 'Shown in the workspace and in reports.' })
  name: string;

  @Field(() => ProductType, { description: 'The kind of product.' })
  type: ProductType;

  @Field(() => ProductStatus, { description: 'Whether it takes events.' })
  status: ProductStatus;

  @Field(() => Date, { description: 'Moment at which it was made.' })
  createdAt: Date;

  @Field(() => [String], { description: 'Other names under which events may call it.' })
  aliases: string[];

  @Field(() => Int, { description: 'How many of its tracking keys are live.' })
  liveKeys: number;

  @Field(() => Date, { nullable: true, description: 'When its last event was received, as far as events are counted.' })
  lastEventAt: Date | null;

  @Field(() => String, { nullable: true, description: 'Name of the newest event; null before the first.' })
  lastEventName: string | null;

  @Field(() => GraphQLSafeInt, { description: 'Events received in the last 7 UTC days.' })
  events7d: number;
}

@ObjectType({ description: 'One page of a list.' })
export class ProductList {
  @Field(() => [ProductAnswer], { description: 'Records of this page.' })
  items: ProductAnswer[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;

  @Field(() => Int, { description: 'How many the filters find.' })
  total: number;
}
