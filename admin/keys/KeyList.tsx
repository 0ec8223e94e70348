import Button from '@mui/material/Button';
import { Link, useSearchParams } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { ProductFilter } from '../products/ProductFilter.js';
import { useProducts } from '../products/useProducts.js';
import { useOrganization } from '../shell/organization.js';
import { useMayChange } from '../shell/useMayChange.js';
import { ProductKeys } from './ProductKeys.js';
import { useTrackingKeys } from './useTrackingKeys.js';

/** The tracking keys, product by product. */
export function KeyList() {
  const { organization, to } = useOrganization();
  const mayChange = useMayChange();
  const [search] = useSearchParams();
  const products = useProducts();
  const keys = useTrackingKeys();
  const chosen = search.get('product');
  return (
    <Page
      title="Keys"
      where={organization.name}
      summary="Tracking keys let your servers send events. Each belongs to one product; each is shown once; none belongs in a browser."
    >
      <ProductFilter />
      <QueryState query={products} what="products">
        {(items) =>
          items.length === 0 ? (
            <Empty
              action={
                mayChange && (
                  <Button component={Link} to={to('/products/create')} variant="contained">
                    Add product
                  </Button>
                )
              }
            >
              Your keys will be listed here, under the product that they send events for. Add a product first.
            </Empty>
          ) : (
            <QueryState query={keys} what="keys">
              {(all) =>
                items
                  .filter((product) => chosen === null || product.productId === chosen)
                  .map((product) => (
                    <ProductKeys
                      key={product.id}
                      product={product}
                      alone={chosen !== null || items.length === 1}
                      keys={all.filter((one) => one.productId === product.productId)}
                    />
                  ))
              }
            </QueryState>
          )
        }
      </QueryState>
    </Page>
  );
}
