import { IsOptional } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { IsTime } from '../../platform/constraints.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { publicId } from '../../platform/ids.js';
import { ANY_KIND } from '../../platform/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/page.js';
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
export class DirectoryChange {
  @Field(() => GraphQLSafeInt, { description: 'The version of the catalog that it made.' })
  version: number;
  @Field(() => Date)
  at: Date;
  @Field(() => String, { description: 'tool or offer.' })
  resource: string;
  @Field(() => ID)
  id: string;
  @Field(() => String)
  slug: string;
  @Field(() => String, { description: 'created, updated or removed.' })
  change: string;
  @Field(() => [String], { description: 'The fields that changed.' })
  fields: string[];
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

interface Row {
  version: string;
  resource: 'tool' | 'offer';
  resource_id: string;
  slug: string;
  change: string;
  fields: string[];
  at: string;
}

const CURSOR = /^\d{1,15}\.(tool|offer)\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What changed in the catalog, oldest first. Versions become visible in their order, so a caller who reads on from a cursor misses nothing. */
export const readDirectoryChanges = operation(
  { name: 'directoryChanges', who: ANY_KIND, limit: 'public-read' },
  async (ctx: DirectoryRequestContext, { since, limit, cursor }: DirectoryChangesArgs): Promise<DirectoryChanges> => {
    const after = keyOfCursor(cursor, CURSOR)?.split('.') ?? ['0', '', '00000000-0000-0000-0000-000000000000'];
    const head = await ctx.parts.catalog.head();
    endIfNotModified(ctx, ['changes', head.version, since ?? null, limit, cursor ?? null]);
    const rows = await ctx.em.execute<Row[]>(
      `select version, resource, resource_id, slug, change, fields, at from catalog_change
       where (version, resource, resource_id) > (?::bigint, ?, ?::uuid) and version <= ? and at >= ?::timestamptz
       order by version, resource, resource_id limit ?`,
      [...after, head.version, since ? new Date(since) : new Date(0), limit + 1],
    );
    const { items, nextCursor } = pageOf(rows, limit, (row) => `${row.version}.${row.resource}.${row.resource_id}`);
    return {
      changes: items.map((row) => ({
        version: Number(row.version),
        at: new Date(row.at),
        resource: row.resource,
        id: publicId(row.resource === 'tool' ? 'tol' : 'ofr', row.resource_id),
        slug: row.slug,
        change: row.change,
        fields: row.fields,
      })),
      nextCursor,
      asOf: head.changedAt,
    };
  },
);
