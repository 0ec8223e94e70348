import Box from '@mui/material/Box';
import { EditBase, TextArrayInput, useEditContext, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordForm } from '../components/RecordForm.js';
import { useScope } from '../components/useScope.js';
import type { Product } from '../providers/generated/operations.js';
import { RECORD_QUERY } from '../providers/query-client.js';
import { AskAdmin } from '../workspace/AskAdmin.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { FORM_WIDTH, ProductFields, ProductNaming } from './ProductFields.js';

/** Changes a product's name, its type and the other ids that events may carry for it. */
export function ProductEdit() {
  const meta = useScope();
  return (
    <EditBase<Product>
      mutationMode="pessimistic"
      disableAuthentication
      redirect={false}
      queryOptions={{ ...RECORD_QUERY, meta }}
    >
      <EditPage />
    </EditBase>
  );
}

function EditPage() {
  const { record: product, error, refetch } = useEditContext<Product>();
  const { organization, to } = useOrganization();
  const mayChange = useMayChange();
  return (
    <Page
      title={product ? `Edit ${product.name}` : 'Edit product'}
      where={organization.name}
      above={product && <BackTo to={to(`/products/${product.productId}`)}>{product.name}</BackTo>}
    >
      <QueryState query={{ data: product, error, refetch }} what="product">
        {(shown) => (mayChange ? <EditForm product={shown} /> : <AskAdmin what="change a product" />)}
      </QueryState>
    </Page>
  );
}

function EditForm({ product }: { product: Product }) {
  const { to } = useOrganization();
  const meta = useScope();
  const navigate = useNavigate();
  const notify = useNotify();
  const address = to(`/products/${product.productId}`);
  const onSaved = () => {
    notify('The product is saved.');
    navigate(address);
  };
  return (
    <Box sx={FORM_WIDTH}>
      <RecordForm<Product>
        inputOf={({ name, type, aliases }) => ({ name, type, aliases: aliases ?? [] })}
        meta={meta}
        submit="Save"
        cancelTo={address}
        onSaved={onSaved}
      >
        {() => (
          <ProductFields>
            <ProductNaming />
            <TextArrayInput
              source="aliases"
              label="Aliases"
              helperText="Other ids that your events may carry for it. Press Enter after each."
            />
          </ProductFields>
        )}
      </RecordForm>
    </Box>
  );
}
