import type { EntityManager } from '@mikro-orm/postgresql';
import { readRows } from '../../platform/database/rows.read.js';
import { uuidOf } from '../../platform/ids.js';
import { CatalogTool } from '../tool.entity.js';

/** A tool that an offer may name; `id` is a bare UUID. */
export type NamedTool = Pick<CatalogTool, 'id' | 'slug' | 'vendorDomain'>;

/** The tools behind slugs, listed or not; what the catalog does not have is not in the answer. */
export async function findNamedTools(em: EntityManager, slugs: readonly string[]): Promise<Map<string, NamedTool>> {
  if (slugs.length === 0) return new Map();
  const tools = await readRows(em, CatalogTool, (of) => of.where('slug', 'in', [...new Set(slugs)]), [
    'id',
    'slug',
    'vendorDomain',
  ]);
  return new Map(tools.map((tool) => [tool.slug, { ...tool, id: uuidOf('tol', tool.id) ?? '' }]));
}

/** A tool as receipts and connections name it; `id` is a bare UUID. */
export interface ToolName {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** The tool with this bare UUID or this slug, listed or not, or null. */
export async function findToolName(
  em: EntityManager,
  by: { readonly id: string | null } | { readonly slug: string | null | undefined },
): Promise<ToolName | null> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['slug', by.slug] as const);
  if (!value) return null;
  const [tool] = await readRows(em, CatalogTool, (of) => of.where(column, '=', value), ['id', 'slug', 'name']);
  return tool ? { id: uuidOf('tol', tool.id) ?? '', slug: tool.slug, name: tool.name } : null;
}
