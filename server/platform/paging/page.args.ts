import 'reflect-metadata';
import { IsInt, Max, Min } from 'class-validator';
import { ArgsType, Field, Int } from 'type-graphql';
import { PAGE_LIMITS } from './page.js';

/** The arguments of every list: how many items, and after which (decisions §2, Lists). */
@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    defaultValue: PAGE_LIMITS.default,
    description: `${PAGE_LIMITS.min} to ${PAGE_LIMITS.max}.`,
  })
  @IsInt()
  @Min(PAGE_LIMITS.min)
  @Max(PAGE_LIMITS.max)
  limit: number;

  @Field(() => String, { nullable: true, description: 'nextCursor of the page before.' })
  cursor?: string | null;
}
