import Box from '@mui/material/Box';
import { AddressChips } from '../components/AddressChips.js';
import { useProducts } from './useProducts.js';

/** Which product a page is about, in its address: all of them, or one at a time. With one there is nothing to choose. */
export function ProductFilter({ oneAtATime = false }: { oneAtATime?: boolean }) {
  const { data: products = [] } = useProducts();
  const [first, second] = products;
  if (!first || !second) return null;
  return (
    <Box sx={{ mb: 4 }}>
      <AddressChips
        label="Product"
        name="product"
        unchosen={oneAtATime ? { value: first.productId } : { label: 'All products' }}
        choices={products.map((product) => [product.productId, product.name])}
      />
    </Box>
  );
}
