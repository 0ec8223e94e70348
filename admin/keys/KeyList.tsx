import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, useSearchParams } from 'react-router-dom';
import { ListPage } from '../components/ListPage.js';
import { Notice } from '../components/Notice.js';
import { useProductFilter } from '../products/useProductFilter.js';
import { useProduct, useProducts } from '../products/useProducts.js';
import type { Product, TrackingKey } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { KeyCreateButton } from './KeyCreateButton.js';
import { KEY_ACTIONS, KEY_COLUMNS } from './key.columns.js';

/** One to use and one to rotate to (decisions §2, Credentials). */
const LIVE_KEYS_MAX = 2;

const STATE = {
  source: 'state',
  label: 'State',
  every: 'Every state',
  choices: [
    ['live', 'live'],
    ['unused', 'not used yet'],
    ['revoked', 'revoked'],
  ],
} as const;

const NONE: readonly Product[] = [];

/** The tracking keys of the organization, of all products or of one. */
export function KeyList() {
  const { organization, to } = useOrganization();
  const mayChange = useMayChange();
  const [search] = useSearchParams();
  const { data: products = NONE, pageInfo } = useProducts();
  const product = useProductFilter();
  const productId = search.get('product');
  const sought = useProduct(productId);
  const chosen = products.find((one) => one.productId === productId) ?? sought;
  const available = (chosen ? [chosen] : products).filter(({ liveKeys }) => liveKeys < LIVE_KEYS_MAX);
  // When there are more products than one answer holds, the others are found by their names.
  const areMore = !chosen && pageInfo?.hasNextPage === true;
  const isFull = products.length > 0 && available.length === 0 && !areMore;
  const create = (
    <Button component={Link} to={to('/products/create')} variant="outlined">
      Create product
    </Button>
  );
  return (
    <ListPage<TrackingKey>
      title="Keys"
      where={organization.name}
      about="Tracking keys let your servers send events. Each belongs to one product; each is shown once; none belongs in a browser. To rotate a key, create the second one, roll it out and revoke the first."
      action={
        mayChange && (areMore || available.length > 0) && <KeyCreateButton products={available} areMore={areMore} />
      }
      columns={mayChange ? [...KEY_COLUMNS, KEY_ACTIONS] : KEY_COLUMNS}
      filters={[STATE, product]}
      search="Search keys"
      sort={{ field: 'id', order: 'ASC' }}
      to={null}
      empty={
        products.length > 0
          ? {
              text: 'Your keys will be listed here, each with when it was last used. One per product is enough to start.',
            }
          : {
              text: 'Your keys will be listed here, each with the product that it sends events for. Create a product first.',
              action: mayChange && create,
            }
      }
    >
      {mayChange && isFull && (
        <Box sx={{ mb: 4 }}>
          <Notice tone="info">
            A product has at most two live keys: one in use and one to rotate to. Revoke one to create another.
          </Notice>
        </Box>
      )}
    </ListPage>
  );
}
