import { useAddressFilters } from '../components/useAddressFilters.js';
import { useProductFilter } from './useProductFilter.js';
import { useProducts, useSoughtProduct } from './useProducts.js';

/** The product that the address names, wherever it stands among them; the first one where it names none, or one that there is not. */
export function useAddressedProduct() {
  const address = useAddressFilters([useProductFilter()]);
  const id = address.filters.product ?? null;
  const products = useProducts();
  const sought = useSoughtProduct(id);
  const isKnown = products.data !== undefined && address.isCertain && (id === null || !sought.isPending);
  return { address, ...products, data: isKnown ? { product: sought.data?.[0] ?? products.data[0] } : undefined };
}
