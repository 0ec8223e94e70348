import type { EntityManager } from '@mikro-orm/postgresql';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { type SqlBool, sql } from 'kysely';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IsTime } from '../../platform/constraints.js';
import { ANY_KIND } from '../../platform/context.js';
import { selectRows } from '../../platform/database/kysely.js';
import { invalid } from '../../platform/fault.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { publicId } from '../../platform/ids.js';
import { momentOf } from '../../platform/instant.rules.js';
import { inShareOf, operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, PAGE_LIMITS, pageOf } from '../../platform/paging/page.js';
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

@ArgsType()
export class LatestChangesArgs {
  @Field(() => Int, { defaultValue: PAGE_LIMITS.default, description: `${PAGE_LIMITS.min} to ${PAGE_LIMITS.max}.` })
  @IsInt()
  @Min(PAGE_LIMITS.min)
  @Max(PAGE_LIMITS.max)
  limit: number;
}

/** How many changes of one tool may be asked for. */
const TOOL_CHANGES = { min: 1, max: 20, default: 5 } as const;

@ArgsType()
export class ToolChangesArgs {
  @Field(() => Int, {
    defaultValue: TOOL_CHANGES.default,
    description: `${TOOL_CHANGES.min} to ${TOOL_CHANGES.max}.`,
  })
  limit: number;
}

@ObjectType({ description: 'A change of the catalog with the name of its record.' })
export class LatestChange extends CatalogChange {
  @Field(() => String, {
    nullable: true,
    description: 'Name of the tool or title of the offer; null where none is listed any more.',
  })
  name: string | null;
}

@ObjectType({ description: 'Newest changes of the catalog.' })
export class LatestChanges {
  @Field(() => [LatestChange], { description: 'Changes, newest first.' })
  changes: LatestChange[];
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

/** The newest changes of the catalog, for feeds. */
export const readLatestChanges = operation(
  { name: 'latestDirectoryChanges', who: ANY_KIND, limit: 'public-read', share: 'public-records', cost: 300 },
  async function latestDirectoryChanges(
    ctx: DirectoryRequestContext,
    { limit }: LatestChangesArgs,
  ): Promise<LatestChanges> {
    const { version, changedAt, bySlug, offers } = await ctx.parts.catalog.read();
    const rows = await newestFirst(ctx.em, version).limit(limit).execute();
    const titles = new Map([...offers.values()].map(({ slug, title }) => [slug, title]));
    return {
      changes: rows.map((row) => ({
        ...row,
        name: (row.resource === 'tool' ? bySlug.get(row.slug)?.name : titles.get(row.slug)) ?? null,
      })),
      asOf: changedAt,
    };
  },
);

/** The newest changes of one tool, newest first; null while they can't be read. */
export async function readToolChanges(
  ctx: DirectoryRequestContext,
  slug: string,
  limit: number,
): Promise<CatalogChange[] | null> {
  const { min, max } = TOOL_CHANGES;
  if (limit < min || limit > max)
    throw invalid([
      { pointer: '/limit', code: 'out_of_range', detail: `must be a whole number from ${min} to ${max}` },
    ]);
  const { version, recall } = await ctx.parts.catalog.read();
  const read = (): Promise<CatalogChange[]> =>
    newestFirst(ctx.em, version).where('t.resource', '=', 'tool').where('t.slug', '=', slug).limit(limit).execute();
  return recall(['changes', slug, limit], () => inShareOf(ctx, 'public-records', read));
}

const newestFirst = (em: EntityManager, version: number) =>
  selectRows(em, CatalogChange)
    .where('t.version', '<=', version)
    .orderBy('t.version', 'desc')
    .orderBy('t.resource', 'desc')
    .orderBy('t.resource_id', 'desc');
