import TextField from '@mui/material/TextField';

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly disabled?: boolean;
  readonly onChange: (day: string) => void;
}

/** One end of a window, a UTC day; a day that is half typed changes nothing. */
export const DayField = ({ label, value, min, max, disabled = false, onChange }: DayFieldProps) => (
  <TextField
    label={label}
    type="date"
    size="small"
    margin="none"
    value={value}
    disabled={disabled}
    onChange={({ target }) => target.value && onChange(target.value)}
    sx={{ width: 160 }}
    slotProps={{ inputLabel: { shrink: true }, htmlInput: { min, max } }}
  />
);
