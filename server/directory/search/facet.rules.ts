import type { Tool } from '../catalog/index.js';
import { byFacet, type FacetCount, type FacetCounts, type FacetName, facetNames, facetOf } from '../facet.types.js';
import type { CatalogSnapshot } from './catalog.open.js';
import type { Found } from './search-index.build.js';

const valuesOf = (tool: Tool, facet: FacetName, snapshot: CatalogSnapshot, now: Date): readonly string[] =>
  facetOf(facet).of(tool, () => snapshot.proofOf(tool, now));

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
