import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type RaRecord, useDataProvider } from 'react-admin';

/** A list that is read further at the person's wish; undefined until its first part has come. */
export interface InfiniteList<Item> {
  readonly data: readonly Item[] | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  /** How many there are in all, where the service counts them. */
  readonly total: number | undefined;
  /** What came with its first part beside the items. */
  readonly meta: unknown;
  /** What is shown answers the filter before, while the new one is under way. */
  readonly outdated: boolean;
  readonly hasMore: boolean;
  readonly reading: boolean;
  readonly readMore: () => void;
}

/** Reads a list part by part with the service's own cursor; what was shown stays while a changed filter is asked. */
export function useInfiniteList<Item extends RaRecord<string>>(
  resource: string,
  filter: object,
  options: { perPage: number; refetchInterval?: number | false; enabled?: boolean },
): InfiniteList<Item> {
  const { perPage, ...rest } = options;
  const provider = useDataProvider();
  const query = useInfiniteQuery({
    queryKey: [resource, 'more', filter, perPage],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      provider.getList<Item>(resource, {
        filter,
        pagination: { page: 1, perPage },
        meta: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    getNextPageParam: ({ meta }) => (typeof meta?.nextCursor === 'string' ? meta.nextCursor : undefined),
    placeholderData: keepPreviousData,
    ...rest,
  });
  return {
    data: query.data?.pages.flatMap((page) => page.data),
    error: query.error,
    refetch: query.refetch,
    total: query.data?.pages[0]?.total,
    meta: query.data?.pages[0]?.meta,
    outdated: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    reading: query.isFetchingNextPage,
    readMore: () => void query.fetchNextPage(),
  };
}
