import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { keepForm } from '../components/enter.js';
import type { FilterPickerProps } from '../components/filters.js';
import { useScope } from '../components/useScope.js';
import type { Product } from '../providers/generated/operations.js';
import { useProduct } from './useProducts.js';

const CHOICES_SHOWN = 20;
const NAME_MAX = 200;

interface ProductPickerProps extends FilterPickerProps {
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly required?: boolean;
  readonly onBlur?: () => void;
}

/** One of many products by its own id, found by a part of its name or id. Without a word for none, one is always chosen. */
export function ProductPicker(props: ProductPickerProps) {
  const { value, every, onChange, hint, problem, required = false, onBlur } = props;
  const [typed, setTyped] = useState('');
  const chosen = useProduct(value) ?? null;
  const found = useGetList<Product>('products', {
    filter: { q: typed === chosen?.name ? '' : typed.trim() },
    sort: { field: 'name', order: 'ASC' },
    pagination: { page: 1, perPage: CHOICES_SHOWN },
    meta: useScope(),
  });
  return (
    <Autocomplete
      options={found.data ?? []}
      value={chosen}
      disableClearable={every === undefined && chosen !== null}
      {...(onBlur ? { onBlur } : {})}
      onKeyDown={keepForm}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={(_event, product) => onChange(product?.productId ?? '')}
      // The service has searched already.
      filterOptions={(all) => all}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ productId }) => productId}
      isOptionEqualToValue={(one, other) => one.productId === other.productId}
      loading={found.isFetching}
      loadingText="Searching…"
      noOptionsText="No product has this name or id"
      slotProps={{ paper: { sx: { border: '1px solid var(--border)' } } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Product"
          placeholder={every}
          required={required}
          error={problem !== undefined}
          helperText={problem ?? hint}
          margin="none"
          slotProps={{
            ...params.slotProps,
            inputLabel: { ...params.slotProps.inputLabel, shrink: true },
            htmlInput: { ...params.slotProps.htmlInput, maxLength: NAME_MAX },
          }}
        />
      )}
    />
  );
}
