import { useGetList } from 'react-admin';
import { useScope } from '../components/useScope.js';
import type { Product } from '../providers/generated/operations.js';

/** As many as one answer holds; where a product is chosen, a company with more of them sees the first ones. */
const PRODUCTS_SHOWN_MAX = 100;

/** The organization's products, by their own ids. */
export const useProducts = () =>
  useGetList<Product>('products', { pagination: { page: 1, perPage: PRODUCTS_SHOWN_MAX }, meta: useScope() });

/** What a product of the organization is called; undefined until the products are read, and of one beyond the first ones. */
export function useProductName(id: string): string | undefined {
  const { data: products = [] } = useProducts();
  return products.find(({ productId }) => productId === id)?.name;
}
