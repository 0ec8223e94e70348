import Box from '@mui/material/Box';
import { CreateBase } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordForm } from '../components/RecordForm.js';
import { useScope } from '../components/useScope.js';
import { ProductField } from '../products/ProductField.js';
import { useProducts } from '../products/useProducts.js';
import type { CsvSample } from '../providers/csv-upload.js';
import type { CsvImport, Product } from '../providers/generated/operations.js';
import { AskAdmin } from '../workspace/AskAdmin.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { FileField } from './FileField.js';
import { useKeepSample } from './useSample.js';

/** Takes a file and goes on to the mapping of its columns; nothing becomes an event yet. */
export function CsvImportCreate() {
  const { organization, to } = useOrganization();
  const products = useProducts();
  const mayChange = useMayChange();
  return (
    <Page title="Import file" where={organization.name} above={<BackTo to={to('/csv-imports')}>Imports</BackTo>}>
      {mayChange ? (
        <QueryState query={products} what="products">
          {(items) => <UploadForm products={items} />}
        </QueryState>
      ) : (
        <AskAdmin what="import a file" />
      )}
    </Page>
  );
}

type Uploaded = CsvImport & { readonly sample: CsvSample };

const inputOf = ({ productId, file }: FieldValues) => (productId && file ? { productId, file } : null);

function UploadForm({ products }: { products: readonly Product[] }) {
  const { to } = useOrganization();
  const navigate = useNavigate();
  const meta = useScope();
  const keepSample = useKeepSample();
  const onSaved = ({ id, sample }: Uploaded) => {
    keepSample(id, sample);
    navigate(to(`/csv-imports/${id}`));
  };
  const [first, second] = products;
  return (
    <Box sx={{ maxWidth: 560 }}>
      <CreateBase<Uploaded> disableAuthentication redirect={false}>
        <RecordForm<Uploaded>
          inputOf={inputOf}
          defaults={{ productId: second ? '' : first?.productId }}
          meta={meta}
          submit="Upload file"
          note="Nothing becomes an event before you have seen the preview."
          cancelTo={to('/csv-imports')}
          onSaved={onSaved}
        >
          {() => (
            <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
              <ProductField products={products} hint="What all events of the file are about" />
              <FileField />
            </Box>
          )}
        </RecordForm>
      </CreateBase>
    </Box>
  );
}
