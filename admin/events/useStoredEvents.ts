import { useInfiniteQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { TrackedEvent } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';

export type StoredEvent = TrackedEvent & { readonly id: string };

const PER_PAGE = 20;

/** The stored events, newest first, page after page as they are asked for. */
export function useStoredEvents(productId: string | undefined) {
  const { organizationId } = useOrganization();
  const provider = useDataProvider();
  return useInfiniteQuery({
    queryKey: ['events', organizationId, productId],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      provider.getList<StoredEvent>('events', {
        filter: { organizationId, productId },
        pagination: { page: 1, perPage: PER_PAGE },
        meta: pageParam === '' ? {} : { cursor: pageParam },
        signal,
      }),
    getNextPageParam: (last): string | undefined => last.meta?.nextCursor ?? undefined,
  });
}
