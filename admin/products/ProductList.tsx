import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { ListPage } from '../components/ListPage.js';
import { type Product, ProductStatus } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { PRODUCT_COLUMNS } from './product.columns.js';
import { TYPE_CHOICES } from './types.js';

const FILTERS = [
  {
    source: 'status',
    label: 'Status',
    every: 'Every status',
    choices: Object.values(ProductStatus).map((status) => [status, status] as const),
  },
  {
    source: 'type',
    label: 'Type',
    every: 'Every type',
    choices: TYPE_CHOICES.map(({ id, name }) => [id, name] as const),
  },
];

/** The products that the company sends events for, and how many arrive. */
export function ProductList() {
  const { organization, to } = useOrganization();
  const mayChange = useMayChange();
  const create = mayChange && (
    <Button component={Link} to={to('/products/create')} variant="contained">
      Create product
    </Button>
  );
  return (
    <ListPage<Product>
      title="Products"
      where={organization.name}
      about="What you send events for. Every event names one of these ids, or one of its aliases. An event can be stored as soon as its product is here."
      create={create}
      columns={PRODUCT_COLUMNS}
      filters={FILTERS}
      search="Search products"
      sort={{ field: 'productId', order: 'ASC' }}
      empty={{
        text: 'Your products will be listed here, each with its keys and what arrives of it.',
      }}
    />
  );
}
