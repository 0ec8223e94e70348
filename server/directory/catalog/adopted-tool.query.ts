import type { EntityManager } from '@mikro-orm/postgresql';
import { CatalogTool } from '../tool.entity.js';

/** What a published adoption row freezes of a tool. */
export type AdoptedTool = Pick<CatalogTool, 'id' | 'slug' | 'name' | 'categories' | 'docs'>;

/** Those of the tools (`tol_…`) that the directory lists. */
export async function findAdoptedTools(em: EntityManager, toolIds: readonly string[]): Promise<AdoptedTool[]> {
  if (toolIds.length === 0) return [];
  const tools = await em.find(CatalogTool, { id: { $in: [...toolIds] }, listed: true }, { disableIdentityMap: true });
  return tools.map(({ id, slug, name, categories, docs }) => ({ id, slug, name, categories, docs }));
}
