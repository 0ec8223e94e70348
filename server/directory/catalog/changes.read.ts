import { raw } from '@mikro-orm/core';
import { IsOptional } from 'class-validator';
import { ArgsType, Field, ObjectType } from 'type-graphql';
import { IsTime } from '../../platform/constraints.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { momentOf } from '../../platform/instant.rules.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { DirectoryChange } from '../catalog.entity.js';
import type { DirectoryRequestContext } from '../directory.open.js';

@ArgsType()
export class DirectoryChangesArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: 'An ISO 8601 time: changes since then; all of them when absent.',
  })
  @IsOptional()
  @IsTime()
  since?: string | null;
}

@ObjectType()
export class DirectoryChanges {
  @Field(() => [DirectoryChange])
  changes: DirectoryChange[];
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
  @Field(() => Date, { description: 'When the catalog changed last.' })
  asOf: Date;
}

const CURSOR = /^\d{1,15}\.(tool|offer)\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What changed in the catalog, oldest first. Versions become visible in their order, so a caller who reads on from a cursor misses nothing. */
export const readDirectoryChanges = operation(
  { name: 'directoryChanges', who: ANY_KIND, limit: 'public-read', share: 'public-records', cost: 300 },
  async function directoryChanges(
    ctx: DirectoryRequestContext,
    { since, limit, cursor }: DirectoryChangesArgs,
  ): Promise<DirectoryChanges> {
    const after = keyOfCursor(cursor, CURSOR)?.split('.') ?? ['0', '', '00000000-0000-0000-0000-000000000000'];
    const head = await ctx.parts.catalog.head();
    endIfNotModified(ctx, ['changes', head.version, since ?? null, limit, cursor ?? null]);
    const [version = '0', resource = '', resourceId = ''] = after;
    const rows = await ctx.em.find(
      DirectoryChange,
      {
        version: { $lte: head.version },
        at: { $gte: since ? momentOf(since) : new Date(0) },
        [raw('(version, resource, resource_id) > (?::bigint, ?, ?::uuid)', [version, resource, resourceId])]: [],
      },
      { orderBy: { version: 'asc', resource: 'asc', resourceId: 'asc' }, limit: limit + 1 },
    );
    const page = pageOf(rows, limit, (row) => `${row.version}.${row.resource}.${row.resourceId}`);
    return {
      changes: page.items,
      nextCursor: page.nextCursor,
      asOf: head.changedAt,
    };
  },
);
