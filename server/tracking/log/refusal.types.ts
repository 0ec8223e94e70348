import { IsOptional } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IsPlainText, IsText } from '../../platform/constraints.js';
import { IdOf } from '../../platform/graphql/id.edge.js';

/** Events stored after a refusal are counted up to this number: more say nothing else. */
export const STORED_SINCE_MAX = 1_000;
/** A refusal that did not come again for so long, while events were stored, counts as resolved. */
export const CALM_MINUTES = 15;

@ArgsType()
export class RefusalStatusArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, {
    nullable: true,
    description: 'The product whose key was answered; any of the organization when absent.',
  })
  @IsOptional()
  @IsPlainText(128)
  productId?: string | null;

  @Field(() => String, { description: 'Code of the problem.' })
  @IsText(100)
  code: string;

  @Field(() => String, { nullable: true, description: 'Pointer of the problem; at any place when absent.' })
  @IsOptional()
  @IsPlainText(200)
  pointer?: string | null;
}

@ObjectType({ description: 'What became of a kind of refusal: whether it still comes, and what was stored since.' })
export class RefusalStatus {
  @Field(() => Date, {
    nullable: true,
    description: 'The latest listed refusal of the kind; null where none is listed in seven days.',
  })
  lastAt: Date | null;

  @Field(() => Int, {
    nullable: true,
    description: `Events of these products that were stored after it, counted up to ${STORED_SINCE_MAX}; null where that is unknown.`,
  })
  storedSince: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: `True when it did not come again for ${CALM_MINUTES} minutes while events of these products were stored; null where answers that are not listed may be of the kind.`,
  })
  resolved: boolean | null;
}
