import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { TextInput, useInput } from 'react-admin';
import { keepForm } from './enter.js';
import type { FieldForm } from './fields.js';

const FLAG = [
  ['true', 'yes'],
  ['false', 'no'],
] as const;
const HINTS: Partial<Record<FieldForm<string>['as'], string>> = {
  words: 'With commas between them',
  lines: 'One to a line',
};

/** Fields of a record's form, each bound to the member of its name; long ones take the whole width of the grid. */
export const FormFields = <Name extends string>({ fields }: { fields: readonly FieldForm<Name>[] }) =>
  fields.map((field) => {
    const { name, label, as, hint, required } = field;
    const long = as === 'text' || as === 'lines';
    if (as === 'choice' || as === 'flag') return <ChoiceField key={name} field={field} />;
    return (
      <TextInput
        key={name}
        source={name}
        label={label}
        type={as === 'day' ? 'date' : 'text'}
        helperText={hint ?? HINTS[as] ?? false}
        margin="none"
        isRequired={required ?? false}
        // Words with commas go on in the next line, so that none is out of sight.
        multiline={long || as === 'words'}
        minRows={long ? 2 : 1}
        {...(as === 'words' ? { onKeyDown: keepForm } : {})}
        slotProps={{
          htmlInput: { autoComplete: 'off' },
          ...(as === 'day' ? { inputLabel: { shrink: true } } : {}),
        }}
        sx={long ? { gridColumn: '1 / -1' } : {}}
      />
    );
  });

function ChoiceField<Name extends string>({ field: { name, label, as, choices, hint } }: { field: FieldForm<Name> }) {
  const { field, fieldState } = useInput({ source: name });
  const held: unknown = field.value;
  return (
    <TextField
      select
      label={label}
      name={field.name}
      value={typeof held === 'string' ? held : ''}
      margin="none"
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
      onChange={field.onChange}
      onBlur={field.onBlur}
      slotProps={{ select: { MenuProps: { disablePortal: true } } }}
    >
      {(as === 'flag' ? FLAG : (choices ?? [])).map(([choice, text]) => (
        <MenuItem key={choice} value={choice}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Fields beside each other where there is room. */
export const FIELD_GRID = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
  columnGap: 4,
  rowGap: 4,
  alignItems: 'start',
};
