import type { EntityDTO, EntityManager, QBFilterQuery } from '@mikro-orm/postgresql';
import { publicId } from '../../platform/ids.js';
import { CatalogHead } from '../catalog.entity.js';
import { TrackedLink } from '../link.entity.js';
import { CatalogTool, ToolMeasure } from '../tool.entity.js';
import type { Tool } from '../tool.types.js';
import { linkKinds } from '../vocabulary.types.js';
import { factsOf, verificationOf } from './tool.query.js';

/** The catalog's version, and when it changed last. */
export type CatalogState = Pick<CatalogHead, 'version' | 'changedAt'>;

/** The catalog's version: one primary-key read. */
export async function readCatalogHead(em: EntityManager): Promise<CatalogState> {
  const { version, changedAt } = await em.findOneOrFail(CatalogHead, { id: 1 }, { disableIdentityMap: true });
  return { version, changedAt };
}

/** Tools that changed after a version, and which of those are not listed any more; 0 answers the whole catalog. */
export async function loadTools(em: EntityManager, after: number): Promise<{ tools: Tool[]; unlisted: string[] }> {
  const found = await findTools(em, { version: { $gt: after } });
  return {
    tools: found.filter(({ row }) => row.listed).map(toolOf),
    unlisted: found.filter(({ row }) => !row.listed).map(({ row }) => publicId('tol', row.id)),
  };
}

/** Tools with an MCP interface that were not listed any more in a version of the catalog: the subregistry lists them as deleted. */
export async function loadUnlistedTools(em: EntityManager, version: number): Promise<Tool[]> {
  const found = await findTools(em, { listed: false, version: { $lte: version }, interfaces: { $contains: ['mcp'] } });
  return found.map(toolOf);
}

/** A tool with its links and figures as rows by the names of their properties: ids are bare, and numbers of 64 bits are texts. */
interface Found {
  readonly row: EntityDTO<CatalogTool>;
  readonly links: readonly EntityDTO<TrackedLink>[];
  readonly measures: readonly EntityDTO<ToolMeasure>[];
}

/**
 * Tools with their links and figures, in a statement for each of the three. They stay rows: the whole catalog passes here, and making entities
 * of it takes ten times as long.
 */
async function findTools(em: EntityManager, where: QBFilterQuery<CatalogTool>): Promise<Found[]> {
  const rows = await em.qb(CatalogTool).select('*').where(where).orderBy({ slug: 'asc' }).execute('all');
  if (rows.length === 0) return [];
  const links = await em.qb(TrackedLink).select('*').where({ tool: where, active: true }).execute('all');
  const measures = await em
    .qb(ToolMeasure)
    .select('*')
    .where({ tool: where })
    .orderBy({ value: 'desc', subject: 'asc' })
    .execute('all');
  const linksOf = Map.groupBy(links, ({ tool }) => tool);
  const measuresOf = Map.groupBy(measures, ({ tool }) => tool);
  return rows.map((row) => ({
    row,
    links: linksOf.get(row.id) ?? [],
    measures: measuresOf.get(row.id) ?? [],
  }));
}

const toolOf = ({ row, links, measures }: Found): Tool => ({
  ...factsOf(row),
  id: publicId('tol', row.id),
  verification: verificationOf(row),
  statements: row.statements,
  measures: measures.map(({ kind, subject, value, label, source, asOf }) => ({
    kind,
    subject,
    value: Number(value),
    label,
    source,
    asOf,
  })),
  links: links
    .map(({ id, kind }) => ({ id: publicId('lnk', id), kind }))
    .toSorted((a, b) => linkKinds.indexOf(a.kind) - linkKinds.indexOf(b.kind)),
  sponsored: row.sponsored,
  mcpServer: row.mcpServer,
  mcpOfficial: row.mcpOfficial,
  version: Number(row.version),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
