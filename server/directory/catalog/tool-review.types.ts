import { IsInt, Matches, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, InputType } from 'type-graphql';
import { IsText } from '../../platform/constraints.js';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const REASON_MAX = 500;

@ArgsType()
export class CatalogToolArgs {
  @Field(() => String)
  @Matches(SLUG, { message: 'must be the slug of a tool' })
  slug: string;
}

/** What every act of a reviewer on a record names: the record, the revision that was read, and why. */
@InputType()
export abstract class ReviewOfTool {
  @Field(() => String)
  @Matches(SLUG, { message: 'must be the slug of a tool' })
  slug: string;

  @Field(() => GraphQLSafeInt, { description: 'The revision that was read; another one is refused as stale.' })
  @IsInt()
  @Min(0)
  revision: number;

  @Field(() => String, { description: 'The reason; the audit log stores it.' })
  @IsText(REASON_MAX)
  reason: string;
}

@InputType()
export class SetToolListedInput extends ReviewOfTool {
  @Field(() => Boolean)
  listed: boolean;
}
