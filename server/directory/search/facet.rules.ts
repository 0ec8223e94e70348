import type { Tool } from '../catalog/index.js';
import type { FacetCount, Facets } from '../directory.types.js';
import type { CatalogSnapshot } from './catalog.open.js';
import type { Found } from './search-index.build.js';

type FacetName = keyof Facets;
const facetNames: readonly FacetName[] = ['category', 'pricing', 'maturity', 'proof', 'interface'];

function valuesOf(tool: Tool, facet: FacetName, snapshot: CatalogSnapshot, now: Date): readonly string[] {
  switch (facet) {
    case 'category':
      return tool.categories;
    case 'pricing':
      return [tool.pricing.model];
    case 'maturity':
      return [tool.maturity];
    case 'proof':
      return snapshot.proofOf(tool, now).map(({ signal }) => signal);
    case 'interface':
      return tool.interfaces;
  }
}

/** What has one of the wanted values in every filtered facet; the order stays. */
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
export function facetsOf(found: readonly Found[], snapshot: CatalogSnapshot, now: Date): Facets {
  const counts: Record<FacetName, Map<string, number>> = {
    category: new Map(),
    pricing: new Map(),
    maturity: new Map(),
    proof: new Map(),
    interface: new Map(),
  };
  for (const { id } of found) {
    const tool = snapshot.tools.get(id);
    if (!tool) continue;
    for (const facet of facetNames)
      for (const value of valuesOf(tool, facet, snapshot, now))
        counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
  }
  const sorted = (facet: FacetName): FacetCount[] =>
    [...counts[facet]]
      .map(([value, count]) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return {
    category: sorted('category'),
    pricing: sorted('pricing'),
    maturity: sorted('maturity'),
    proof: sorted('proof'),
    interface: sorted('interface'),
  };
}
