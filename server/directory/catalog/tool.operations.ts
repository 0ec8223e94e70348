import type { EntityManager } from '@mikro-orm/postgresql';
import { IsBoolean, IsInt, IsOptional, Matches, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { type SqlBool, sql } from 'kysely';
import { ArgsType, Field, InputType } from 'type-graphql';
import { recordAction, reviewerOf } from '../../accounts/index.js';
import { PLATFORM_CHAIN } from '../../platform/audit/audit.js';
import { IsText } from '../../platform/constraints.js';
import { Fault } from '../../platform/fault.js';
import { TakesOneOf } from '../../platform/graphql/choices.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { SortedPageArgs, sortsOf } from '../../platform/paging/sorted.args.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { IS_LINKED } from '../links/index.js';
import { CatalogTool } from '../tool.entity.js';
import { type Maturity, maturities } from '../vocabulary.types.js';
import { lockCatalog, nextCatalogVersion, recordCatalogChanges } from './catalog.query.js';
import { type CatalogToolAnswer, catalogToolAnswer, type ReviewedToolList } from './reviewed-tool.types.js';
import { findTool, noSuchTool, type ToolTables } from './tool.query.js';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const REASON_MAX = 500;

@ArgsType()
export class CatalogToolArgs {
  @Field(() => String, { description: 'Short name of the tool in addresses.' })
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
  @TakesOneOf(maturities)
  maturity?: Maturity | null;

  @Field(() => Boolean, { nullable: true, description: 'true: those in the directory alone; false: the others.' })
  @IsOptional()
  @IsBoolean()
  listed?: boolean | null;
}

const LIST: SortedListOf<typeof toolSorts> = {
  name: 'reviewerTools',
  sorts: toolSorts,
  tie: { by: sql`t.id`, type: 'uuid' },
  by: {
    name: { by: sql`lower(t.name)`, type: 'text' },
    category: { by: sql`t.categories ->> 0`, type: 'text', nullable: true },
    maturity: { by: sql`t.maturity`, type: 'text' },
    verified: { by: sql`t.verification_checked_at`, type: 'time', nullable: true },
    edited: { by: sql`t.edited_at`, type: 'time', nullable: true },
  },
  naming: [sql`t.name`, sql`t.slug`, sql`t.vendor_name`, sql`t.vendor_domain`],
};

const selectTools = (em: EntityManager) => em.getKysely<ToolTables>().selectFrom('tool as t');
type ToolSelection = ReturnType<typeof selectTools>;

/** The tools of the catalog for reviewers, listed or not, by name if no other order is asked for, and how many the filters find. */
export const listReviewerTools = operation(
  { name: 'reviewerTools', who: ['session'], limit: 'workflow' },
  async function reviewerTools(ctx, args: ReviewerToolsArgs): Promise<ReviewedToolList> {
    reviewerOf(ctx);
    const { category, maturity, listed } = args;
    const page = sortedPage(LIST, args);
    const wanted = (tools: ToolSelection): ToolSelection => {
      let found = category
        ? tools.where(sql<SqlBool>`t.categories @> cast(${JSON.stringify([category])} as jsonb)`)
        : tools;
      if (maturity) found = found.where('t.maturity', '=', maturity);
      return typeof listed === 'boolean' ? found.where('t.listed', '=', listed) : found;
    };
    const tools = await page
      .narrow(wanted(selectTools(ctx.em)))
      .select(['t.id', 't.slug', 't.name', 't.categories', 't.maturity', 't.listed'])
      .select(['t.vendor_name as vendorName', 't.vendor_domain as vendorDomain'])
      .select(['t.verification_checked_at as lastVerifiedAt', 't.edited_at as editedAt', 't.updated_at as updatedAt'])
      .select(IS_LINKED.as('linked'))
      .execute();
    const { items, nextCursor } = page.cut(tools);
    const { count } = await page
      .filter(wanted(selectTools(ctx.em)))
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return {
      items: items.map(({ vendorName, vendorDomain, ...tool }) => ({
        ...tool,
        vendor: { name: vendorName, domain: vendorDomain },
      })),
      nextCursor,
      total: Number(count),
    };
  },
);

/** A record of the catalog for reviewers, with the revision that a correction has to name. */
export const readCatalogTool = operation(
  { name: 'catalogTool', who: ['session'], limit: 'workflow' },
  async function catalogTool(ctx: DirectoryRequestContext, { slug }: CatalogToolArgs): Promise<CatalogToolAnswer> {
    reviewerOf(ctx);
    return catalogToolAnswer(await findTool(ctx.em, slug));
  },
);

/** Every act of a reviewer names the record, the revision that was read, and the reason. */
@InputType({ description: 'Names a tool and the revision that the reviewer has seen.' })
export abstract class ReviewOfTool {
  @Field(() => String, { description: 'Short name in addresses.' })
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

@InputType({ description: 'Shows a tool to the public or hides it.' })
export class SetToolListedInput extends ReviewOfTool {
  @Field(() => Boolean, { description: 'True to show it.' })
  listed: boolean;
}

/**
 * Takes a tool out of the directory or puts it back; imports leave the record alone from then on. Nothing is deleted: links, offers and
 * counts stay.
 */
export const setToolListed = operation(
  { name: 'setToolListed', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  async function setToolListed(
    ctx: DirectoryRequestContext,
    { slug, revision, listed, reason }: SetToolListedInput,
  ): Promise<CatalogToolAnswer> {
    reviewerOf(ctx);
    const at = ctx.platform.clock.now();
    const changed = await ctx.em.transactional(async (em) => {
      const tool = await findToolAt(em, slug, revision);
      const { listed: before } = tool;
      if (before === listed) return tool;
      const version = await nextCatalogVersion(em, at);
      Object.assign(tool, { listed, editedAt: at, version, updatedAt: at });
      await em.flush();
      const change = listed ? 'created' : 'removed';
      const { id } = tool;
      await recordCatalogChanges(em, at, version, [{ resource: 'tool', id, slug, change, fields: ['listed'] }]);
      const changes: Record<string, [unknown, unknown]> = { listed: [before, listed] };
      await auditTool(ctx, em, { action: 'tool.list', id, revision: version, reason, changes });
      return tool;
    });
    ctx.parts.catalog.changed();
    return catalogToolAnswer(changed);
  },
);

/** The record for a change in the caller's transaction, with the catalog locked; a revision other than the present one is stale. */
export async function findToolAt(em: EntityManager, slug: string, revision: number): Promise<CatalogTool> {
  await lockCatalog(em);
  const tool = await em.findOne(CatalogTool, { slug }, { refresh: true });
  if (!tool) throw noSuchTool();
  if (tool.version !== revision)
    throw new Fault('STALE_REVISION', {
      say: `The tool has revision ${tool.version} by now.`,
      members: { revision: tool.version },
    });
  return tool;
}

/** Records an act of a reviewer on a tool (a bare UUID) in the platform's audit chain; must be called in the transaction of the change. */
export const auditTool = (
  ctx: DirectoryRequestContext,
  em: EntityManager,
  {
    id,
    ...act
  }: { action: string; id: string; revision: number; reason: string; changes: Record<string, [unknown, unknown]> },
): Promise<void> =>
  recordAction(ctx, em, { ...act, chain: PLATFORM_CHAIN, resource: 'tool', resourceId: publicId('tol', id) });
