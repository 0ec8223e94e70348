import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { Problem } from '../providers/problem.js';
import { type FieldForm, problemOfField } from './fields.js';

interface FieldGridProps<Name extends string> {
  readonly fields: readonly FieldForm<Name>[];
  readonly textOf: (name: Name) => string;
  readonly problem: Problem | null;
  readonly onChange: (name: Name, value: string) => void;
}

/** Fields beside each other where there is room; long ones take the whole width. */
export function FieldGrid<Name extends string>({ fields, textOf, problem, onChange }: FieldGridProps<Name>) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
        columnGap: 4,
        rowGap: 3,
        alignItems: 'start',
      }}
    >
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={textOf(field.name)}
          problem={problemOfField(problem, field.name)}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </Box>
  );
}

const FLAG = [
  ['true', 'yes'],
  ['false', 'no'],
] as const;
const HINTS: Partial<Record<FieldForm<string>['as'], string>> = {
  words: 'With commas between them',
  lines: 'One to a line',
};

interface FieldProps<Name extends string> {
  readonly field: FieldForm<Name>;
  readonly value: string;
  readonly problem: string | null;
  readonly onChange: (value: string) => void;
}

function Field<Name extends string>({ field, value, problem, onChange }: FieldProps<Name>) {
  const long = field.as === 'text' || field.as === 'lines';
  const choices = field.as === 'flag' ? FLAG : field.choices;
  return (
    <TextField
      label={field.label}
      type={field.as === 'day' ? 'date' : 'text'}
      value={value}
      margin="none"
      required={field.required ?? false}
      error={problem !== null}
      helperText={problem ?? field.hint ?? HINTS[field.as]}
      select={choices !== undefined}
      multiline={long}
      minRows={long ? 2 : 1}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        inputLabel: field.as === 'day' ? { shrink: true } : {},
        htmlInput: { autoComplete: 'off' },
        select: { MenuProps: { disablePortal: true } },
      }}
      sx={long ? { gridColumn: '1 / -1' } : null}
    >
      {choices?.map(([choice, label]) => (
        <MenuItem key={choice} value={choice}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
