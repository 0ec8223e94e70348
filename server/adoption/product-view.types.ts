import { ArgsType, Field, ID } from 'type-graphql';
import { IsProductId } from '../accounts/index.js';
import { IdOf } from '../platform/graphql/id.edge.js';

/** Which product of which organization a company's own view shows. */
@ArgsType()
export class ProductViewArgs {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String)
  @IsProductId()
  productId: string;
}
