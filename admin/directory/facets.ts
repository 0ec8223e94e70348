/** The facets that narrow the directory, in the order in which people narrow; the names are the operation's own. */
export const FACET_TITLES = {
  category: 'Category',
  pricing: 'Pricing',
  interface: 'Interface',
  proof: 'Evidence',
  maturity: 'Maturity',
  licence: 'Licence',
} as const;
export type Facet = keyof typeof FACET_TITLES;

const isFacet = (name: string): name is Facet => name in FACET_TITLES;
export const FACETS: readonly Facet[] = Object.keys(FACET_TITLES).filter(isFacet);

/** Something of every facet. */
export const byFacet = <T>(of: (facet: Facet) => T): Readonly<Record<Facet, T>> =>
  Object.fromEntries(FACETS.map((facet) => [facet, of(facet)])) as Record<Facet, T>;
