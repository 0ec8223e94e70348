import { useGetList, useGetManyAggregate } from 'react-admin';
import { useScope } from '../components/useScope.js';
import type { Product } from '../providers/generated/operations.js';

/** As many as one answer holds; where a product is chosen, a company with more of them finds the others by their names. */
const PRODUCTS_SHOWN_MAX = 100;

/** The organization's products, by their own ids. */
export const useProducts = () =>
  useGetList<Product>('products', { pagination: { page: 1, perPage: PRODUCTS_SHOWN_MAX }, meta: useScope() });

/** How long a name is taken as it was read; a change that is made here shows at once. */
const NAME_FRESH_MS = 60_000;

/** Asks for a product by its own id together with all others that a page names. */
export const useSoughtProduct = (id: string | null) =>
  useGetManyAggregate<Product>(
    'products',
    { ids: id ? [id] : [], meta: useScope() },
    { enabled: Boolean(id), staleTime: NAME_FRESH_MS, onError: () => undefined },
  );

/** One product by its own id; undefined until it is read, or if there is none. */
export const useProduct = (id: string | null): Product | undefined => useSoughtProduct(id).data?.[0];

/** The name of a product of the organization; undefined until it is read. */
export const useProductName = (id: string): string | undefined => useProduct(id)?.name;
