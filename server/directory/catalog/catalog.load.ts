import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId } from '../../platform/ids.js';
import type { LinkKind } from '../vocabulary.types.js';
import { factsOf, type ToolRow, verificationOf } from './tool.query.js';
import type { Measure, Tool, TrackedLink } from './tool.types.js';

export interface CatalogHead {
  readonly version: number;
  readonly changedAt: Date;
}

/** The catalog's version: one primary-key read. */
export async function readCatalogHead(em: EntityManager): Promise<CatalogHead> {
  const rows = await em.execute<{ version: string; changed_at: string }[]>(
    'select version, changed_at from catalog_head where id = 1',
  );
  const row = rows[0];
  if (!row) throw new Error('the catalog has no head');
  return { version: Number(row.version), changedAt: new Date(row.changed_at) };
}

interface Loaded extends ToolRow {
  id: string;
  sponsored: boolean;
  version: string;
  created_at: string;
  updated_at: string;
  links: { id: string; kind: LinkKind }[] | null;
  measures: Measure[] | null;
}

const SELECT_TOOLS = `select t.*,
       (select json_agg(json_build_object('id', l.id, 'kind', l.kind)) from tracked_link l where l.tool_id = t.id and l.active) as links,
       (select json_agg(json_build_object('kind', m.kind, 'subject', m.subject, 'value', m.value, 'label', m.label, 'source', m.source, 'asOf', m.as_of)
          order by m.value desc, m.subject) from tool_measure m where m.tool_id = t.id) as measures
     from tool t`;

/** Tools that changed after a version, and which of those are not listed any more; 0 answers the whole catalog. */
export async function loadTools(em: EntityManager, after: number): Promise<{ tools: Tool[]; unlisted: string[] }> {
  const rows = await em.execute<Loaded[]>(`${SELECT_TOOLS} where t.version > ? order by t.slug`, [after]);
  return {
    tools: rows.filter(({ listed }) => listed).map(toolOf),
    unlisted: rows.filter(({ listed }) => !listed).map(({ id }) => publicId('tol', id)),
  };
}

/** Tools with an MCP interface that were not listed any more in a version of the catalog: the subregistry lists them as deleted. */
export async function loadUnlistedTools(em: EntityManager, version: number): Promise<Tool[]> {
  const rows = await em.execute<Loaded[]>(
    `${SELECT_TOOLS} where not t.listed and t.version <= ? and t.interfaces @> '["mcp"]' order by t.slug`,
    [version],
  );
  return rows.map(toolOf);
}

const LINK_ORDER: readonly LinkKind[] = ['website', 'docs', 'signup', 'pricing', 'claim'];

const linksOf = (links: { id: string; kind: LinkKind }[] | null): TrackedLink[] =>
  (links ?? [])
    .map(({ id, kind }) => ({ id: publicId('lnk', id), kind }))
    .toSorted((a, b) => LINK_ORDER.indexOf(a.kind) - LINK_ORDER.indexOf(b.kind));

const toolOf = (row: Loaded): Tool => ({
  ...factsOf(row),
  id: publicId('tol', row.id),
  verification: verificationOf(row),
  measures: row.measures ?? [],
  links: linksOf(row.links),
  sponsored: row.sponsored,
  mcpServer: row.mcp_server,
  version: Number(row.version),
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
});
