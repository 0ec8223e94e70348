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

@InputType()
export class CreateProductInput {
  @Field(() => ID)
  @IdOf('org')
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
  @IdOf('org')
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
  @IdOf('org')
  organizationId: string;

  @Field(() => String)
  @IsProductId()
  productId: string;
}

export const productSorts = sortsOf(['productId', 'name', 'createdAt', 'lastEventAt', 'events7d'], 'productId');

@ArgsType()
export class ProductsArgs extends SortedPageArgs(productSorts, 'the id or the name') {
  @Field(() => ID)
  @IdOf('org')
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

@ObjectType('Product')
export class ProductAnswer {
  @Field(() => ID)
  @IdOf('prd')
  id: string;

  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: "The company's own id of the product: events carry it in product.id." })
  productId: string;

  @Field(() => String)
  name: string;

  @Field(() => ProductType)
  type: ProductType;

  @Field(() => ProductStatus)
  status: ProductStatus;

  @Field(() => Date)
  createdAt: Date;

  @Field(() => [String], { description: 'Other names under which events may call it.' })
  aliases: string[];

  @Field(() => Int, { description: 'How many of its tracking keys are live.' })
  liveKeys: number;

  @Field(() => Date, { nullable: true, description: 'When its last event was received, as far as events are counted.' })
  lastEventAt: Date | null;

  @Field(() => String, { nullable: true })
  lastEventName: string | null;

  @Field(() => GraphQLSafeInt, { description: 'Events received in the last 7 UTC days.' })
  events7d: number;
}

@ObjectType()
export class ProductList {
  @Field(() => [ProductAnswer])
  items: ProductAnswer[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;

  @Field(() => Int, { description: 'How many the filters find.' })
  total: number;
}
