import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, type SqlBool, sql } from 'kysely';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { normalizeDomain } from '../../platform/domain.rules.js';
import { Fault } from '../../platform/fault.js';
import { membersNamed } from '../../platform/json.rules.js';
import type { Row } from '../../platform/row.types.js';
import { CatalogTool } from '../tool.entity.js';
import { toolMembers } from '../tool.schema.js';
import type { ToolFacts, ToolRecord, Verification } from '../tool.types.js';

/** The members of a tool that a record decides. */
export type ToolRow = Omit<Row<CatalogTool>, 'id' | 'sponsored' | 'editedAt' | 'version' | 'createdAt' | 'updatedAt'>;

/** The facts that the entity holds in other properties than the form has; all others have the same name and form in both. */
type Regrouped = 'vendor' | 'pricing' | 'install' | 'docs' | 'sources';
type Same = Exclude<keyof ToolFacts, Regrouped>;
const regrouped: ReadonlySet<string> = new Set<Regrouped>(['vendor', 'pricing', 'install', 'docs', 'sources']);
const isSame = (name: string): name is Same => !regrouped.has(name);
const same = toolMembers.map(({ name }) => name).filter(isSame);

/** A record as the entity holds it. */
export function rowOf({
  facts,
  origin,
  originKey,
  verification,
  mcpServer,
  mcpOfficial = null,
  statements = [],
}: ToolRecord): ToolRow {
  const { vendor, pricing, install, docs, sources, ...others } = facts;
  return {
    ...others,
    vendorName: vendor?.name ?? null,
    vendorDomain: vendor?.domain ? normalizeDomain(vendor.domain) : null,
    pricingModel: pricing.model,
    freeTier: pricing.freeTier,
    pricingUrl: pricing.url,
    installKind: install?.kind ?? null,
    installCommand: install?.command ?? null,
    docsUrl: docs.url,
    docsLlmsTxt: docs.llmsTxt,
    docsOpenapi: docs.openapi,
    verificationLevel: verification.level,
    verificationMethod: verification.method,
    verificationCheckedAt: verification.checkedAt,
    sources: [...sources],
    statements: [...statements],
    mcpServer,
    mcpOfficial,
    listed: true,
    origin,
    originKey,
  };
}

/** The facts that a tool holds; the reverse of `rowOf`. */
export const factsOf = (tool: ToolRow): ToolFacts => ({
  ...membersNamed(tool, same),
  vendor:
    tool.vendorName === null && tool.vendorDomain === null
      ? null
      : { name: tool.vendorName, domain: tool.vendorDomain },
  pricing: { model: tool.pricingModel, freeTier: tool.freeTier, url: tool.pricingUrl },
  install:
    tool.installKind === null || tool.installCommand === null
      ? null
      : { kind: tool.installKind, command: tool.installCommand },
  docs: { url: tool.docsUrl, llmsTxt: tool.docsLlmsTxt, openapi: tool.docsOpenapi },
  sources: tool.sources,
});

/** How the record was checked. */
export const verificationOf = (tool: ToolRow): Verification => ({
  level: tool.verificationLevel,
  method: tool.verificationMethod,
  checkedAt: tool.verificationCheckedAt,
});

export interface ToolTables {
  readonly tool: TableOf<CatalogTool>;
}

/** The record with this slug, listed or not; 404 when there is none. */
export async function findTool(em: EntityManager, slug: string): Promise<Row<CatalogTool>> {
  const tool = await selectRows(em, CatalogTool).where('t.slug', '=', slug).executeTakeFirst();
  if (!tool) throw noSuchTool();
  return tool;
}

export const noSuchTool = (): Fault => new Fault('NOT_FOUND', { say: 'There is no such tool.' });

/** A tool that an offer may name; `id` is a bare UUID. */
export type NamedTool = Pick<CatalogTool, 'id' | 'slug' | 'vendorDomain'>;

/** The tools behind slugs, listed or not; slugs that the catalog does not have are not in the answer. */
export async function findNamedTools(em: EntityManager, slugs: readonly string[]): Promise<Map<string, NamedTool>> {
  if (slugs.length === 0) return new Map();
  const tools = await em
    .getKysely<ToolTables>()
    .selectFrom('tool')
    .select(['id', 'slug', 'vendor_domain as vendorDomain'])
    .where('slug', 'in', [...new Set(slugs)])
    .execute();
  return new Map(tools.map((tool) => [tool.slug, tool]));
}

/** A tool as receipts and connections name it; `id` is a bare UUID. */
export type ToolName = Pick<CatalogTool, 'id' | 'slug' | 'name'>;

