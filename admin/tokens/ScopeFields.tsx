import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { canHave, grantedOf, SCOPES, type Scope } from './scopes.js';

interface Chosen {
  readonly projectId?: string;
}

const someOf = (chosen: readonly string[], { projectId = '' }: Chosen) =>
  grantedOf(chosen, projectId).length > 0 ? undefined : 'Allow it at least one thing.';

/** The scopes of the token, each with what it allows; a scope that a single project takes away stays in sight with the reason. */
export function ScopeFields() {
  const headingId = useId();
  const errorId = useId();
  const projectId: string = useWatch({ name: 'projectId' }) ?? '';
  const { field, fieldState } = useInput<readonly string[]>({ source: 'scopes', validate: someOf });
  const chosen: readonly string[] = field.value;
  const toggle = (scope: string) =>
    field.onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  return (
    <Box role="group" aria-labelledby={headingId} aria-describedby={errorId} sx={{ my: 2 }}>
      <Typography variant="h3" component="p" id={headingId} sx={{ mb: 1 }}>
        What it may do
      </Typography>
      {SCOPES.map((scope) => (
        <ScopeField
          key={scope.scope}
          scope={scope}
          checked={chosen.includes(scope.scope)}
          projectId={projectId}
          onToggle={() => toggle(scope.scope)}
        />
      ))}
      <FormHelperText id={errorId} error role="status">
        {fieldState.error?.message}
      </FormHelperText>
    </Box>
  );
}

interface ScopeFieldProps {
  readonly scope: Scope;
  readonly checked: boolean;
  readonly projectId: string;
  readonly onToggle: () => void;
}

function ScopeField({ scope: { scope, short, allows, bound }, checked, projectId, onToggle }: ScopeFieldProps) {
  const descriptionId = useId();
  const possible = canHave(scope, projectId);
  return (
    <Box sx={{ mb: 2 }}>
      <FormControlLabel
        disabled={!possible}
        control={
          <Checkbox
            size="small"
            checked={checked && possible}
            onChange={onToggle}
            slotProps={{ input: { 'aria-describedby': descriptionId } }}
          />
        }
        label={
          <>
            {short} <code>{scope}</code>
          </>
        }
        sx={{ my: 0 }}
      />
      <Box id={descriptionId} sx={{ mt: -1, pl: '28px', color: 'var(--muted)', fontSize: '0.8125rem' }}>
        {projectId === '' ? allows : bound}
      </Box>
    </Box>
  );
}
