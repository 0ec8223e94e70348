import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { FactField, Facts } from './facts.js';
import { setFact } from './useFacts.js';

/** One fact to fill in; left empty it stays unknown. */
export function FactInput({ field, facts }: { field: FactField; facts: Facts }) {
  const value = facts[field.name];
  switch (field.as) {
    case 'number':
      return (
        <Typed
          label={field.label}
          unit={field.unit}
          shown={value === undefined ? '' : String(value)}
          numeric
          onAnswer={(text) => setFact(field.name, readNumber(text))}
        />
      );
    case 'names':
      return (
        <Typed
          label={field.label}
          hint={field.hint}
          shown={[value ?? []].flat().join(', ')}
          onAnswer={(text) => setFact(field.name, readNames(text))}
        />
      );
    case 'flag':
      return (
        <Chosen
          label={field.label}
          shown={value === undefined ? '' : value ? 'yes' : 'no'}
          choices={FLAG}
          onAnswer={(text) => setFact(field.name, text === '' ? undefined : text === 'yes')}
        />
      );
    case 'choice':
      return (
        <Chosen
          label={field.label}
          shown={String(value ?? '')}
          choices={field.choices}
          onAnswer={(text) => setFact(field.name, text === '' ? undefined : text)}
        />
      );
  }
}

const FLAG = [
  ['yes', 'yes'],
  ['no', 'no'],
] as const;

function readNumber(text: string): number | undefined {
  const value = Number(text.replaceAll(/[,\s_]/g, ''));
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function readNames(text: string): string[] | undefined {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return names.length > 0 ? names : undefined;
}

interface TypedProps {
  readonly label: string;
  readonly shown: string;
  readonly unit?: string;
  readonly hint?: string;
  readonly numeric?: boolean;
  readonly onAnswer: (text: string) => void;
}

/** Text is taken when the field is left or Enter pressed: half a number is no fact. */
function Typed({ label, shown, unit, hint, numeric = false, onAnswer }: TypedProps) {
  const [draft, setDraft] = useState<string>();
  const wrong = numeric && draft !== undefined && draft.trim() !== '' && readNumber(draft) === undefined;
  const say = () => {
    if (draft === undefined || wrong) return;
    onAnswer(draft);
    setDraft(undefined);
  };
  return (
    <TextField
      label={label}
      value={draft ?? shown}
      margin="none"
      error={wrong}
      helperText={wrong ? 'A number, 0 or more' : hint}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={say}
      onKeyDown={(event) => event.key === 'Enter' && say()}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { autoComplete: 'off', ...(numeric ? { inputMode: 'decimal' as const } : {}) },
        input: unit ? { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } : {},
      }}
    />
  );
}

interface ChosenProps {
  readonly label: string;
  readonly shown: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onAnswer: (value: string) => void;
}

function Chosen({ label, shown, choices, onAnswer }: ChosenProps) {
  return (
    <TextField
      select
      label={label}
      value={shown}
      margin="none"
      onChange={(event) => onAnswer(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">not said</option>
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </TextField>
  );
}