/** The tool with this bare UUID or this slug, listed or not, or null. */
export async function findToolName(
  em: EntityManager,
  by: { readonly id: string | null } | { readonly slug: string | null | undefined },
): Promise<ToolName | null> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['slug', by.slug] as const);
  if (!value) return null;
  const tool = await em
    .getKysely<ToolTables>()
    .selectFrom('tool')
    .select(['id', 'slug', 'name'])
    .where(column, '=', value)
    .executeTakeFirst();
  return tool ?? null;
}

/** The members of a tool that a published adoption row freezes; `id` is a bare UUID. */
export interface AdoptedTool extends Pick<CatalogTool, 'id' | 'slug' | 'name' | 'categories'> {
  readonly docs: ToolFacts['docs'];
}

/** The tools among these (bare UUIDs) that the directory lists. */
export async function findAdoptedTools(em: EntityManager, toolIds: readonly string[]): Promise<AdoptedTool[]> {
  if (toolIds.length === 0) return [];
  const tools = await em
    .getKysely<ToolTables>()
    .selectFrom('tool')
    .select(['id', 'slug', 'name', 'categories'])
    .select(['docs_url as url', 'docs_llms_txt as llmsTxt', 'docs_openapi as openapi'])
    .where('id', 'in', [...toolIds])
    .where('listed', '=', true)
    .execute();
  return tools.map(({ url, llmsTxt, openapi, ...tool }) => ({ ...tool, docs: { url, llmsTxt, openapi } }));
}

/** The members of a tool that a saved plan is compared with. */
export type PlannedTool = Pick<CatalogTool, 'slug' | 'pricingModel' | 'freeTier' | 'maturity'>;

/** The tools among these slugs that the directory lists. */
export async function findPlannedTools(em: EntityManager, slugs: readonly string[]): Promise<PlannedTool[]> {
  if (slugs.length === 0) return [];
  return em
    .getKysely<ToolTables>()
    .selectFrom('tool')
    .select(['slug', 'pricing_model as pricingModel', 'free_tier as freeTier', 'maturity'])
    .where('slug', 'in', [...new Set(slugs)])
    .where('listed', '=', true)
    .execute();
}

/** A tool as far as a submission about it is checked against it. */
export type ToolAddresses = Pick<
  CatalogTool,
  'slug' | 'name' | 'vendorDomain' | 'website' | 'docsUrl' | 'signupUrl' | 'pricingUrl'
>;

/** The tools with these slugs, and those that have one of these names or websites, listed or not, in the order of their slugs. */
export async function findToolAddresses(
  em: EntityManager,
  { slugs, names, websites }: { slugs: readonly string[]; names: readonly string[]; websites: readonly string[] },
): Promise<ToolAddresses[]> {
  if (slugs.length + names.length + websites.length === 0) return [];
  const lowerNames = names.map((name) => name.trim().toLowerCase());
  return em
    .getKysely<ToolTables>()
    .selectFrom('tool')
    .select(['slug', 'name', 'vendor_domain as vendorDomain', 'website'])
    .select(['docs_url as docsUrl', 'signup_url as signupUrl', 'pricing_url as pricingUrl'])
    .where(({ eb, or }) => {
      const wanted: Expression<SqlBool>[] = [];
      if (slugs.length) wanted.push(eb('slug', 'in', slugs));
      if (lowerNames.length) wanted.push(eb(sql<string>`lower(name)`, 'in', lowerNames));
      if (websites.length) wanted.push(eb('website', 'in', websites));
      return or(wanted);
    })
    .orderBy('slug')
    .limit(200)
    .execute();
}

/** A listed tool with every name that it and its vendor have. */
export type ToolNames = Pick<CatalogTool, 'slug' | 'name' | 'aliases' | 'vendorName' | 'vendorDomain'>;

/** The names of all listed tools, the domains of their vendors, and their categories. */
export async function readVendorsAndCategories(em: EntityManager): Promise<{
  readonly names: readonly ToolNames[];
  readonly vendorDomains: readonly string[];
  readonly categories: ReadonlySet<string>;
}> {
  const rows = await em
    .getKysely<ToolTables>()
    .selectFrom('tool')
    .select(['slug', 'name', 'aliases', 'categories'])
    .select(['vendor_name as vendorName', 'vendor_domain as vendorDomain'])
    .where('listed', '=', true)
    .orderBy('slug')
    .execute();
  return {
    names: rows.map(({ categories: _categories, ...names }) => names),
    vendorDomains: [...new Set(rows.flatMap(({ vendorDomain }) => vendorDomain ?? []))].toSorted(),
    categories: new Set(rows.flatMap(({ categories }) => categories)),
  };
}
