import { required, SelectInput, useInput } from 'react-admin';
import { CHIPS_MAX } from '../components/filters.js';
import type { Product } from '../providers/generated/operations.js';
import { ProductPicker } from './ProductPicker.js';

interface ProductFieldProps {
  readonly products: readonly Product[];
  readonly hint: string;
  /** True in a dialog, whose own menu is part of it. */
  readonly inDialog?: boolean;
}

/** The product that a form is about: from a few, or found by its name; the form holds its own id. */
export function ProductField({ products, hint, inDialog = false }: ProductFieldProps) {
  if (products.length > CHIPS_MAX) return <FoundProduct hint={hint} />;
  return (
    <SelectInput
      source="productId"
      label="Product"
      choices={products.map(({ productId, name }) => ({ id: productId, name }))}
      validate={required()}
      helperText={hint}
      slotProps={{ select: { MenuProps: { disablePortal: inDialog } } }}
    />
  );
}

/** A product that is found by its name, of however many. */
export function FoundProduct({ hint }: { hint: string }) {
  const { field, fieldState } = useInput<string>({ source: 'productId', validate: required() });
  return (
    <ProductPicker
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      hint={hint}
      problem={fieldState.error && 'Choose a product'}
      required
    />
  );
}
