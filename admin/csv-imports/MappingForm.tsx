import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { required, SelectInput, TextInput } from 'react-admin';
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form';
import { MutationForm } from '../components/MutationForm.js';
import { type Column, Rows } from '../components/Rows.js';
import type { ApiMutation } from '../components/useApiMutation.js';
import type { CsvSample } from '../providers/csv-upload.js';
import {
  CHOICES,
  type Chosen,
  FAMILIES,
  type FileValue,
  isMapped,
  lackAt,
  type MappingValues,
  mappingValues,
} from './csv.members.js';
import { TimesFields } from './TimesFields.js';
import { ValueFields } from './ValueFields.js';

interface MappingFormProps<Answer> {
  readonly columns: readonly string[];
  readonly chosen: Chosen;
  /** The values that may become others. */
  readonly fileValues: readonly FileValue[];
  readonly sample: CsvSample | undefined;
  readonly mutation: ApiMutation<FieldValues, Answer>;
  readonly onChecked: (answer: Answer) => void;
  /** Called whenever the mapping is another than before. */
  readonly onChange: () => void;
  /** False while its preview stands below, from which the import is the next act. */
  readonly primary: boolean;
}

/** The member that each column of the file becomes; the names of the columns suggest it. */
export function MappingForm<Answer>(props: MappingFormProps<Answer>) {
  const { columns, chosen, fileValues, sample, mutation, primary, onChecked, onChange } = props;
  return (
    <MutationForm
      mutation={mutation}
      submit="Preview import"
      primary={primary}
      record={mappingValues(columns, chosen, sample?.suggestedTimeForm ?? null)}
      onDone={onChecked}
    >
      <Rows
        caption="Columns"
        rows={fieldsOf(columns, sample)}
        keyOf={({ index }) => String(index)}
        columns={sample ? [COLUMN, EXAMPLE, BECOMES] : [COLUMN, BECOMES]}
      />
      <Constants />
      <TimesFields />
      <ValueFields fileValues={fileValues} />
      <WhenChanged onChange={onChange} />
    </MutationForm>
  );
}

interface ColumnField {
  readonly column: string;
  readonly index: number;
  readonly example: string;
}

const EXAMPLES_MAX = 2;

const fieldsOf = (columns: readonly string[], sample: CsvSample | undefined): ColumnField[] =>
  columns.map((column, index) => {
    const cells = sample?.sampleRows.map((row) => row[index] ?? '').filter(Boolean) ?? [];
    return { column, index, example: [...new Set(cells)].slice(0, EXAMPLES_MAX).join(', ') };
  });

const COLUMN: Column<ColumnField> = { label: 'Column', cell: ({ column }) => <code>{column}</code> };
/** Only the tab in which the file was uploaded still has its first rows. */
const EXAMPLE: Column<ColumnField> = {
  label: 'Example',
  cell: ({ example }) => (
    <Box component="span" sx={{ color: 'var(--muted)', overflowWrap: 'anywhere' }}>
      {example || '–'}
    </Box>
  ),
};
const BECOMES: Column<ColumnField> = { label: 'Becomes', cell: (field) => <MemberField field={field} /> };

const MemberField = ({ field: { column, index } }: { field: ColumnField }) => (
  <SelectInput
    source={`members.${index}`}
    label={false}
    choices={CHOICES}
    isRequired
    validate={(_member: unknown, values: unknown) => lackAt(values as MappingValues, index)}
    margin="none"
    size="small"
    helperText={false}
    slotProps={{
      select: { MenuProps: { disablePortal: true }, 'aria-label': `${column} becomes` },
    }}
    sx={{ minWidth: { sm: 200 } }}
  />
);

/** The members that no column fills, with one value for all rows. */
function Constants() {
  const values = useWatch() as MappingValues;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, maxWidth: 640, '& > *': { flex: '1 1 240px' } }}>
      {!isMapped(values, 'event_name') && (
        <TextInput
          source="eventName"
          label="Event name of all rows"
          helperText="Where no column holds it, such as FIRST_API_CALL"
          validate={required('Type it, or choose the column that holds it.')}
          autoComplete="off"
        />
      )}
      {!isMapped(values, 'event_family') && (
        <SelectInput
          source="family"
          label="Family of all rows"
          choices={FAMILIES}
          emptyText="by the event’s name"
          helperText="Needed for names of your own"
          slotProps={{ select: { MenuProps: { disablePortal: true } } }}
        />
      )}
    </Box>
  );
}

/** A preview of another mapping says nothing about this one, nor does what was lacking. */
function WhenChanged({ onChange }: { onChange: () => void }) {
  const values = JSON.stringify(useWatch());
  const { clearErrors } = useFormContext();
  useEffect(() => {
    clearErrors();
    onChange();
  }, [values]);
  return null;
}
