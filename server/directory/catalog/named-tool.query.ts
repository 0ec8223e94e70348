import type { EntityManager } from '@mikro-orm/postgresql';

/** A tool that an offer may name; `id` is a bare UUID. */
export interface NamedTool {
  readonly id: string;
  readonly slug: string;
  readonly vendor_domain: string | null;
}

/** The tools behind slugs, listed or not; what the catalog does not have is not in the answer. */
export async function findNamedTools(em: EntityManager, slugs: readonly string[]): Promise<Map<string, NamedTool>> {
  const rows = await em.execute<NamedTool[]>(
    'select id, slug, vendor_domain from tool where slug in (select value from json_array_elements_text(?::json))',
    [JSON.stringify([...new Set(slugs)])],
  );
  return new Map(rows.map((tool) => [tool.slug, tool]));
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
  const [column, value] = 'id' in by ? ['id', by.id] : ['slug', by.slug];
  const [tool] = await em.execute<ToolName[]>(`select id, slug, name from tool where ${column} = ?`, [value]);
  return tool ?? null;
}
