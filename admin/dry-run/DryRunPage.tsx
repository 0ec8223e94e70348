import { useSearchParams } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Empty } from '../components/Empty.js';
import { LearnMore } from '../components/LearnMore.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { UnreadFilters } from '../components/UnreadFilters.js';
import { ProductFilter } from '../products/ProductFilter.js';
import { useAddressedProduct } from '../products/useAddressedProduct.js';
import { useOrganization } from '../workspace/organization.js';
import { DryRunForm } from './DryRunForm.js';
import { refusedOfAddress } from './repairs.js';

/** The form of the names of the catalog; another text of an address is no name. */
const CATALOG_NAME = /^[A-Z][A-Z0-9_]{0,99}$/;

/** Tries a payload before a server sends it: an event of our own form, or a call of a customer data platform. */
export function DryRunPage() {
  const { organization, to } = useOrganization();
  const addressed = useAddressedProduct();
  const [search] = useSearchParams();
  const refused = refusedOfAddress(search.getAll('fix'));
  const name = search.get('name');
  return (
    <Page
      title="Test payload"
      where={organization.name}
      above={<BackTo to={to('/events')}>Events</BackTo>}
      summary={
        <LearnMore page="dry-run">
          Paste what your server sends, or a call of Segment, RudderStack or mParticle. The answer is what a tracking
          key would get; nothing is stored.
        </LearnMore>
      }
    >
      <UnreadFilters {...addressed.address} />
      <ProductFilter oneAtATime />
      <QueryState query={addressed} what="products">
        {({ product }) =>
          product ? (
            <DryRunForm
              key={[product.productId, name, ...search.getAll('fix')].join(' ')}
              product={product}
              refused={refused}
              name={name !== null && CATALOG_NAME.test(name) ? name : null}
            />
          ) : (
            <Empty>A payload can be tried as soon as there is a product.</Empty>
          )
        }
      </QueryState>
    </Page>
  );
}
