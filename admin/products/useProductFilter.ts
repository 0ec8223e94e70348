import { useSearchParams } from 'react-router-dom';
import { CHIPS_MAX, type ListFilter } from '../components/filters.js';
import { ProductPicker } from './ProductPicker.js';
import { useProduct, useProducts } from './useProducts.js';

/** The filter of a list by its product: the first products, and the chosen one wherever it stands among them. */
export function useProductFilter(): ListFilter & Required<Pick<ListFilter, 'choices'>> {
  const { data: products = [] } = useProducts();
  const [search] = useSearchParams();
  const chosen = useProduct(search.get('product'));
  const isMissing = chosen && !products.some(({ productId }) => productId === chosen.productId);
  return {
    source: 'product',
    label: 'Product',
    every: 'All products',
    choices: (isMissing ? [chosen, ...products] : products).map(({ productId, name }) => [productId, name] as const),
    folded: true,
    ...(products.length > CHIPS_MAX ? { picker: ProductPicker } : {}),
  };
}
