import { useGetList } from 'react-admin';
import type { Product } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';

/** As many as one answer holds; a company with more of them sees the first ones and is told so. */
export const PRODUCTS_SHOWN_MAX = 50;

/** The organization's products; their `id` is their place (see providers/place.ts). */
export function useProducts() {
  const { organizationId } = useOrganization();
  return useGetList<Product>('products', {
    filter: { organizationId },
    pagination: { page: 1, perPage: PRODUCTS_SHOWN_MAX },
  });
}
