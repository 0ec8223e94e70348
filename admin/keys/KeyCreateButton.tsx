import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { maxLength, required, SelectInput, TextInput, useDataProvider } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Code } from '../components/Code.js';
import { MutationForm } from '../components/MutationForm.js';
import type { ShownSecret } from '../components/SecretDialog.js';
import { useShowSecret } from '../components/secret.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useScope } from '../components/useScope.js';
import { FoundProduct } from '../products/ProductField.js';
import { useDai } from '../providers/data.js';
import type { CreateTrackingKeyAnswer, Product } from '../providers/generated/operations.js';
import { useAct } from '../workspace/useAct.js';

type Created = NonNullable<CreateTrackingKeyAnswer['createTrackingKey']>;

const NAME_LENGTH_MAX = 120;

interface KeyCreateProps {
  readonly products: readonly Product[];
  /** True where there are others beside them. */
  readonly areMore?: boolean;
}

/** Creates a key for one of the products: first its name, then, once and never again, the key itself. */
export function KeyCreateButton({ products, areMore = false }: KeyCreateProps) {
  const [naming, setNaming] = useState(false);
  const [proposed, setProposed] = useState('');
  const titleId = useId();
  const { createTrackingKey } = useDai();
  const showSecret = useShowSecret();
  const provider = useDataProvider();
  const meta = useScope();
  const only = products.length === 1 && !areMore ? products[0] : undefined;
  const mutation = useApiMutation(
    async ({ name, productId }: FieldValues): Promise<void> => {
      const listed = products.find((one) => one.productId === productId);
      const product = listed ?? (await provider.getMany<Product>('products', { ids: [productId], meta })).data[0];
      if (!product) return;
      const { organizationId } = product;
      showSecret(secretOf(await createTrackingKey({ organizationId, productId: product.productId, name }), product));
    },
    ['tracking-keys', 'products'],
  );
  useAct('create-key', (name) => {
    setProposed(name);
    setNaming(true);
  });
  const close = () => {
    mutation.reset();
    setProposed('');
    setNaming(false);
  };
  return (
    <>
      <Button variant="contained" startIcon={<AddIcon />} onClick={() => setNaming(true)}>
        Create key
      </Button>
      {naming && (
        <Dialog open onClose={mutation.busy ? undefined : close} aria-labelledby={titleId} maxWidth="xs" fullWidth>
          <DialogTitle id={titleId}>{only ? `Create a key for ${only.name}` : 'Create key'}</DialogTitle>
          <DialogContent>
            <MutationForm
              mutation={mutation}
              submit="Create key"
              record={{ name: proposed, ...(only ? { productId: only.productId } : {}) }}
              onDone={close}
              beside={
                <Button variant="outlined" onClick={close} disabled={mutation.busy}>
                  Cancel
                </Button>
              }
            >
              {areMore && <FoundProduct hint="A product with two live keys gets no third." />}
              {!only && !areMore && (
                <SelectInput
                  source="productId"
                  label="Product"
                  choices={products.map(({ productId, name }) => ({ id: productId, name }))}
                  validate={required()}
                  helperText="A product with two live keys is not listed."
                  slotProps={{ select: { MenuProps: { disablePortal: true } } }}
                />
              )}
              <TextInput
                source="name"
                label="Name of the key"
                helperText="Where it will live, such as production or staging. The key is shown once, right after this."
                autoComplete="off"
                autoFocus
                validate={[required(), maxLength(NAME_LENGTH_MAX)]}
              />
            </MutationForm>
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}

const secretOf = ({ token, curl, trackingKey }: Created, product: Product): ShownSecret => ({
  title: `The key “${trackingKey.name}” for ${product.name}`,
  secret: token,
  secretName: 'tracking key',
  place: 'Put it where your server reads its secrets; never in a browser, an app or a repository.',
  ready: <Code text={curl} what="command with the secret filled in" wrap />,
  readyTitle: 'Try it',
});
