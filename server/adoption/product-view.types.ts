import { ArgsType, Field, ID } from 'type-graphql';
import { IsProductId } from '../accounts/index.js';
import { IsId } from '../platform/constraints.js';

/** Which product of which organization a company's own view shows. */
@ArgsType()
export class ProductViewArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String)
  @IsProductId()
  productId: string;
}
