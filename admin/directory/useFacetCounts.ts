import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useDataProvider, useListContext } from 'react-admin';
import type { FacetCounts, FoundTool } from '../providers/generated/operations.js';
import { FACETS, type Facet } from './facets.js';
import { useQuestion } from './useQuestion.js';

interface Without {
  /** How many tools there are when this facet isn't filtered by. */
  readonly total: number;
  /** How many each of its values would show. */
  readonly counts: FacetCounts[Facet];
}

/**
 * The counts of each filtered facet as they are without its own filter: the values of one filter are alternatives, so their counts must not be
 * cut by it. Facets without a filter have these counts in the answer itself.
 */
export function useWithoutFilter(): Partial<Record<Facet, Without>> {
  const provider = useDataProvider();
  const { filterValues } = useListContext();
  const { question } = useQuestion();
  const filtered = FACETS.filter((facet) => question[facet].length > 0);
  return useQueries({
    queries: filtered.map((facet) => {
      const { [facet]: _own, ...filter } = filterValues;
      return {
        queryKey: ['directory', 'counts', filter],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          provider.getList<FoundTool>('directory', { filter, pagination: { page: 1, perPage: 1 }, signal }),
        placeholderData: keepPreviousData,
      };
    }),
    combine: (results) =>
      Object.fromEntries(
        results.flatMap(({ data }, index) => {
          const facet = filtered[index];
          return data && facet ? [[facet, { total: data.total ?? 0, counts: facetsOf(data.meta)[facet] }]] : [];
        }),
      ),
  });
}

/** The facets that came with an answer; react-admin hands on untyped what the provider put there. */
export const facetsOf = (meta: { readonly facets: FacetCounts }): FacetCounts => meta.facets;
