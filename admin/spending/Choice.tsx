import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, label: string])[];
  readonly onChoose: (value: Value) => void;
}

/** One of several, from a menu. */
export function Choice<Value extends string>({ label, value, choices, onChoose }: ChoiceProps<Value>) {
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => {
        const chosen = choices.find(([one]) => one === event.target.value);
        if (chosen) onChoose(chosen[0]);
      }}
      slotProps={{ select: { MenuProps: { disablePortal: true, slotProps: { paper: { sx: { maxHeight: 320 } } } } } }}
    >
      {choices.map(([one, label]) => (
        <MenuItem key={one} value={one}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
