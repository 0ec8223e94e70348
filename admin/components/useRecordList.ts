import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type SortPayload, useInfiniteListController, useResourceContext } from 'react-admin';
import { retryOutage } from '../providers/query-client.js';
import type { Identified } from '../providers/records.js';
import { useListAddress } from './useListAddress.js';
import { listKeyOf, useScope } from './useScope.js';

interface ListOptions {
  /** The filters that stand in the address. */
  readonly names: readonly string[];
  readonly sortable: readonly string[];
  readonly sort: SortPayload;
  readonly perPage: number;
  readonly refreshMs: number | undefined;
}

/** react-admin's controller of an infinite list, with filters and order in a readable address and the scope of the page. */
export function useRecordList<Row extends Identified>({ names, sortable, sort, perPage, refreshMs }: ListOptions) {
  const resource = useResourceContext();
  if (!resource) throw new Error('this list stands outside a resource');
  const meta = useScope();
  const address = useListAddress({ names, sortable, sort, perPage, storeKey: listKeyOf(resource, meta) });
  const list = useInfiniteListController<Row>({
    resource,
    perPage,
    sort: address.sort,
    filter: address.filters,
    // Filters and order stand in the address (useListAddress), and the routes have let the user in.
    disableSyncWithLocation: true,
    disableAuthentication: true,
    storeKey: false,
    exporter: false,
    queryOptions: {
      meta,
      retry: retryOutage,
      onError: () => undefined,
      ...(refreshMs ? { refetchInterval: refreshMs } : {}),
    },
  });
  useNeighbours(resource, list.data, { perPage, sort: address.sort, filter: address.filters, meta });
  return { ...list, filterValues: address.filters, setFilters: address.setFilters, setSort: address.setSort };
}

/** Puts what the list has loaded where usePrevNextController looks first, so that walking from record to record asks nothing. */
function useNeighbours(
  resource: string,
  data: readonly Identified[] | undefined,
  { perPage, ...question }: { perPage: number; sort: SortPayload; filter: object; meta: object },
): void {
  const client = useQueryClient();
  const key = JSON.stringify([resource, 'getList', { ...question, pagination: { page: 1, perPage } }]);
  useEffect(() => {
    if (data) client.setQueryData(JSON.parse(key), { data });
  }, [client, key, data]);
}
