import { IsBoolean, IsIn, IsInt, IsOptional, Matches, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsText } from '../../platform/constraints.js';
import { SortedPageArgs, sortsOf } from '../../platform/paging/sorted.args.js';
import { Vendor } from '../tool-parts.types.js';
import { type Maturity, maturities } from '../vocabulary.types.js';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const REASON_MAX = 500;

@ArgsType()
export class CatalogToolArgs {
  @Field(() => String)
  @Matches(SLUG, { message: 'must be the slug of a tool' })
  slug: string;
}

export const toolSorts = sortsOf(['name', 'category', 'maturity', 'verified', 'edited'], 'name');

@ArgsType()
export class ReviewerToolsArgs extends SortedPageArgs(toolSorts, 'name, slug or the vendor’s name or domain') {
  @Field(() => String, { nullable: true, description: 'Only tools of this category.' })
  @IsOptional()
  @IsText(100)
  category?: string | null;

  @Field(() => String, { nullable: true, description: `One of ${maturities.join(', ')}.` })
  @IsOptional()
  @IsIn(maturities, { message: `must be one of ${maturities.join(', ')}` })
  maturity?: Maturity | null;

  @Field(() => Boolean, { nullable: true, description: 'true: those in the directory alone; false: the others.' })
  @IsOptional()
  @IsBoolean()
  listed?: boolean | null;
}

@ObjectType({ description: 'A record of the catalog as a list for reviewers shows it, listed or not.' })
export class ReviewedTool {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  slug: string;
  @Field(() => String)
  name: string;
  @Field(() => Vendor)
  vendor: Vendor;
  @Field(() => [String])
  categories: readonly string[];
  @Field(() => String, { description: `One of ${maturities.join(', ')}.` })
  maturity: string;
  @Field(() => Boolean)
  listed: boolean;
  @Field(() => Boolean, { description: 'An organization with a verified domain sends events of it.' })
  linked: boolean;
  @Field(() => Date, { nullable: true, description: 'When it was last verified.' })
  lastVerifiedAt: Date | null;
  @Field(() => Date, { nullable: true, description: 'When a person corrected it; imports leave it alone since then.' })
  editedAt: Date | null;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType()
export class ReviewedToolList {
  @Field(() => [ReviewedTool])
  items: ReviewedTool[];
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
  @Field(() => Int, { description: 'How many the filters find.' })
  total: number;
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
