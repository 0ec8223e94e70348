import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CatalogTool } from '../tool.entity.js';

/** A tool as far as a submission about it is checked against it. */
export type ToolAddresses = Pick<
  CatalogTool,
  'slug' | 'name' | 'vendorDomain' | 'website' | 'docsUrl' | 'signupUrl' | 'pricingUrl'
>;

const MEMBERS = ['slug', 'name', 'vendorDomain', 'website', 'docsUrl', 'signupUrl', 'pricingUrl'] as const;

/** The tools with these slugs, and those that have one of these names or websites, listed or not, in the order of their slugs. */
export async function findToolAddresses(
  em: EntityManager,
  { slugs, names, websites }: { slugs: readonly string[]; names: readonly string[]; websites: readonly string[] },
): Promise<ToolAddresses[]> {
  const wanted = [
    ...(slugs.length ? [{ slug: { $in: [...slugs] } }] : []),
    ...names.map((name) => ({ [raw('lower(name)')]: name.trim().toLowerCase() })),
    ...(websites.length ? [{ website: { $in: [...websites] } }] : []),
  ];
  if (wanted.length === 0) return [];
  const rows = await em
    .qb(CatalogTool)
    .select([...MEMBERS])
    .where({ $or: wanted })
    .orderBy({ slug: 'asc' })
    .limit(200)
    .execute('all');
  return rows.map((row) => Object.fromEntries(MEMBERS.map((member) => [member, row[member] ?? null])) as ToolAddresses);
}

/** A listed tool with everything that it and its vendor are called. */
export type ToolNames = Pick<CatalogTool, 'slug' | 'name' | 'aliases' | 'vendorName' | 'vendorDomain'>;

/** What listed tools have between them: their names, the domains of their vendors, and their categories. */
export async function readVendorsAndCategories(em: EntityManager): Promise<{
  readonly names: readonly ToolNames[];
  readonly vendorDomains: readonly string[];
  readonly categories: ReadonlySet<string>;
}> {
  const rows = await em
    .qb(CatalogTool)
    .select(['slug', 'name', 'aliases', 'vendorName', 'vendorDomain', 'categories'])
    .where({ listed: true })
    .orderBy({ slug: 'asc' })
    .execute('all');
  return {
    names: rows.map(({ slug, name, aliases, vendorName, vendorDomain }) => ({
      slug,
      name,
      aliases,
      vendorName: vendorName ?? null,
      vendorDomain: vendorDomain ?? null,
    })),
    vendorDomains: [...new Set(rows.flatMap(({ vendorDomain }) => vendorDomain ?? []))].toSorted(),
    categories: new Set(rows.flatMap(({ categories }) => categories)),
  };
}
