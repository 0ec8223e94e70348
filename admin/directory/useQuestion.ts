import { useSearchParams } from 'react-router-dom';
import { byFacet, FACETS, type Facet } from './facets.js';

export type Filters = Readonly<Record<Facet, readonly string[]>>;
export interface Question extends Filters {
  readonly q: string;
}

/** The question that the address holds: text and filters, so that a result can be sent to a user. */
export function useQuestion() {
  const [search, setSearch] = useSearchParams();
  const valuesOf = (facet: Facet) => [...new Set(search.getAll(facet))].sort();
  const question: Question = {
    q: search.get('q')?.trim() ?? '',
    ...byFacet(valuesOf),
  };
  const changed = (change: (after: URLSearchParams) => void) => (before: URLSearchParams) => {
    const after = new URLSearchParams(before);
    change(after);
    return after;
  };
  return {
    question,
    ask: (q: string) => setSearch(changed((after) => (q.trim() === '' ? after.delete('q') : after.set('q', q.trim())))),
    /** Adds a value to a filter, or takes it out where it is set. */
    toggle: (facet: Facet, value: string) =>
      setSearch(
        changed((after) => (after.has(facet, value) ? after.delete(facet, value) : after.append(facet, value))),
        { replace: true },
      ),
    /** Takes these filters out, all of them unless one is named. */
    drop: (facets: readonly Facet[] = FACETS) =>
      setSearch(
        changed((after) => {
          for (const facet of facets) after.delete(facet);
        }),
        { replace: true },
      ),
  };
}

/** How many values are filtered by. */
export const countFilters = (filters: Filters): number => FACETS.reduce((sum, facet) => sum + filters[facet].length, 0);

/** The address of the directory with one question or filter set. */
export const directoryAt = (set: Readonly<Record<string, string>> = {}): string =>
  `/directory?${new URLSearchParams(set)}`.replace(/\?$/, '');
