import { TextInput } from 'react-admin';
import type { FieldForm } from './fields.js';

/** Fields of a record's form, each bound to the member of its name; long ones take the whole width of the grid. */
export const FormFields = <Name extends string>({ fields }: { fields: readonly FieldForm<Name>[] }) =>
  fields.map(({ name, label, as, hint, required }) => {
    const long = as === 'text' || as === 'lines';
    return (
      <TextInput
        key={name}
        source={name}
        label={label}
        helperText={hint ?? false}
        margin="none"
        isRequired={required ?? false}
        multiline={long}
        minRows={long ? 2 : 1}
        slotProps={{ htmlInput: { autoComplete: 'off' } }}
        sx={long ? { gridColumn: '1 / -1' } : {}}
      />
    );
  });

/** Fields beside each other where there is room. */
export const FIELD_GRID = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
  columnGap: 4,
  rowGap: 3,
  alignItems: 'start',
};
