import Box from '@mui/material/Box';
import { ToggleChip } from './ToggleChip.js';

interface ChoiceProps {
  readonly label: string;
  /** The chosen value; empty is nothing. */
  readonly value: string;
  /** The label of choosing nothing; absent, something is always chosen. */
  readonly every?: string | undefined;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** One of several, as buttons beside each other. */
export function ChoiceChips({ label, value, every, choices, onChange }: ChoiceProps) {
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      {every !== undefined && <ToggleChip label={every} pressed={value === ''} onPress={() => onChange('')} />}
      {choices.map(([choice, text]) => (
        <ToggleChip key={choice} label={text} pressed={value === choice} onPress={() => onChange(choice)} />
      ))}
    </Box>
  );
}
