import { IsOptional } from 'class-validator';
import { type SqlBool, sql } from 'kysely';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { IsTime } from '../../platform/constraints.js';
import { selectRows } from '../../platform/database/kysely.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { publicId } from '../../platform/ids.js';
import { momentOf } from '../../platform/instant.rules.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { CatalogChange } from '../catalog.entity.js';
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

@ObjectType({ description: 'One change of the catalog.' })
export class DirectoryChange extends CatalogChange {
  /** `tol_…` or `ofr_…`, as its resource says. */
  @Field(() => ID, { description: 'Identifier of the tool or offer, as its resource says.' })
  id: string;
}

@ObjectType({ description: 'One page of changes, oldest first.' })
export class DirectoryChanges {
  @Field(() => [DirectoryChange], { description: 'Changes of this page.' })
  changes: DirectoryChange[];
  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
  @Field(() => Date, { description: 'When the catalog changed last.' })
  asOf: Date;
}

const CURSOR = /^\d{1,15}\.(tool|offer)\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The changes of the catalog, oldest first. Versions become visible in their order, so a caller who reads on from a cursor misses nothing. */
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
    const rows = await selectRows(ctx.em, CatalogChange)
      .where('t.version', '<=', head.version)
      .where('t.at', '>=', since ? momentOf(since) : new Date(0))
      .where(
        sql<SqlBool>`(t.version, t.resource, t.resource_id) > (${version}::bigint, ${resource}::text, ${resourceId}::uuid)`,
      )
      .orderBy('t.version')
      .orderBy('t.resource')
      .orderBy('t.resource_id')
      .limit(limit + 1)
      .execute();
    const page = pageOf(rows, limit, (row) => `${row.version}.${row.resource}.${row.resourceId}`);
    return {
      changes: page.items.map((row) => ({
        ...row,
        id: publicId(row.resource === 'tool' ? 'tol' : 'ofr', row.resourceId),
      })),
      nextCursor: page.nextCursor,
      asOf: head.changedAt,
    };
  },
);
