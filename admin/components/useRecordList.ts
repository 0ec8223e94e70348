import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type SortPayload, useInfiniteListController, useResourceContext } from 'react-admin';
import { problemOf } from '../providers/problem.js';
import { retryOutage } from '../providers/query-client.js';
import type { Identified } from '../providers/records.js';
import type { ListFilter } from './filters.js';
import { useListAddress } from './useListAddress.js';
import { listKeyOf, useScope } from './useScope.js';

interface ListOptions {
  /** The filters that stand in the address. */
  readonly known: readonly ListFilter[];
  readonly sortable: readonly string[];
  readonly sort: SortPayload;
  readonly perPage: number;
  readonly refreshMs: number | undefined;
}

/** react-admin's controller of an infinite list, with filters and order in a readable address and the scope of the page. */
export function useRecordList<Row extends Identified>({ known, sortable, sort, perPage, refreshMs }: ListOptions) {
  const resource = useResourceContext();
  if (!resource) throw new Error('this list stands outside a resource');
  const meta = useScope();
  const address = useListAddress({ known, sortable, sort, perPage, storeKey: listKeyOf(resource, meta) });
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
  const problem = list.error ? problemOf(list.error) : null;
  const refused = problem?.status === 400 ? address.refusedIn(problem.errors) : [];
  const refusedKey = JSON.stringify(refused);
  useEffect(() => {
    if (refused.length > 0) address.takeOut(refused);
  }, [refusedKey]);
  // An unanswered request is not remembered: a list that can't be read would fail again on return.
  const isAnswered = list.data !== undefined && !list.isPlaceholderData && !problem && address.isCertain;
  const answered = isAnswered ? JSON.stringify([address.filters, address.sort]) : '';
  useEffect(() => {
    if (answered) address.remember();
  }, [answered]);
  useNeighbours(resource, list.data, { perPage, sort: address.sort, filter: address.filters, meta });
  const { filters: filterValues, setFilters, setSort, unread, forgetUnread } = address;
  // A filter that is on its way out is named; the list has not failed.
  const isRefused = refused.length > 0;
  return { ...list, isRefused, filterValues, setFilters, setSort, unread, forgetUnread };
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
