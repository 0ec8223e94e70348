import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { maxLength, maxValue, minValue, NumberInput, number, required, TextInput, useInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Day } from '../components/Day.js';
import { useNow } from '../components/useNow.js';
import { ScopeFields } from './ScopeFields.js';
import { useProjectNames } from './useProjectNames.js';

const NAME_LENGTH_MAX = 120;
const DAY_MS = 86_400_000;

/** Days that a token lives (decisions §2, Credentials). */
export const DAYS = { min: 1, max: 365, atFirst: 90 } as const;

const isWhole = (value: unknown) => (Number.isInteger(value) ? undefined : 'Whole days');

/** What is asked for before a token is created: what it is for, what it may, and for how long. */
export function TokenFields() {
  return (
    <>
      <TextInput
        source="name"
        label="Name of the token"
        helperText="What tells it from others, such as the agent and the machine that will use it."
        autoComplete="off"
        autoFocus
        validate={[required(), maxLength(NAME_LENGTH_MAX)]}
      />
      <ProjectField />
      <ScopeFields />
      <NumberInput
        source="expiresInDays"
        label="Days until it expires"
        helperText={<Ends />}
        min={DAYS.min}
        max={DAYS.max}
        step={1}
        validate={[required(), number(), minValue(DAYS.min), maxValue(DAYS.max), isWhole]}
      />
    </>
  );
}

function ProjectField() {
  const { data: projects = [] } = useProjectNames();
  const { id, field, fieldState } = useInput({ source: 'projectId', defaultValue: '' });
  return (
    <TextField
      {...field}
      id={id}
      select
      label="Bound to"
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? 'Bound to one project, it sees and does nothing else.'}
      slotProps={{ select: { displayEmpty: true, MenuProps: { disablePortal: true } }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">Your whole account</MenuItem>
      {projects
        .filter(({ status }) => status !== 'ARCHIVED')
        .map((project) => (
          <MenuItem key={project.id} value={project.id} sx={{ whiteSpace: 'normal' }}>
            {project.title}
          </MenuItem>
        ))}
    </TextField>
  );
}

function Ends() {
  const days: unknown = useWatch({ name: 'expiresInDays' });
  const now = useNow();
  const range = `${DAYS.min} to ${DAYS.max}.`;
  if (typeof days !== 'number' || !(days >= DAYS.min && days <= DAYS.max)) return range;
  return (
    <>
      {range} It ends on <Day at={new Date(now + days * DAY_MS).toISOString()} />.
    </>
  );
}
