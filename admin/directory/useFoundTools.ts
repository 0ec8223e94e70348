import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { type GetListResult, useDataProvider } from 'react-admin';
import { useInfiniteList } from '../components/useInfiniteList.js';
import type { FacetCounts, FoundTool } from '../providers/generated/operations.js';
import { FACETS, type Facet } from './facets.js';
import { type Question } from './useQuestion.js';

/** The most rows that are read; beyond it the user narrows the question. */
const PAGE_SIZE = 20;

/** The tools that answer a question, page after page; while another question is under way the last answer stays. */
export const useFoundTools = (question: Question) =>
  useInfiniteList<FoundTool>('tools', question, { perPage: PAGE_SIZE });

interface Without {
  /** How many tools there are when this facet isn't filtered by. */
  readonly total: number;
  /** How many each of its values would show. */
  readonly counts: FacetCounts[Facet];
}

/**
 * What each facet that is filtered by would offer without its own filter: the values of one filter are alternatives, so
 * their counts must not be cut by it. Facets without a filter have these counts in the answer itself.
 */
export function useWithoutFilter(question: Question): Partial<Record<Facet, Without>> {
  const provider = useDataProvider();
  const filtered = FACETS.filter((facet) => question[facet].length > 0);
  return useQueries({
    queries: filtered.map((facet) => {
      const wider = { ...question, [facet]: [] };
      return {
        queryKey: ['tools', 'counts', wider],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          provider.getList<FoundTool>('tools', { filter: wider, pagination: { page: 1, perPage: 1 }, signal }),
        placeholderData: keepPreviousData,
      };
    }),
    combine: (results) =>
      Object.fromEntries(
        results.flatMap(({ data }, index) => {
          const facet = filtered[index];
          return data && facet ? [[facet, { total: data.total ?? 0, counts: facetsOf(data)[facet] }]] : [];
        }),
      ),
  });
}

/** The facets that came with an answer. */
export function facetsOf({ meta }: Pick<GetListResult, 'meta'>): FacetCounts {
  return meta.facets;
}
