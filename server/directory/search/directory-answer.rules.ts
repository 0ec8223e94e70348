import { invalid } from '../../platform/fault.js';
import type { Tool } from '../catalog/index.js';
import type { DirectoryTool } from '../directory.types.js';
import { byFacet, type FacetCount, type FacetCounts, type FacetName, facetNames, facetOf } from '../facet.types.js';
import { sourcesOf, statedSource } from '../statement.rules.js';
import type { CatalogSnapshot } from './catalog.open.js';
import type { Found } from './search-index.build.js';

/** A tool as every transport shows it, with the evidence and the offers of that time; `baseUrl` is where its tracked links are opened. */
export function describeTool(tool: Tool, snapshot: CatalogSnapshot, now: Date, baseUrl: string): DirectoryTool {
  const offers = snapshot.offersOf(tool.id, now);
  const claim = offers.find(({ link }) => link !== null)?.link;
  const { vendor, pricing, install, links, sources, statements, ...known } = tool;
  const { questions: _questions, website: _website, signupUrl: _signupUrl, packages: _packages, ...others } = known; // shown as actions and figures, or read by the search alone
  const {
    mcpServer: _mcpServer,
    mcpOfficial: _mcpOfficial,
    version: _version,
    createdAt: _createdAt,
    ...shown
  } = others;
  return {
    ...shown,
    vendor: vendor ?? { name: null, domain: null },
    pricing: { model: pricing.model, freeTier: pricing.freeTier },
    install: install ?? { kind: null, command: null },
    proof: snapshot.proofOf(tool, now).map((proof) => ({ ...proof, asOf: new Date(proof.asOf) })),
    offers: offers.map(({ id, slug, title, claim: how }) => ({ id, slug, title, claim: how })),
    actions: [...links, ...(claim ? [claim] : [])].map(({ id, kind }) => ({ kind, url: `${baseUrl}/go/${id}` })),
    sources: sourcesOf(sources, statements),
    source: statedSource(statements),
  };
}

/** Filters without order and repetition, so that the same question has one receipt and one ETag; empty ones are left out. */
export function normalizedFilters(filters: object): Record<string, string[]> {
  const given = Object.entries(filters).filter(
    (entry): entry is [string, string[]] => Array.isArray(entry[1]) && entry[1].length > 0,
  );
  const sorted = given.map(([name, values]): [string, string[]] => [name, [...new Set(values)].toSorted()]);
  return Object.fromEntries(sorted.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Refuses categories that no tool has, with a pointer below `at` and the known ones as hint. */
export function refuseUnknownCategories(
  { categories }: { readonly categories: ReadonlySet<string> },
  filters: Readonly<Record<string, readonly string[]>>,
  at = '',
): void {
  const unknown = (filters.category ?? []).filter((category) => !categories.has(category));
  if (unknown.length)
    throw invalid(
      unknown.map(() => ({
        pointer: `${at}/category`,
        code: 'not_allowed',
        detail: 'no tool has this category',
        hint: `one of ${[...categories].toSorted().join(', ')}`,
      })),
    );
}

const valuesOf = (tool: Tool, facet: FacetName, snapshot: CatalogSnapshot, now: Date): readonly string[] =>
  facetOf(facet).of(tool, () => snapshot.proofOf(tool, now));

/** Keeps the tools that have one of the wanted values in every filtered facet; the order stays. */
export function keepMatching(
  found: readonly Found[],
  snapshot: CatalogSnapshot,
  filters: Readonly<Record<string, readonly string[]>>,
  now: Date,
): Found[] {
  const wanted = facetNames.flatMap((facet) =>
    filters[facet]?.length ? [{ facet, values: new Set(filters[facet]) }] : [],
  );
  return found.filter(({ id }) => {
    const tool = snapshot.tools.get(id);
    return (
      tool &&
      wanted.every(({ facet, values }) => valuesOf(tool, facet, snapshot, now).some((value) => values.has(value)))
    );
  });
}

/** Counts over everything that was found, so that they agree with `total` and with the pages; the commonest value first. */
export function facetsOf(found: readonly Found[], snapshot: CatalogSnapshot, now: Date): FacetCounts {
  const tools = found.flatMap(({ id }) => snapshot.tools.get(id) ?? []);
  const countsOf = (facet: FacetName): FacetCount[] => {
    const counts = new Map<string, number>();
    for (const tool of tools)
      for (const value of valuesOf(tool, facet, snapshot, now)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  };
  return byFacet(countsOf);
}
