import { useSearchParams } from 'react-router-dom';
import { useAddressFilters } from '../components/useAddressFilters.js';
import { useNow } from '../components/useNow.js';
import { monthIn, monthOf } from './months.js';

/** The month that the address asks for: one that has begun, or none. */
export function useMonthAddress() {
  const now = useNow();
  const isBegun = (month: string) => monthIn(month, now) !== null || month === monthOf(now);
  return useAddressFilters([{ source: 'month', label: 'Month', readable: isBegun }]);
}

/** The month that is shown, null for the current one, and how another is asked for. */
export function useMonth(): readonly [month: string | null, choose: (month: string) => void] {
  const now = useNow();
  const [search, setSearch] = useSearchParams();
  const choose = (month: string) => setSearch(month >= monthOf(now) ? {} : { month });
  return [monthIn(search.get('month'), now), choose];
}
