import { useEffect, useRef, useState } from 'react';
import { type ListParams, type SortPayload, useStore } from 'react-admin';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { FieldNote } from '../providers/generated/operations.js';
import { fieldOf } from '../providers/problem.js';
import { type ListFilter, readFilters, type UnreadFilter, unreadOf } from './filters.js';

interface AddressOptions {
  /** The filters that the list knows; other parameters of the address are left alone. */
  readonly known: readonly ListFilter[];
  /** The fields that it can be ordered by; any other order in an address is ignored. */
  readonly sortable: readonly string[];
  /** The order of a list that nothing else was chosen for. */
  readonly sort: SortPayload;
  readonly perPage: number;
  /** The key under which the list is remembered; react-admin's hooks (usePrevNextController) read the same place. */
  readonly storeKey: string;
}

const SORT = 'sort';

function readSort(text: string | null, sortable: readonly string[], fallback: SortPayload): SortPayload {
  const field = text?.replace(/^-/, '');
  if (!field || !sortable.includes(field)) return fallback;
  return { field, order: text?.startsWith('-') ? 'DESC' : 'ASC' };
}
const writeSort = ({ field, order }: SortPayload): string => (order === 'DESC' ? `-${field}` : field);

/**
 * The filters and the order of a list, kept in a readable address (`?state=draft&sort=-updated`) and found again on return. A value that can't be read,
 * wherever it comes from, is taken out of the address and named; the list is never asked with it where we see that ourselves.
 */
export function useListAddress({ known, sortable, sort: fallback, perPage, storeKey }: AddressOptions) {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [stored, store] = useStore<Partial<ListParams>>(storeKey, {});
  const [unread, setUnread] = useState<readonly UnreadFilter[]>([]);
  const own = [...known.map(({ source }) => source), SORT].some((name) => search.has(name));
  // An address that names nothing is that of a user who comes back: what the list showed last stands again.
  const [restoring, setRestoring] = useState(!own);
  if (own && restoring) setRestoring(false);
  const remembered = restoring ? addressOf(stored, known, fallback) : '';
  const shown = remembered ? new URLSearchParams(remembered) : search;
  const { filters, unread: found, isCertain } = readFilters(shown, known);
  const sort = readSort(shown.get(SORT), sortable, fallback);
  // The router hands every change of one moment the address of before: filters and order that are set together would lose one.
  const latest = useRef(search);
  latest.current = search;
  const write = (change: (next: URLSearchParams) => void) => {
    setRestoring(false);
    const next = new URLSearchParams(latest.current);
    change(next);
    latest.current = next;
    setSearch(next, { replace: true, state });
  };
  const takeOut = (these: readonly UnreadFilter[]) => {
    const names = these.map(({ source }) => source);
    setUnread((before) => [...before.filter(({ source }) => !names.includes(source)), ...these]);
    write((next) => {
      for (const [name, value] of new URLSearchParams(remembered)) next.set(name, value);
      for (const name of names) next.delete(name);
    });
  };
  const foundKey = JSON.stringify(found);
  // Once, when they come.
  useEffect(() => {
    if (found.length > 0) takeOut(found);
  }, [foundKey]);
  useEffect(() => {
    if (!remembered) return;
    const merge = (before: URLSearchParams) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of new URLSearchParams(remembered)) next.set(name, value);
      return next;
    };
    if (foundKey === '[]') setSearch(merge, { replace: true, state });
  }, [remembered, foundKey, setSearch]);
  return {
    filters,
    sort,
    unread,
    isCertain,
    forgetUnread: () => setUnread([]),
    takeOut,
    /** The filters that the service could not read, by what it noted of the question. */
    refusedIn: (notes: readonly FieldNote[]): readonly UnreadFilter[] =>
      notes.flatMap((note) => {
        const filter = known.find(({ source, argument = source }) => argument === fieldOf(note));
        const value = filter && filters[filter.source];
        return filter && value ? [{ ...unreadOf(filter, value), reason: note.detail }] : [];
      }),
    /** Remembers what the list shows, for the next visit. */
    remember: () => store({ filter: filters, sort: sort.field, order: sort.order, page: 1, perPage }),
    setFilters: (values: Readonly<Record<string, unknown>>) => {
      setUnread(strangeIn(values, known));
      write((next) => {
        for (const { source } of known) next.delete(source);
        for (const { source } of known) {
          const value = values[source];
          if (typeof value === 'string' && value) next.set(source, value);
        }
      });
    },
    setSort: (wanted: SortPayload) =>
      write((next) => {
        if (writeSort(wanted) === writeSort(fallback)) next.delete(SORT);
        else next.set(SORT, writeSort(wanted));
      }),
  };
}

/** The values of an old saved view that are no text, or for which the list has no filter any more. */
const strangeIn = (values: Readonly<Record<string, unknown>>, known: readonly ListFilter[]): UnreadFilter[] =>
  Object.entries(values).flatMap(([source, value]) => {
    const filter = known.find((one) => one.source === source);
    if (value === undefined || value === null || value === '' || (filter && typeof value === 'string')) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [unreadOf(filter ?? { source, label: source }, text)];
  });

function addressOf(stored: Partial<ListParams>, known: readonly ListFilter[], fallback: SortPayload): string {
  const address = new URLSearchParams();
  for (const { source } of known) {
    const value: unknown = stored.filter?.[source];
    if (typeof value === 'string' && value) address.set(source, value);
  }
  const { sort: field, order } = stored;
  if (field && order && writeSort({ field, order }) !== writeSort(fallback))
    address.set(SORT, writeSort({ field, order }));
  return address.toString();
}
