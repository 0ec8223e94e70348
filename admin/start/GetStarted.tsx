import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { UnreadFilters } from '../components/UnreadFilters.js';
import { ProductFilter } from '../products/ProductFilter.js';
import { useAddressedProduct } from '../products/useAddressedProduct.js';
import { useOrganization } from '../workspace/organization.js';
import { Steps } from './Steps.js';

/** From nothing to the first event and beyond: five steps that tick themselves. */
export function GetStarted() {
  const { organization } = useOrganization();
  const addressed = useAddressedProduct();
  return (
    <Page
      title="Get started"
      where={organization.name}
      summary="Each step ticks itself when it is true. Nothing here needs a click to be done."
    >
      <UnreadFilters {...addressed.address} />
      <ProductFilter oneAtATime />
      <QueryState query={addressed} what="steps" rows={5}>
        {({ product }) => <Steps product={product} />}
      </QueryState>
    </Page>
  );
}
