import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { SelectInput, TextInput } from 'react-admin';
import { type Column, Rows } from '../components/Rows.js';
import { FAMILIES, type FileValue, nameOfMember } from './csv.members.js';

interface ValueField extends FileValue {
  readonly index: number;
}

const COLUMNS: readonly Column<ValueField>[] = [
  { label: 'Of', cell: ({ member }) => nameOfMember(member) },
  {
    label: 'Value',
    cell: ({ from }) => (
      <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
        {from}
      </Box>
    ),
  },
  { label: 'Becomes', cell: (field) => <BecomesField field={field} /> },
];

/** Fields for values of the file that have other names than ours: those that a preview refused, and those mapped before. */
export function ValueFields({ fileValues }: { fileValues: readonly FileValue[] }) {
  if (fileValues.length === 0) return null;
  return (
    <Box sx={{ mt: 4 }}>
      <Typography variant="h3" sx={{ mb: 2 }}>
        What values become
      </Typography>
      <Rows
        caption="Values"
        rows={fileValues.map((one, index) => ({ ...one, index }))}
        keyOf={({ index }) => String(index)}
        columns={COLUMNS}
      />
    </Box>
  );
}

function BecomesField({ field: { member, from, index } }: { field: ValueField }) {
  const label = `${nameOfMember(member)} ${from} becomes`;
  const source = `values.${index}`;
  if (member === 'event_family')
    return (
      <SelectInput
        source={source}
        label={false}
        choices={FAMILIES}
        emptyText="as it is"
        margin="none"
        size="small"
        helperText={false}
        slotProps={{ select: { MenuProps: { disablePortal: true }, 'aria-label': label } }}
        sx={{ minWidth: { sm: 200 } }}
      />
    );
  return (
    <TextInput
      source={source}
      label={false}
      margin="none"
      size="small"
      helperText={false}
      placeholder="as it is"
      autoComplete="off"
      slotProps={{ htmlInput: { 'aria-label': label, spellCheck: false } }}
      sx={{ minWidth: { sm: 200 } }}
    />
  );
}
