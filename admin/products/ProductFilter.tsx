import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router-dom';
import { ChoiceChips } from '../components/ChoiceChips.js';
import { CHIPS_MAX } from '../components/filters.js';
import { ProductPicker } from './ProductPicker.js';
import { useProducts } from './useProducts.js';

const ALL = 'All products';

interface ProductFilterProps {
  readonly oneAtATime?: boolean;
  /** True where it stands in a row with others, which keeps the distance to what follows. */
  readonly inRow?: boolean;
}

/** Chooses the product that a page is about, in its address: all of them, or one at a time. With one there is nothing to choose. */
export function ProductFilter({ oneAtATime = false, inRow = false }: ProductFilterProps) {
  const { data: products = [] } = useProducts();
  const [search, setSearch] = useSearchParams();
  const [first, second] = products;
  if (!first || !second) return null;
  const value = search.get('product') ?? (oneAtATime ? first.productId : '');
  const every = oneAtATime ? {} : { every: ALL };
  const choose = (productId: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (productId === '') after.delete('product');
        else after.set('product', productId);
        return after;
      },
      { replace: true },
    );
  return (
    <Box sx={inRow ? null : { mb: 4 }}>
      {products.length > CHIPS_MAX ? (
        <Box sx={{ width: 280 }}>
          <ProductPicker value={value} {...every} onChange={choose} />
        </Box>
      ) : (
        <ChoiceChips
          label="Product"
          value={value}
          {...every}
          choices={products.map((product) => [product.productId, product.name])}
          onChange={choose}
        />
      )}
    </Box>
  );
}
