import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { SearchBalance, WebDataBalance } from '../providers/generated/operations.js';

/** The saved balances by the provider that they are of. */
export interface Balances {
  readonly 'search-balance': SearchBalance;
  readonly 'web-data-balance': WebDataBalance;
}

interface Held<Balance> {
  readonly id: string;
  /** Null where nothing was ever saved. */
  readonly snapshot: Balance | null;
}

/** One saved balance; no provider is asked for it. */
export function useBalance<Name extends keyof Balances>(name: Name) {
  const provider = useDataProvider();
  return useQuery({
    queryKey: [name],
    queryFn: async ({ signal }) => (await provider.getOne<Held<Balances[Name]>>(name, { id: 'own', signal })).data,
  });
}
