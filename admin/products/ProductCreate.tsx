import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, useNavigate } from 'react-router-dom';
import { MutationForm } from '../components/MutationForm.js';
import { Page } from '../components/Page.js';
import { AskAdmin } from '../shell/AskAdmin.js';
import { useOrganization } from '../shell/organization.js';
import { useMayChange } from '../shell/useMayChange.js';
import { ProductIdInput, ProductNaming } from './ProductFields.js';
import { useCreateProduct } from './useCreateProduct.js';

/** Names a product and goes on to its keys, which is what comes next. */
export function ProductCreate() {
  const { organization, to } = useOrganization();
  const navigate = useNavigate();
  const mutation = useCreateProduct();
  const mayChange = useMayChange();
  if (!mayChange) {
    return (
      <Page title="Add product" where={organization.name}>
        <AskAdmin what="name a product" />
      </Page>
    );
  }
  return (
    <Page title="Add product" where={organization.name}>
      <Box sx={{ maxWidth: 480 }}>
        <MutationForm
          mutation={mutation}
          submit="Add product"
          record={{ type: 'api' }}
          onDone={(product) => navigate(to(`/keys?product=${encodeURIComponent(product.productId)}`))}
          beside={
            <Button component={Link} to={to('/products')} variant="outlined">
              Cancel
            </Button>
          }
        >
          <ProductIdInput />
          <ProductNaming />
        </MutationForm>
      </Box>
    </Page>
  );
}
