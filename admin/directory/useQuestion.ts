import { useListContext } from 'react-admin';
import { valuesOf } from '../providers/records.js';
import { byFacet, FACETS, type Facet } from './facets.js';

export type Filters = Readonly<Record<Facet, readonly string[]>>;
export interface Question extends Filters {
  readonly q: string;
}

/** The filters of the list in context as a question: words, and the values of each facet. */
export function useQuestion() {
  const { filterValues, setFilters } = useListContext();
  const textOf = (name: string): string => {
    const held: unknown = filterValues[name];
    return typeof held === 'string' ? held : '';
  };
  const question: Question = { q: textOf('q'), ...byFacet((facet) => valuesOf(textOf(facet)) ?? []) };
  return {
    question,
    /** Adds a value to a facet, or takes it out where it is chosen. */
    toggle: (facet: Facet, value: string) => {
      const chosen = new Set(question[facet]);
      if (!chosen.delete(value)) chosen.add(value);
      setFilters({ ...filterValues, [facet]: [...chosen].sort().join(',') });
    },
    /** Takes these facets out, all of them unless one is named. */
    drop: (facets: readonly Facet[] = FACETS) =>
      setFilters({ ...filterValues, ...Object.fromEntries(facets.map((facet) => [facet, undefined])) }),
  };
}

/** How many values are filtered by. */
export const countFilters = (filters: Filters): number => FACETS.reduce((sum, facet) => sum + filters[facet].length, 0);

/** The address of the directory with one question or filter set. */
export const directoryAt = (set: Readonly<Record<string, string>> = {}): string =>
  `/directory?${new URLSearchParams(set)}`.replace(/\?$/, '');
