import { Matches } from 'class-validator';
import { ArgsType, Field, ID } from 'type-graphql';
import { IsId } from '../platform/constraints.js';

/** Which product of which organization a company's own view shows. */
@ArgsType()
export class ProductViewArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String)
  @Matches(/^[A-Za-z0-9._:-]{1,128}$/)
  productId: string;
}
