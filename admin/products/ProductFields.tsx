import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { maxLength, regex, required, SelectInput, TextInput } from 'react-admin';
import { TYPE_CHOICES } from './types.js';

/** The form of a product id that the service accepts (decisions §2). */
const PRODUCT_ID = /^[A-Za-z0-9._:-]+$/;
const PRODUCT_ID_LENGTH_MAX = 128;

/** The id under which events name the product; it can't be changed afterwards, so it stands in the creation form alone. */
export function ProductIdInput() {
  return (
    <TextInput
      source="productId"
      label="Product id"
      helperText="Your own id, by which your events will name it. It can’t be changed later."
      autoComplete="off"
      validate={[
        required(),
        maxLength(PRODUCT_ID_LENGTH_MAX),
        regex(PRODUCT_ID, 'Letters, digits and . _ : - only, no spaces'),
      ]}
    />
  );
}

/** The fields of a product's name and type. */
export function ProductNaming() {
  return (
    <>
      <TextInput source="name" label="Name" helperText="As people know it" autoComplete="off" validate={required()} />
      <SelectInput source="type" label="Type" choices={TYPE_CHOICES} validate={required()} helperText={false} />
    </>
  );
}

/** No wider than a name needs. */
export const FORM_WIDTH = { maxWidth: 480 };

/** The fields of a product under each other. */
export const ProductFields = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>{children}</Box>
);
