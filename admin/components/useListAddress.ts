import { useEffect, useMemo, useRef, useState } from 'react';
import { type ListParams, type SortPayload, useStore } from 'react-admin';
import { useSearchParams } from 'react-router-dom';

/** What a list is filtered by: texts as they stand in the address. */
export type ListFilters = Readonly<Record<string, string>>;

interface AddressOptions {
  /** The filters that the list knows; other parameters of the address are left alone. */
  readonly names: readonly string[];
  /** What it can be ordered by; any other order in an address is none. */
  readonly sortable: readonly string[];
  /** The order of a list that nothing else was chosen for. */
  readonly sort: SortPayload;
  readonly perPage: number;
  /** Where the list is remembered; react-admin's hooks (usePrevNextController) read the same place. */
  readonly storeKey: string;
}

const SORT = 'sort';

/** A filter's value; several, as older addresses repeat them, stand with commas between them. */
const valueIn = (address: URLSearchParams, name: string): string => address.getAll(name).filter(Boolean).join(',');

function readSort(text: string | null, sortable: readonly string[], fallback: SortPayload): SortPayload {
  const field = text?.replace(/^-/, '');
  if (!field || !sortable.includes(field)) return fallback;
  return { field, order: text?.startsWith('-') ? 'DESC' : 'ASC' };
}
const writeSort = ({ field, order }: SortPayload): string => (order === 'DESC' ? `-${field}` : field);

/** The filters and the order of a list, kept in a readable address (`?state=draft&sort=-updated`) and found again on return. */
export function useListAddress({ names, sortable, sort: fallback, perPage, storeKey }: AddressOptions) {
  const [search, setSearch] = useSearchParams();
  const [stored, store] = useStore<Partial<ListParams>>(storeKey, {});
  const own = [...names, SORT].some((name) => search.has(name));
  // An address that names nothing is that of a user who comes back: what the list showed last stands again.
  const [restoring, setRestoring] = useState(!own);
  if (own && restoring) setRestoring(false);
  const remembered = restoring ? addressOf(stored, names, fallback) : '';
  const shown = useMemo(() => (remembered ? new URLSearchParams(remembered) : search), [remembered, search]);
  const filters: ListFilters = useMemo(
    () => Object.fromEntries(names.flatMap((name) => (valueIn(shown, name) ? [[name, valueIn(shown, name)]] : []))),
    [names, shown],
  );
  const sort = readSort(shown.get(SORT), sortable, fallback);
  const params = JSON.stringify({ filter: filters, sort: sort.field, order: sort.order, page: 1, perPage });
  useEffect(() => {
    if (!remembered) return;
    const merge = (before: URLSearchParams) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of new URLSearchParams(remembered)) next.set(name, value);
      return next;
    };
    setSearch(merge, { replace: true });
  }, [remembered, setSearch]);
  useEffect(() => store(JSON.parse(params)), [params, store]);
  // The router hands every change of one moment the address of before: filters and order that are set together would lose one.
  const latest = useRef(search);
  latest.current = search;
  const write = (change: (next: URLSearchParams) => void) => {
    setRestoring(false);
    const next = new URLSearchParams(latest.current);
    change(next);
    latest.current = next;
    setSearch(next, { replace: true });
  };
  return {
    filters,
    sort,
    setFilters: (values: Readonly<Record<string, string | undefined>>) =>
      write((next) => {
        for (const name of names) next.delete(name);
        for (const name of names) if (values[name]) next.set(name, values[name]);
      }),
    setSort: (wanted: SortPayload) =>
      write((next) => {
        if (writeSort(wanted) === writeSort(fallback)) next.delete(SORT);
        else next.set(SORT, writeSort(wanted));
      }),
  };
}

function addressOf(stored: Partial<ListParams>, names: readonly string[], fallback: SortPayload): string {
  const address = new URLSearchParams();
  for (const name of names) {
    const value: unknown = stored.filter?.[name];
    if (typeof value === 'string' && value) address.set(name, value);
  }
  const { sort: field, order } = stored;
  if (field && order && writeSort({ field, order }) !== writeSort(fallback))
    address.set(SORT, writeSort({ field, order }));
  return address.toString();
}
