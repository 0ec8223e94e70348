import type { EntityManager } from '@mikro-orm/postgresql';
import { uuidOf } from '../../platform/ids.js';
import { CatalogTool } from '../tool.entity.js';

/** A tool that an offer may name. */
export type NamedTool = Pick<CatalogTool, 'id' | 'slug' | 'vendorDomain'>;

/** The tools behind slugs, listed or not; what the catalog does not have is not in the answer. */
export async function findNamedTools(em: EntityManager, slugs: readonly string[]): Promise<Map<string, NamedTool>> {
  const tools = await em.find(
    CatalogTool,
    { slug: { $in: [...new Set(slugs)] } },
    { fields: ['id', 'slug', 'vendorDomain'], disableIdentityMap: true },
  );
  return new Map(tools.map((tool) => [tool.slug, tool]));
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
  const where = 'id' in by ? by.id !== null && { id: by.id } : by.slug && { slug: by.slug };
  if (!where) return null;
  const tool = await em.findOne(CatalogTool, where, {
    fields: ['id', 'slug', 'name'],
    disableIdentityMap: true,
  });
  return tool && { id: uuidOf('tol', tool.id) ?? '', slug: tool.slug, name: tool.name };
}
