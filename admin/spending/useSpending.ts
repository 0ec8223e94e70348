import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { THIS_MONTH } from '../providers/data.spending.js';
import type { SpendingMonth } from '../providers/generated/operations.js';

/** One month of one's own spending with the saved allowance; null is the month that it is at the service. */
export function useSpending(month: string | null) {
  const provider = useDataProvider();
  const id = month ?? THIS_MONTH;
  return useQuery({
    queryKey: ['spending', id],
    queryFn: async ({ signal }) =>
      (await provider.getOne<SpendingMonth & { readonly id: string }>('spending', { id, signal })).data,
  });
}
