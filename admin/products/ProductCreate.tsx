import Box from '@mui/material/Box';
import { CreateBase } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Page } from '../components/Page.js';
import { RecordForm } from '../components/RecordForm.js';
import { useIdempotencyKey } from '../components/useIdempotencyKey.js';
import { useScope } from '../components/useScope.js';
import type { Product } from '../providers/generated/operations.js';
import { AskAdmin } from '../workspace/AskAdmin.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { FORM_WIDTH, ProductFields, ProductIdInput, ProductNaming } from './ProductFields.js';

/** Creates a product and goes on to its keys, which is what comes next. */
export function ProductCreate() {
  const { organization, to } = useOrganization();
  const navigate = useNavigate();
  const scope = useScope();
  const idempotencyKey = useIdempotencyKey();
  const mayChange = useMayChange();
  return (
    <Page title="Create product" where={organization.name} above={<BackTo to={to('/products')}>Products</BackTo>}>
      {mayChange ? (
        <CreateBase<Product> disableAuthentication redirect={false}>
          <Box sx={FORM_WIDTH}>
            <RecordForm<Product>
              inputOf={({ productId, name, type }) => ({ productId, name, type })}
              defaults={{ type: 'api' }}
              meta={{ ...scope, idempotencyKey }}
              submit="Create product"
              cancelTo={to('/products')}
              onSaved={({ productId }) =>
                navigate(to(`/settings/tracking-keys?product=${encodeURIComponent(productId)}`))
              }
            >
              {() => (
                <ProductFields>
                  <ProductIdInput />
                  <ProductNaming />
                </ProductFields>
              )}
            </RecordForm>
          </Box>
        </CreateBase>
      ) : (
        <AskAdmin what="create a product" />
      )}
    </Page>
  );
}
