import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { Fact, Facts } from '../components/Facts.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import type { Product } from '../providers/generated/operations.js';
import { placeOf } from '../providers/place.js';
import { useOrganization } from '../shell/organization.js';
import { useMayChange } from '../shell/useMayChange.js';
import { ProductNamesForm } from './ProductNamesForm.js';
import { ProductStatusDecision } from './ProductStatusDecision.js';
import { labelOfType } from './types.js';

/** One product: its names, its other names, and whether its events are stored. */
export function ProductEdit() {
  const { productId = '' } = useParams();
  const { organization, organizationId, to } = useOrganization();
  const mayChange = useMayChange();
  const product = useGetOne<Product>('products', { id: placeOf(organizationId, productId) });
  return (
    <Page
      title={product.data?.name ?? productId}
      where={organization.name}
      summary={
        <>
          <code>{productId}</code> · <Link to={to(`/keys?product=${encodeURIComponent(productId)}`)}>keys</Link> ·{' '}
          <Link to={to(`/events?product=${encodeURIComponent(productId)}`)}>events</Link>
        </>
      }
    >
      <QueryState query={product} what="product">
        {(record) => (
          <>
            <Section title="Names">
              {mayChange ? <ProductNamesForm product={record} /> : <Names product={record} />}
            </Section>
            <ProductStatusDecision product={record} />
          </>
        )}
      </QueryState>
    </Page>
  );
}

function Names({ product }: { product: Product }) {
  return (
    <Facts>
      <Fact label="Name">{product.name}</Fact>
      <Fact label="Type">{labelOfType(product.type)}</Fact>
      <Fact label="Aliases">{product.aliases.join(', ') || '–'}</Fact>
    </Facts>
  );
}
