import Box from '@mui/material/Box';
import { TextArrayInput, useDataProvider, useNotify } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { MutationForm } from '../components/MutationForm.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { Product } from '../providers/generated/operations.js';
import { ProductNaming } from './ProductFields.js';

/** Changes a product's name, its type and the other ids that events may carry for it. */
export function ProductNamesForm({ product }: { product: Product }) {
  const provider = useDataProvider();
  const notify = useNotify();
  const mutation = useApiMutation(
    ({ name, type, aliases }: FieldValues) =>
      provider.update('products', {
        id: product.id,
        data: { name, type, aliases: aliases ?? [] },
        previousData: product,
      }),
    ['products'],
  );
  return (
    <Box sx={{ maxWidth: 480 }}>
      <MutationForm
        mutation={mutation}
        submit="Save names"
        record={product}
        onDone={() => notify('The names are changed.')}
      >
        <ProductNaming />
        <TextArrayInput
          source="aliases"
          label="Aliases"
          helperText="Other ids that your events may carry for it. Press Enter after each."
        />
      </MutationForm>
    </Box>
  );
}
