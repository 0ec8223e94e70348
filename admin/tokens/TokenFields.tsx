import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { maxLength, required, TextInput, useInput } from 'react-admin';
import { DaysField } from '../components/DaysField.js';
import { ScopeFields } from './ScopeFields.js';
import { useProjectNames } from './useProjectNames.js';

const NAME_LENGTH_MAX = 120;

/** Days that a token lives (decisions §2, Credentials). */
export const DAYS = { min: 1, max: 365, atFirst: 90 } as const;

/** The input for a new token: its purpose, its scopes, and its term. */
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
      <DaysField min={DAYS.min} max={DAYS.max} />
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
