import type { EntityManager } from '@mikro-orm/postgresql';
import { type SqlBool, sql } from 'kysely';
import { reviewerOf } from '../../accounts/index.js';
import { rowReader, type TableOf } from '../../platform/database/rows.read.js';
import { operation } from '../../platform/operation.js';
import { keepPlace } from '../../platform/paging/sort.place.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { IS_LINKED } from '../links/index.js';
import { CatalogTool } from '../tool.entity.js';
import { type ReviewedTool, type ReviewedToolList, type ReviewerToolsArgs, toolSorts } from './tool-review.types.js';

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

const SHOWN = [
  'id',
  'slug',
  'name',
  'vendorName',
  'vendorDomain',
  'categories',
  'maturity',
  'listed',
  'verificationCheckedAt',
  'editedAt',
  'updatedAt',
] as const;

interface ToolTables {
  readonly tool: TableOf<CatalogTool>;
}

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
    const tools = await readTools(ctx.em, (of) => page.narrow(wanted(of)));
    const { count } = await page
      .filter(wanted(selectTools(ctx.em)))
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return { ...page.cut(tools), total: Number(count) };
  },
);

async function readTools(em: EntityManager, narrow: (tools: ToolSelection) => ToolSelection): Promise<ReviewedTool[]> {
  const tool = rowReader(em, CatalogTool, 't', SHOWN);
  const rows = await narrow(selectTools(em))
    .select([...tool.columns])
    .select(IS_LINKED.as('linked'))
    .execute();
  return rows.map((row) => {
    const { vendorName, vendorDomain, verificationCheckedAt, ...shown } = tool.read(row);
    const reviewed = {
      ...shown,
      vendor: { name: vendorName, domain: vendorDomain },
      linked: row.linked,
      lastVerifiedAt: verificationCheckedAt,
    };
    keepPlace(reviewed, row);
    return reviewed;
  });
}
