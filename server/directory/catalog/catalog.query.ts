import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { publicId } from '../../platform/ids.js';
import type { Row } from '../../platform/row.types.js';
import { CatalogChange, CatalogHead } from '../catalog.entity.js';
import type { TrackedLink } from '../link.entity.js';
import { CatalogTool } from '../tool.entity.js';
import type { Measure, Tool } from '../tool.types.js';
import { linkKinds } from '../vocabulary.types.js';
import { factsOf, verificationOf } from './tool.query.js';
import { readToolMeasures } from './tool-measure.query.js';

interface CatalogTables {
  readonly catalog_head: TableOf<CatalogHead>;
  readonly tool: TableOf<CatalogTool>;
  readonly tracked_link: TableOf<TrackedLink>;
}

/** The catalog's version, and when it changed last. */
export type CatalogState = Pick<CatalogHead, 'version' | 'changedAt'>;

/** Reads the catalog's version by its primary key. */
export async function readCatalogHead(em: EntityManager): Promise<CatalogState> {
  const { version, changedAt } = await selectRows(em, CatalogHead).where('t.id', '=', 1).executeTakeFirstOrThrow();
  return { version, changedAt };
}

/** Makes other writers of the catalog wait until this transaction ends: rows that it reads before it writes stay as they are. */
export async function lockCatalog(em: EntityManager): Promise<void> {
  await em.findOneOrFail(
    CatalogHead,
    { id: 1 },
    { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
}

/**
 * Takes the catalog's next version inside the caller's transaction. Its head stays locked until the commit, so versions become
 * visible in their order, and a reader that has read up to a version has missed nothing.
 */
export async function nextCatalogVersion(em: EntityManager, at: Date): Promise<number> {
  const { version } = await em
    .getKysely<CatalogTables>()
    .updateTable('catalog_head')
    .set({ version: sql`version + 1`, changed_at: at })
    .where('id', '=', 1)
    .returning(sql<string>`version`.as('version'))
    .executeTakeFirstOrThrow();
  return Number(version);
}

/** A change of one record, by its bare id; the fields are names of columns. */
export interface RecordedChange extends Pick<CatalogChange, 'resource' | 'slug' | 'change'> {
  readonly id: string;
  readonly fields: readonly string[];
}

/** Records the changes of a version for the change feed. */
export async function recordCatalogChanges(
  em: EntityManager,
  at: Date,
  version: number,
  changes: readonly RecordedChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await em.insertMany(
    CatalogChange,
    changes.map(({ id, resource, slug, change, fields }) => ({
      version,
      resource,
      resourceId: id,
      slug,
      change,
      fields: [...fields],
      at,
    })),
  );
}

const tool = expressionBuilder<{ t: TableOf<CatalogTool> }, 't'>();

/** Reads the tools that changed after a version, and the ids of those that are no longer listed; 0 answers the whole catalog. */
export async function loadTools(em: EntityManager, after: number): Promise<{ tools: Tool[]; unlisted: string[] }> {
  const found = await findTools(em, tool('t.version', '>', after));
  return {
    tools: found.filter(({ row }) => row.listed).map(toolOf),
    unlisted: found.filter(({ row }) => !row.listed).map(({ row }) => publicId('tol', row.id)),
  };
}

/** Tools with an MCP interface that were no longer listed in a version of the catalog: the subregistry lists them as deleted. */
export async function loadUnlistedTools(em: EntityManager, version: number): Promise<Tool[]> {
  const isUnlisted = tool.and([
    tool('t.listed', '=', false),
    tool('t.version', '<=', version),
    sql<SqlBool>`t.interfaces @> '["mcp"]'`,
  ]);
  return (await findTools(em, isUnlisted)).map(toolOf);
}

/** A tool with its links and figures. */
interface Found {
  readonly row: Row<CatalogTool>;
  readonly links: readonly Pick<Row<TrackedLink>, 'id' | 'kind'>[];
  readonly measures: readonly Measure[];
}

/** Reads tools (`t`) with their links and figures, in a statement for each of the three. */
async function findTools(em: EntityManager, where: Expression<SqlBool>): Promise<Found[]> {
  const kysely = em.getKysely<CatalogTables>();
  const rows = await selectRows(em, CatalogTool).where(where).orderBy('t.slug').execute();
  if (rows.length === 0) return [];
  const links = await kysely
    .selectFrom('tracked_link as l')
    .innerJoin('tool as t', 't.id', 'l.tool_id')
    .select(['l.id', 'l.kind', 'l.tool_id as toolId'])
    .where(where)
    .where('l.active', '=', true)
    .execute();
  const measuresOf = await readToolMeasures(em, where);
  const linksOf = Map.groupBy(links, ({ toolId }) => toolId);
  return rows.map((row) => ({
    row,
    links: linksOf.get(row.id) ?? [],
    measures: measuresOf.get(row.id) ?? [],
  }));
}

/** A tool as the catalog in memory holds it, with public ids. */
const toolOf = ({ row, links, measures }: Found): Tool => ({
  ...factsOf(row),
  id: publicId('tol', row.id),
  verification: verificationOf(row),
  statements: row.statements,
  measures,
  links: links
    .map(({ id, kind }) => ({ id: publicId('lnk', id), kind }))
    .toSorted((a, b) => linkKinds.indexOf(a.kind) - linkKinds.indexOf(b.kind)),
  sponsored: row.sponsored,
  mcpServer: row.mcpServer,
  mcpOfficial: row.mcpOfficial,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
