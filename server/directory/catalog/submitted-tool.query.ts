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

/** What listed tools have between them: the domains of their vendors, and their categories. */
export async function readVendorsAndCategories(
  em: EntityManager,
): Promise<{ readonly vendorDomains: readonly string[]; readonly categories: ReadonlySet<string> }> {
  const rows = await em.qb(CatalogTool).select(['vendorDomain', 'categories']).where({ listed: true }).execute('all');
  return {
    vendorDomains: [...new Set(rows.flatMap(({ vendorDomain }) => vendorDomain ?? []))].toSorted(),
    categories: new Set(rows.flatMap(({ categories }) => categories)),
  };
}
