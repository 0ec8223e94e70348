import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type ListFilter, readFilters, type UnreadFilter } from './filters.js';

/**
 * Reads the choices of a page that is no list from its address. A value that can't be read is removed from it and named, as a list does
 * (useListAddress); before `isCertain` the page sends no request with it, because a refusal would show for a moment.
 */
export function useAddressFilters(known: readonly ListFilter[]) {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [unread, setUnread] = useState<readonly UnreadFilter[]>([]);
  const { filters, unread: found, isCertain } = readFilters(search, known);
  const foundKey = JSON.stringify(found);
  // Again after each change of the address: the list of the same page may have put it back while it changed something else.
  useEffect(() => {
    if (found.length === 0) return;
    const names = found.map(({ source }) => source);
    setUnread((before) => [...before.filter(({ source }) => !names.includes(source)), ...found]);
    const without = (before: URLSearchParams) => {
      const after = new URLSearchParams(before);
      for (const name of names) after.delete(name);
      return after;
    };
    setSearch(without, { replace: true, state });
  }, [foundKey, search]);
  return { filters, isCertain, unread, forgetUnread: () => setUnread([]) };
}
