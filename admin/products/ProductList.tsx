import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { Product } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';
import { useMayChange } from '../shell/useMayChange.js';
import { ProductStatusChip } from './ProductStatusChip.js';
import { labelOfType } from './types.js';
import { useProducts } from './useProducts.js';

/** What the company sends events for. */
export function ProductList() {
  const { organization, to } = useOrganization();
  const products = useProducts();
  const add = useMayChange() && (
    <Button component={Link} to={to('/products/create')} variant="contained">
      Add product
    </Button>
  );
  return (
    <Page
      title="Products"
      where={organization.name}
      summary="What you send events for. Every event names one of these ids, or one of its aliases."
      action={add}
    >
      <QueryState query={products} what="products">
        {(items) =>
          items.length === 0 ? (
            <Empty>Your products will be listed here. An event can be stored as soon as its product has a name.</Empty>
          ) : (
            <Rows caption="Products" rows={items} keyOf={(product) => product.id} columns={columns(to)} />
          )
        }
      </QueryState>
    </Page>
  );
}

const columns = (to: (path: string) => string): Column<Product>[] => [
  { label: 'Name', cell: (product) => <Link to={to(`/products/${product.productId}`)}>{product.name}</Link> },
  { label: 'Product id', cell: (product) => <code>{product.productId}</code> },
  { label: 'Type', cell: (product) => labelOfType(product.type) },
  { label: 'Status', cell: (product) => <ProductStatusChip status={product.status} /> },
  { label: 'Aliases', cell: (product) => <code>{product.aliases.join(', ') || '–'}</code> },
  { label: 'Live keys', cell: (product) => product.liveKeys, numeric: true },
  { label: 'Named', cell: (product) => <TimeAgo at={product.createdAt} />, numeric: true },
];
