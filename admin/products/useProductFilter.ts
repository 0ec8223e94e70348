import { useSearchParams } from 'react-router-dom';
import { CHIPS_MAX, type ListFilter } from '../components/filters.js';
import { problemOf } from '../providers/problem.js';
import { ProductPicker } from './ProductPicker.js';
import { useProducts, useSoughtProduct } from './useProducts.js';

/** The filter of a list by its product: the first products, and the chosen one wherever it stands among them. */
export function useProductFilter(): ListFilter & Required<Pick<ListFilter, 'choices' | 'readable'>> {
  const { data: products = [] } = useProducts();
  const [search] = useSearchParams();
  const id = search.get('product');
  const sought = useSoughtProduct(id);
  const chosen = sought.data?.[0];
  const isListed = (value: string) => products.some(({ productId }) => productId === value);
  // An id that no product can have is refused; whether there is one of another id is known once it was answered.
  const isRefused = sought.error !== null && problemOf(sought.error).status === 400;
  const isKnown = isRefused || (sought.data !== undefined && !sought.isFetching);
  return {
    source: 'product',
    argument: 'productId',
    label: 'Product',
    every: 'All products',
    choices: (chosen && !isListed(chosen.productId) ? [chosen, ...products] : products).map(
      ({ productId, name }) => [productId, name] as const,
    ),
    readable: (value) => {
      // If the product could not be read, the question that it narrows reports the failure.
      if (isListed(value) || (sought.error !== null && !isRefused)) return true;
      return value === id && isKnown ? chosen !== undefined : undefined;
    },
    folded: true,
    ...(products.length > CHIPS_MAX ? { picker: ProductPicker } : {}),
  };
}
