import Box from '@mui/material/Box';
import { SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { CsvTimeForm } from '../providers/generated/operations.js';
import { isMapped, type MappingValues, TIME_FORMS } from './csv.members.js';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const LIST = 'csv-time-zones';

const zoneMissing = (zone: unknown) => (zone ? undefined : 'Choose the time zone in which the file was written.');

/** How the file writes its times, and in which time zone, where they don't say it themselves. */
export function TimesFields() {
  const values = useWatch() as MappingValues;
  if (!isMapped(values, 'occurredAt')) return null;
  const { form } = values.times;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, maxWidth: 640, '& > *': { flex: '1 1 240px' } }}>
      <SelectInput
        source="times.form"
        label="Times are written as"
        choices={TIME_FORMS}
        emptyText="with their offset, as 2026-11-25T10:00:00Z"
        helperText="As the example of the column shows"
        slotProps={{ select: { MenuProps: { disablePortal: true }, displayEmpty: true }, inputLabel: { shrink: true } }}
      />
      {form && form !== CsvTimeForm.unix && (
        <>
          <TextInput
            source="times.zone"
            label="In the time zone"
            helperText="A name of the IANA list, such as Europe/Berlin"
            validate={zoneMissing}
            autoComplete="off"
            slotProps={{ htmlInput: { list: LIST, spellCheck: false } }}
          />
          <datalist id={LIST}>
            {ZONES.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </Box>
  );
}
